"""Clauses and noun phrases -> triples.

One reading of a sentence, three renderings: `binary` for the graph (active, present tense, one
object), `nary` (whole clauses in the words of the sentence) and `chained` (those words, one
object a triple).
"""
