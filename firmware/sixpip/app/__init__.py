"""The running console: loop, navigation, session, settings, power. It gets a Board and knows no hardware."""
