"""For players: the simulator, the demo, questions about the rules, records, and the console on this computer."""
