"""Values of other languages than English: numbers, units, money, dates and times, in the words of each."""
