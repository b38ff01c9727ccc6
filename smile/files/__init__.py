"""Files: rows come from them, per-item results and figures go into them."""
