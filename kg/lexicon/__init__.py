"""What words are and do: tables of places, names, nouns, offices, trades and verbs."""
