"""The app in the browser: an adapter, as the command line is one. `main.py` puts it together.

Before gradio is imported, whoever imports it: nothing is counted, nowhere.
"""

import os

os.environ["GRADIO_ANALYTICS_ENABLED"] = "False"
os.environ["HF_HUB_DISABLE_TELEMETRY"] = "1"
