"""The app in the browser: an adapter, as the command line is one.

`server.py` puts it together; tabs and pieces have folders of their own.
"""

from ..checks import check_installed

check_installed("gradio", "the app", "app")
