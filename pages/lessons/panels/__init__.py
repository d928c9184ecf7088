"""The kinds of live panels. Each is a class: what it shows, its field, its slider, its HTML."""
