"""Greets guests in the language they speak."""

GREETINGS = {"en": "Welcome", "fr": "Bienvenue", "de": "Willkommen"}


def greet(name: str, language: str = "en") -> str:
    """A greeting; English when the language is not known."""
    word = GREETINGS.get(language, GREETINGS["en"])
    return f"{word}, {name}!"


if __name__ == "__main__":
    for guest, language in [("Ada", "en"), ("Blaise", "fr"), ("Carl", "de")]:
        print(greet(guest, language))
