"""The best split: Unigram takes the most probable of all splits of a word."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from wordpiece.encoding.encoders.base import Encoder, Entries, ids_of
from wordpiece.records import Piece
from wordpiece.unigram.model import UnigramModel
from wordpiece.unigram.records import Lattice, Split


class UnigramEncoder(Encoder):
    """Unigram: the split with the largest product of probabilities.

    Characters that no piece has become the unknown token, neighbours together.

    >>> encoder = UnigramEncoder({"h": 15, "u": 36, "g": 20, "ug": 20, "hug": 15})
    >>> encoder.encode_word("hugug"), encoder.encode_word("thug")
    (['hug', 'ug'], ['[UNK]', 'hug'])
    >>> [(split.pieces, round(split.share, 2)) for split in encoder.n_best("hug", 2)]
    [(('hug',), 0.8), (('h', 'ug'), 0.15)]

    Args:
        counts: piece to count, 0 or more; the probability of a piece is its share of their sum.
        unk_token: the unknown token.
        vocabulary: the ids, if the vocabulary has more entries than the pieces, such as special
            tokens; by default the pieces in order.
        pre_tokenizer: the name of the pre-tokenizer for texts.
    """

    unk_token: str

    def __init__(
        self,
        counts: Mapping[str, float],
        unk_token: str = "[UNK]",
        *,
        vocabulary: Entries | None = None,
        pre_tokenizer: str = "bert",
    ):
        super().__init__(
            ids_of([*counts] if vocabulary is None else vocabulary), unk_token, pre_tokenizer
        )
        self.model = UnigramModel(counts)

    def _encode(self, word: str) -> Iterator[Piece]:
        at = 0
        stretch = 0  # where the unknown characters before ``at`` begin
        for token in self.model.best_split(word).pieces:
            end = at + len(token)
            if token in self.model.counts:
                if stretch < at:
                    yield Piece(self.unk_token, stretch, at, True)
                yield Piece(token, at, end, False)
                stretch = end
            at = end
        if stretch < at:
            yield Piece(self.unk_token, stretch, at, True)

    def trace(self, word: str) -> Lattice:
        """Return all pieces in a word, and which of them are its best split."""
        return self.model.lattice(word)

    def n_best(self, word: str, n: int) -> list[Split]:
        """Return up to ``n`` splits, the most probable first."""
        return self.model.n_best(word, n)
