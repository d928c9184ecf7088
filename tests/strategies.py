"""Define Hypothesis strategies of short words over few characters, so that pairs repeat."""

from typing import Any

from hypothesis import settings
from hypothesis import strategies as st

from wordpiece import scoring
from wordpiece.marking import MARKINGS
from wordpiece.scoring import TIE_BREAKS


def examples(most: int, **options: Any) -> settings:
    """Return settings with a number of examples, of which `make quick` tries 15 %."""
    assert settings.default
    return settings(max_examples=most * settings.default.max_examples // 100 or 1, **options)


# Repeated letters, '#' as in a prefix, '_' and '<' as in suffixes, a combining accent, a
# character outside the basic plane, and a lone surrogate.
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

# In words with ##, a merge can make an existing token: # and ##a make the ##a of "##a".
marked_words = st.dictionaries(
    st.from_regex(r"(##)?[ab]{2,5}|a{2,9}", fullmatch=True), st.integers(1, 3), min_size=2
)
# Products of these counts have no exact float.
huge_counts = st.dictionaries(
    st.text(alphabet="abc", min_size=1, max_size=6),
    st.sampled_from([2**25, 3 * 2**25, 2**40 + 1, 2**40 + 3, 3**25, 10**12]),
    min_size=1,
    max_size=8,
)
corpora = st.one_of(word_frequencies, marked_words, huge_counts)

markings = st.sampled_from(sorted(MARKINGS))
tie_breaks = st.sampled_from(TIE_BREAKS)
algorithms = st.sampled_from(["wordpiece", "bpe"])
scores = st.sampled_from([it for it in vars(scoring).values() if isinstance(it, scoring.Score)])
