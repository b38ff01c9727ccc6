"""The Space: SMILE in the browser. `make app` runs it here."""

from smile.app.server import main

if __name__ == "__main__":
    main()
