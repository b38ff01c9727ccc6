"""The app in the browser: an adapter, like the command line.

`server.py` builds and serves it; `tabs` and `api` take input, `requests` does the work, `pieces` draws the results.
"""

from ..optional_packages import check_installed

check_installed("gradio", "the app", "app")
