"""TROUBLESHOOTING.md from hardware/troubleshooting.py."""

from hardware import troubleshooting
from hardware.documents import markdown


def page() -> str:
    """Returns the text of TROUBLESHOOTING.md."""
    introduction = (
        "Find the message or symptom, and repeat the steps of [BRINGUP.md](BRINGUP.md) listed with it. Stop at the "
        "first result that differs: its row says what to do. The self-test screen uses the same step numbers."
    )
    text = markdown.head("Troubleshooting", "hardware/troubleshooting.py", introduction)
    text += "## Messages on the OLED\n\n`...` stands for text that the console fills in.\n\n"
    rows = [
        [f"`{message.sentence.strip()}`", message.cause, message.remedy, " ".join(message.steps)]
        for message in troubleshooting.MESSAGES
    ]
    text += markdown.table(["message", "cause", "remedy", "steps"], rows)
    rows = [
        [symptom.symptom, symptom.cause, symptom.remedy, " ".join(symptom.steps)]
        for symptom in troubleshooting.SYMPTOMS
    ]
    text += "\n## Symptoms\n\n" + markdown.table(["symptom", "cause", "remedy", "steps"], rows)
    return text
