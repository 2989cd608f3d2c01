"""Write the golden games anew: `python -m tests.golden.regenerate`. Read the diff before you commit it."""

from tests.golden.games import GAMES, Golden, path_of


def main() -> None:
    """Write every game, and name those that have changed."""
    for name in GAMES:
        path, text = path_of(name), Golden(name).text
        is_new = not path.exists() or path.read_text() != text
        path.write_text(text)
        print(f"{path.name}: {'written' if is_new else 'as before'}, {len(text) // 1000} kB")


if __name__ == "__main__":
    main()
