"""The Space: SMILE in the browser. `make app` runs it here."""

from smile.app.main import main

if __name__ == "__main__":
    main()
