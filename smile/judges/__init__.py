"""Language models as judges: L3Score, the rubric judge, and synthetic answers.

Replies are cached, so that no request is paid for twice.
"""
