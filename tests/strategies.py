"""Hypothesis strategies: small words over few characters, so that pairs repeat."""

from typing import Any

from hypothesis import settings
from hypothesis import strategies as st

from wordpiece import scoring
from wordpiece.marking import MARKINGS
from wordpiece.scoring import TIE_BREAKS


def examples(most: int, **options: Any) -> settings:
    """Return settings for a property to be tried on so many examples; `make quick` tries 15 %."""
    return settings(max_examples=most * settings.default.max_examples // 100 or 1, **options)


# Runs, '#' (which looks like a marker), '_' and '<' (which look like suffixes), a combining
# accent, a letter outside the basic plane and a lone surrogate.
TRICKY = "aab#_</w>Ġé\u0301\U0001f600\ud800"

words = st.one_of(
    st.text(alphabet="ab", min_size=1, max_size=8),
    st.text(alphabet="a", min_size=1, max_size=12),
    st.text(alphabet="#ab", min_size=1, max_size=7),
    st.text(alphabet=TRICKY, min_size=1, max_size=8),
    st.text(min_size=1, max_size=6),
)
counts = st.one_of(st.integers(1, 4), st.integers(1, 1000))
word_frequencies = st.dictionaries(words, counts, max_size=12)
markings = st.sampled_from(sorted(MARKINGS))
tie_breaks = st.sampled_from(TIE_BREAKS)
algorithms = st.sampled_from(["wordpiece", "bpe"])
scores = st.sampled_from([it for it in vars(scoring).values() if isinstance(it, scoring.Score)])
