"""Closed answers: yes or no, true or false, and multiple choice. Only what an answer commits to counts.

`closed_answers` compares. The other modules read what an answer says and what its question asks.
"""
