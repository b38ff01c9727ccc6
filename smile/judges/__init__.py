"""Language models as judges, and synthetic answers.

Replies are cached, so that no request is paid for twice.
"""
