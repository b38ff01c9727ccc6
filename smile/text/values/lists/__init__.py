"""References with several parts, and answers that name several things."""
