"""Closed answers: yes or no, true or false, the letter of a choice; only what an answer commits to counts.

`closed_answers` reads and compares; the other modules tell it what an answer says, and what its question asks.
"""
