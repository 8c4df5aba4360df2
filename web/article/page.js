// The behaviour of the page around the figures: theme switch and chapter list.
