"""Fits the weights by which `smile.text.refusals` recognises replies that give no answer."""
