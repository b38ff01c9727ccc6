"""The colours of the figures: those of Okabe and Ito (2008), which colour-blind people can tell apart."""

BLUE, VERMILLION, GREEN, GREY = "#0072b2", "#d55e00", "#009e73", "#999999"

# One per line of a figure; more cannot be told apart.
LINES = (BLUE, VERMILLION, GREEN, "#cc79a7", "#e69f00", "#56b4e9", "#000000")

RIGHT, WRONG, NEUTRAL = BLUE, VERMILLION, GREY
