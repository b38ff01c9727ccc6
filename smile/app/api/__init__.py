"""The documented API: what `gradio_client` calls, and the tools that agents find over MCP.

The docstrings of the endpoints are its pages.
"""
