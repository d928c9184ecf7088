"""Questions that learners ask, answered on the training that is on their screen.

    QUESTIONS                       the questions, as learners put them, each with its panels
    answer("ties", context)         a few sentences, with figures of that training and step

Each question has a function from a `Context` to an `Answer`. It returns None where the training
has no case of it; `answer` then answers on a small corpus of the literature and says so. Work is
bounded: at most `WORDS` words or `MERGES` merges are looked through.

Source of the questions: what was asked again and again in the issues of tokenizer libraries
and courses, such as huggingface/tokenizers, google-research/bert and karpathy/minbpe.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import chain, islice, pairwise
from typing import Any

from wordpiece.encoding.decoders import decode_encoded, losses
from wordpiece.encoding.decoders import sentence as loss_in_words
from wordpiece.encoding.encoders import BPEEncoder, WordPieceEncoder, unchanged
from wordpiece.message import Listed, Message, Spaced, Token, message
from wordpiece.records import MergeStep, Pair, PairScore, StopReason
from wordpiece.scoring import WORDPIECE, TieBreak, times
from wordpiece.teaching.wording import (
    formula,
    in_lowest_terms,
    plus,
    stopped,
    unknown_word,
    vocabulary_or_merges,
)
from wordpiece.text.normalizers import Normalizer
from wordpiece.text.pre_tokenizers import PRE_TOKENIZERS, bytes_to_text, split_words, text_to_bytes
from wordpiece.trainer import BERT_SPECIAL_TOKENS, BPETrainer, Trainer, WordPieceTrainer
from wordpiece.training.timeline import Timeline

WORDS, MERGES, NEARBY = 500, 2_000, 5
"""Limits of a search: words, merges, and steps before or after the one on screen."""

LISTED = 4
"""Pairs or tokens that a sentence lists."""

LIMIT = 100
"""Characters of a word that are looked at; also where BERT's own limit is."""

RETRAINED = 50
"""Merges made again to show that training is repeatable."""

LARGE = 200_000
"""Characters in the words of a corpus; a larger one is not trained again."""

TOY = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
LOW_LOWER = {"low": 5, "lower": 2, "newest": 6, "widest": 3}


@dataclass(frozen=True)
class Context:
    """The training and text on the learner's screen.

    Attributes:
        timeline: the training; any marking and score.
        step: the step on screen.
        bpe, hugging_face: the other two trainings of the same words, where they are at hand.
        text: what the learner has typed, before normalization.
        normalizer, pre_tokenizer: how typed text becomes words like those of the corpus.
        seed: of the random tie-break.
    """

    timeline: Timeline
    step: int
    bpe: Timeline | None = None
    hugging_face: Timeline | None = None
    text: str = ""
    normalizer: Normalizer = unchanged
    pre_tokenizer: str = "whitespace"
    seed: int = 0

    @property
    def typed(self) -> list[str]:
        """The first words of the typed text, each once."""
        words = split_words(self.normalizer(self.text[:5_000]), self.pre_tokenizer)
        return list(dict.fromkeys(words))[:WORDS]

    @property
    def crossed(self) -> Iterator[str]:
        """New words: the beginning of one word of the corpus with the rest of another."""
        few = [word for word in self.timeline.words[:20] if len(word) <= 20]
        made = (a[:1] + b[1:] for a in few for b in few if a[:1] != b[:1])
        known = set(self.timeline.words)
        return (word for word in made if word not in known)

    @property
    def candidates(self) -> Iterator[str]:
        """Words to look for a case in: typed ones, the first of the corpus, then new ones."""
        words = chain(self.typed, self.timeline.words[:WORDS], self.crossed)
        return (word for word in dict.fromkeys(words) if len(word) <= LIMIT)

    @property
    def encoder(self) -> WordPieceEncoder:
        """Longest match with the vocabulary on screen."""
        return WordPieceEncoder.from_timeline(self.timeline, self.step)

    def bpe_encoder(self) -> BPEEncoder | None:
        """BPE's own merges up to the step on screen, replayed."""
        if self.bpe is None:
            return None
        return BPEEncoder.from_timeline(self.bpe, min(self.step, len(self.bpe)))


@dataclass(frozen=True)
class Answer:
    """Two to five short sentences.

    Attributes:
        sentences: to be read in order.
        figures: what they say, as numbers and records; the names depend on the question.
        example: the corpus that the figures are from; None if it is the one on screen.
    """

    sentences: tuple[Message, ...]
    figures: Mapping[str, Any] = field(default_factory=dict)
    example: Message | None = None


Find = Callable[[Context], "Answer | None"]


@dataclass(frozen=True)
class Question:
    """One question.

    Attributes:
        id: its name.
        text: as a learner would put it.
        panels: the parts of the screen beside which it is offered.
        find: works the answer out; None if the training has no case of it.
    """

    id: str
    text: Message
    panels: tuple[str, ...]
    find: Find


def asked_at(panel: str) -> list[Question]:
    """Return the questions of a panel, in order."""
    return [question for question in QUESTIONS if panel in question.panels]


def answer(id: str, context: Context) -> Answer:
    """Answer a question on a training, or on a small example if it has no case of it.

    >>> toy = example("ties")[1]
    >>> print(*answer("ties", toy).sentences[:2], sep="\\n")
    6 pairs share the best score now, 1/36: h + ##u, ##u + ##g, p + ##u, ##u + ##n, and 2 more.
    The score cannot choose, so a rule must. Here the pair seen first wins: h + ##u, in hug.

    Raises:
        KeyError: there is no such question.
    """
    question = _BY_ID[id]
    found = question.find(context)
    if found:
        return found
    name, other = example(id)
    found = question.find(other)
    assert found is not None  # the tests see to it
    lead = message(
        "This corpus has no case of it near this step, so here are {words}, after {n} merge.",
        "This corpus has no case of it near this step, so here are {words}, after {n} merges.",
        n=other.step,
        words=name,
    )
    return replace(found, sentences=(lead, *found.sentences), example=name)


def example(id: str) -> tuple[Message, Context]:
    """Return the name of a small corpus that has a case of a question, and it at a good step."""
    if id == "order":
        words = message("the words low, lower, newest, widest")
        return words, _small(tuple(LOW_LOWER.items()), 15, text="nest")
    if id == "prefix":
        more = (*TOY.items(), ("thug", 1))
        return message("the toy words with thug added"), _small(more, 3)
    step = {"ties": 1, "rescoring": 2, "morphology": 9}.get(id, 3)
    text = "pugs" if id == "morphology" else ""
    return message("the toy words"), _small(tuple(TOY.items()), step, text)


@lru_cache(maxsize=8)
def _small(words: tuple[tuple[str, int], ...], step: int, text: str = "") -> Context:
    table = dict(words)
    each: list[Trainer] = [
        WordPieceTrainer(table),
        BPETrainer(table),
        BPETrainer(table, marking="##", special_tokens=BERT_SPECIAL_TOKENS),
    ]
    for trainer in each:
        trainer.run()
    wordpiece, bpe, hugging_face = (trainer.timeline() for trainer in each)
    return Context(wordpiece, min(step, len(wordpiece)), bpe, hugging_face, text)


def _some(things: Sequence[Message | Token]) -> Message | Listed:
    """The first few of some things, and how many more there are."""
    first, more = Listed(tuple(things[:LISTED]), "commas"), len(things) - LISTED
    if more <= 0:
        return first
    return message("{first}, and {more} more", first=first, more=more)


def _around(c: Context) -> list[int]:
    """The step on screen and those near it, nearest first."""
    near = range(max(0, c.step - NEARBY), min(len(c.timeline), c.step + NEARBY) + 1)
    return sorted(near, key=lambda step: abs(step - c.step))


# The answers. Each gives None where the training has no case.


def _library(c: Context) -> Answer | None:
    """``step``, ``wordpiece``, ``hugging_face``: the first merge at which the two part."""
    other = c.hugging_face
    if other is None or c.timeline.score != WORDPIECE:
        return None
    both = min(len(c.timeline), len(other))
    step = next((k for k in range(1, both + 1) if c.timeline.pair(k) != other.pair(k)), None)
    if step is None or any(c.timeline.merge(k).forced for k in range(1, step + 1)):
        return None
    ours, theirs = c.timeline.merge(step), other.merge(step)
    takes, met = plus(theirs.pair), times(theirs.pair_count)
    sentences = [
        message(
            "The tokenizers library trains its WordPiece by BPE's rule, the highest count; only "
            "the ## marks are WordPiece's. So you compared BPE with BPE."
        ),
        message(
            "Here, after {n} merge that is the same, that rule takes {pair}, met {times}.",
            "Here, after {n} merges that are the same, that rule takes {pair}, met {times}.",
            n=step - 1,
            pair=takes,
            times=met,
        )
        if step > 1
        else message("Here that rule takes {pair}, met {times}.", pair=takes, times=met),
        message(
            "WordPiece's own score takes {pair}: {formula}.",
            pair=plus(ours.pair),
            formula=formula(ours, c.timeline.score),
        ),
    ]
    figures = {"step": step, "wordpiece": ours, "hugging_face": theirs}
    if c.bpe is not None and step <= len(c.bpe):
        bpe = figures["bpe"] = c.bpe.merge(step)
        sentences.append(
            message(
                "BPE without marks makes {pair} its merge {step}, met {times}.",
                pair=plus(bpe.pair),
                step=step,
                times=times(bpe.pair_count),
            )
        )
    return Answer(tuple(sentences), figures)


def _ties(c: Context) -> Answer | None:
    """``step``, ``tied``, ``score``, ``winner``, ``word``, ``alphabetical``."""
    step = next((k for k in _around(c) if c.timeline.scores(k).ties > 1), None)
    if step is None:
        return None
    timeline, table = c.timeline, c.timeline.scores(step)
    tied, best = table.tied, table.rows(0, 1)[0]
    value = in_lowest_terms(best, timeline.score)
    word = timeline.words[timeline.counted_in(step, best.pair)[0][0]]
    rule, winner = timeline.tie_break, plus(best.pair)
    pairs = _some([plus(pair) for pair in tied])
    sentences = [
        message(
            "{n} pair shares the best score now, {score}: {pairs}.",
            "{n} pairs share the best score now, {score}: {pairs}.",
            n=len(tied),
            score=value,
            pairs=pairs,
        )
        if step == c.step
        else message(
            "{n} pair shares the best score before merge {merge}, {score}: {pairs}.",
            "{n} pairs share the best score before merge {merge}, {score}: {pairs}.",
            n=len(tied),
            merge=step + 1,
            score=value,
            pairs=pairs,
        )
    ]
    if rule == "first-seen":
        why = message(
            "The score cannot choose, so a rule must. Here the pair seen first wins: {pair}, in "
            "{word}.",
            pair=winner,
            word=Token(word),
        )
    elif rule == "alphabetical":
        why = message(
            "The score cannot choose, so a rule must. Here the first in alphabetical order wins: "
            "{pair}.",
            pair=winner,
        )
    else:
        why = message(
            "The score cannot choose, so a rule must. Here a draw with the seed {seed} decides: "
            "{pair}.",
            seed=c.seed,
            pair=winner,
        )
    sentences.append(why)
    other = tied[0] if rule == "alphabetical" else min(tied)
    if other != best.pair:
        sentences.append(
            message(
                "By first sight it would be {pair}, and the merges after it may differ too.",
                pair=plus(other),
            )
            if rule == "alphabetical"
            else message(
                "By the alphabet it would be {pair}, and the merges after it may differ too.",
                pair=plus(other),
            )
        )
    figures = {"step": step, "tied": tied, "score": value, "winner": best.pair, "word": word}
    return Answer(tuple(sentences), figures | {"other": other})


def _again(c: Context) -> Answer | None:
    """``merges`` made again and how many are the ``same``; ``step``, ``pair`` and ``other``:
    the first merge that another rule for ties would change."""
    timeline = c.timeline
    merges = min(len(timeline), RETRAINED)
    if not merges or timeline.word_starts[-1] > LARGE:
        return None
    words = dict(zip(timeline.words, timeline.frequencies.tolist(), strict=True))
    forced = {k: timeline.pair(k) for k in range(1, merges + 1) if timeline.merge(k).forced}

    def trained_again(rule: TieBreak) -> Iterator[Pair]:
        trainer = Trainer(
            words, score=timeline.score, marking=timeline.marking, tie_break=rule, seed=c.seed
        )
        for k in range(1, merges + 1):
            step = trainer.step(forced.get(k))
            assert step is not None  # the first time there was a merge, too
            yield step.pair

    same = sum(
        timeline.pair(k) == pair for k, pair in enumerate(trained_again(timeline.tie_break), 1)
    )
    figures: dict[str, Any] = {"merges": merges, "same": same}
    sentences = [
        message(
            "Trained again just now: of the first {n} merge, {same} came out the same.",
            "Trained again just now: of the first {n} merges, {same} came out the same.",
            n=merges,
            same=same,
        ),
        message(
            "Ties are drawn with the seed {seed}, so the same seed gives the same draw.",
            seed=c.seed,
        )
        if timeline.tie_break == "random"
        else message("Nothing here depends on chance: equal scores are decided by a fixed rule."),
    ]
    rule: TieBreak = "first-seen" if timeline.tie_break == "alphabetical" else "alphabetical"
    for k, pair in enumerate(trained_again(rule), 1):
        if pair != timeline.pair(k):
            figures |= {"step": k, "pair": timeline.pair(k), "other": pair}
            there, here = plus(pair), plus(timeline.pair(k))
            sentences.append(
                message(
                    "With ties decided by first sight, merge {merge} would be {other} instead of "
                    "{pair}.",
                    merge=k,
                    other=there,
                    pair=here,
                )
                if rule == "first-seen"
                else message(
                    "With ties decided by the alphabet, merge {merge} would be {other} instead of "
                    "{pair}.",
                    merge=k,
                    other=there,
                    pair=here,
                )
            )
            break
    sentences.append(
        message(
            "The tokenizers library lets the order of a hash table decide: three runs on the same "
            "four sentences gave three vocabularies (version 0.23.3)."
        )
    )
    return Answer(tuple(sentences), figures)


def _rescoring(c: Context) -> Answer | None:
    """``merge``; ``left``: its parts and how many remain; ``changes``: up to two pairs (before,
    after) with a new score."""
    timeline = c.timeline
    changed = ((step, _changes(timeline, step)) for step in _around(c) if step)
    step, changes = next(((k, some) for k, some in changed if some), (0, []))
    if not changes:
        return None
    merge = timeline.merge(step)
    # A pair that was not touched itself, and still has a new score, says most.
    changes.sort(key=lambda change: change[0].pair_count != change[1].pair_count)
    del changes[2:]
    before, after = (dict(timeline.symbol_counts(k)) for k in (step - 1, step))
    counts = {symbol: (before[symbol], after.get(symbol, 0)) for symbol in merge.pair}
    parts = [
        message("{symbol} {was} before, {now} after", symbol=Token(symbol), was=was, now=now)
        for symbol, (was, now) in counts.items()
    ]
    left_over = parts[0]
    if len(parts) == 2:
        left_over = message("{first}; {second}", first=parts[0], second=parts[1])
    sentences = (
        message(
            "Yes. Merge {step} joins {pair}, so fewer of its parts are left: {parts}.",
            step=step,
            pair=plus(merge.pair),
            parts=left_over,
        ),
        *(
            message(
                "{pair} has {before} before it and {after} after.",
                pair=plus(was.pair),
                before=formula(was, timeline.score),
                after=formula(now, timeline.score),
            )
            for was, now in changes
        ),
        message(
            "A score kept from before the merge would be out of date, so each step scores anew."
        ),
    )
    left = {symbol: now for symbol, (_, now) in counts.items()}
    return Answer(sentences, {"merge": merge, "changes": changes, "left": left})


def _changes(timeline: Timeline, step: int) -> list[tuple[PairScore, PairScore]]:
    """Pairs with a part of a merge in them that the merge leaves with another score."""
    merged = timeline.pair(step)
    before, after, splits = timeline.scores(step - 1), timeline.scores(step), timeline.splits(step)
    touching = dict.fromkeys(
        pair
        for symbol in dict.fromkeys(merged)
        for i in timeline.words_with(step, symbol)[:WORDS]
        for pair in pairwise(splits[timeline.words[i]])
        if symbol in pair
    )
    rows = ((before.find(pair), after.find(pair)) for pair in islice(touching, 4 * LISTED))
    return [(was, now) for was, now in rows if was and now and was.score != now.score]


def _order(c: Context) -> Answer | None:
    """``word``, ``pieces`` in the order learned and ``newest_first``, ``rank`` and ``pair`` of
    the merge that applies first."""
    encoder = c.bpe_encoder()
    if encoder is None or c.bpe is None or not encoder.merges:
        return None
    backwards = BPEEncoder(
        encoder.merges[::-1], alphabet=c.bpe.vocabulary(0), marking=c.bpe.marking
    )
    for word in c.candidates:
        pieces, newest = encoder.encode_word(word), backwards.encode_word(word)
        if pieces != newest:
            break
    else:
        return None
    first = encoder.trace(word).replays[0]
    sentences = (
        message(
            "In the order in which they were learned, because that is how the corpus itself was "
            "merged: later merges are made of what the earlier ones left."
        ),
        message(
            "{word} becomes {pieces}; merge {merge}, {pair}, comes first.",
            word=Token(word),
            pieces=Spaced(tuple(pieces)),
            merge=first.rank + 1,
            pair=plus(first.pair),
        ),
        message(
            "With the newest merge first it would become {pieces}.", pieces=Spaced(tuple(newest))
        ),
    )
    figures = {"word": word, "pieces": pieces, "newest_first": newest}
    return Answer(sentences, figures | {"rank": first.rank, "pair": first.pair})


STRANGERS = "xqzjkvw7%&☃字"
"""Characters that are tried until one is found that a training has never seen."""


def _unknown(c: Context) -> Answer | None:
    """``trace`` of a word that is unknown; ``bpe``: what BPE keeps of it."""
    encoder = c.encoder
    made_up = (
        word + text_to_bytes(char) if c.pre_tokenizer == "gpt2" else word + char
        for word in c.timeline.words[:LISTED]
        for char in STRANGERS
        if len(word) < 90
    )
    for word in chain(c.typed, made_up):
        if len(word) <= 100 and (trace := encoder.trace(word)).unknown == "no-match":
            break
    else:
        return None
    why = unknown_word(trace)
    assert why is not None  # as the word is unknown
    sentences = [
        message("Take {word}. {why}", word=Token(word), why=why),
        message(
            "That is BERT's rule: a word is made of known pieces from end to end, or not at all."
        ),
    ]
    figures: dict[str, Any] = {"trace": trace}
    if bpe := c.bpe_encoder():
        kept = figures["bpe"] = bpe.encode_word(word)
        sentences.append(
            message(
                "BPE marks only the characters it never saw: {pieces}.", pieces=Spaced(tuple(kept))
            )
        )
    return Answer(tuple(sentences), figures)


def _characters(c: Context) -> Answer | None:
    """``word`` that is not in the corpus, its ``pieces``, how many are ``single`` characters."""
    encoder, known = c.encoder, set(c.timeline.words)
    best: tuple[int, str, list[str], int] | None = None
    for word in c.candidates:
        if word in known:
            continue
        pieces = encoder.pieces(word)
        single = sum(piece.end - piece.start == 1 for piece in pieces)
        if len(pieces) < 2 or not single or any(piece.unknown for piece in pieces):
            continue
        many = len(pieces) - single
        if best is None or many < best[0]:
            best = (many, word, [piece.token for piece in pieces], single)
        if not many:
            break
    if best is None:
        return None
    _, word, tokens, single = best
    alphabet = len(c.timeline.alphabet)
    outside = message(
        "So [UNK] is left for characters outside the alphabet of {n} symbol.",
        "So [UNK] is left for characters outside the alphabet of {n} symbols.",
        n=alphabet,
    )
    if c.timeline.marking.prefix:
        outside = message(
            "{outside} A character that only ever began words is not in it with ##.",
            outside=outside,
        )
    sentences = (
        message(
            "A word that training never saw is not unknown: single characters are tokens as well."
        ),
        message(
            "{word} was not trained on. It becomes {pieces}: of {total} pieces {n} is a single "
            "character.",
            "{word} was not trained on. It becomes {pieces}: of {total} pieces {n} are single "
            "characters.",
            n=single,
            word=Token(word),
            pieces=Spaced(tuple(tokens)),
            total=len(tokens),
        ),
        outside,
    )
    figures = {"word": word, "pieces": tokens, "single": single, "alphabet": alphabet}
    return Answer(sentences, figures)


def _morphology(c: Context) -> Answer | None:
    """``word``, its pieces ``by_match`` and ``by_replay``; ``differing`` of ``looked_at``
    words of the corpus."""
    encoder, replay = c.encoder, BPEEncoder.from_timeline(c.timeline, c.step)
    splits = c.timeline.splits(c.step)

    def both_ways(word: str) -> tuple[list[str], list[str]]:
        merged = list(splits[word]) if word in splits else replay.encode_word(word)
        return encoder.encode_word(word), merged

    def differs(word: str) -> bool:
        by_match, by_replay = both_ways(word)
        return by_match != by_replay

    word = next(
        (one for one in c.candidates if differs(one) and not encoder.trace(one).unknown), None
    )
    if word is None:
        return None
    by_match, by_replay = both_ways(word)
    first = [one for one in c.timeline.words[:WORDS] if len(one) <= LIMIT]
    differing = sum(map(differs, first))
    looked_at = message(
        "Looked at {n} word that was trained on",
        "Looked at {n} words that were trained on",
        n=len(first),
    )
    sentences = (
        message(
            "Longest match takes the longest token that fits, from left to right. It knows nothing "
            "of stems and endings."
        ),
        vocabulary_or_merges(word, by_match, by_replay),
        message(
            "{looked_at}: {n} of them is cut otherwise than training itself merged them.",
            "{looked_at}: {n} of them are cut otherwise than training itself merged them.",
            n=differing,
            looked_at=looked_at,
        )
        if differing
        else message(
            "{looked_at}: none of them is cut otherwise than training itself merged them.",
            looked_at=looked_at,
        ),
    )
    figures = {"word": word, "by_match": by_match, "by_replay": by_replay}
    return Answer(sentences, figures | {"differing": differing, "looked_at": len(first)})


def _prefix(c: Context) -> Answer | None:
    """``character`` with both its symbols in the alphabet, a word that ``begins`` with it and
    one that has it ``inside``, its ``ids``; ``merge`` of two symbols with the prefix."""
    prefix = c.timeline.marking.prefix
    if not prefix:
        return None
    # A starting symbol is one character, with or without the prefix, so this is no guess.
    alphabet = set(c.timeline.alphabet)
    both = {char for char in alphabet if len(char) == 1 and prefix + char in alphabet}
    begins: dict[str, str] = {}
    inside: dict[str, str] = {}
    for word in c.timeline.words if both else ():
        begins.setdefault(word[0], word)
        for char in word[1:]:
            inside.setdefault(char, word)
        ready = sorted(both & begins.keys() & inside.keys())
        if ready:
            break
    else:
        return None
    char = ready[0]
    ids = tuple(map(c.timeline.vocabulary(0).index, (char, prefix + char)))
    figures: dict[str, Any] = {
        "character": char,
        "begins": begins[char],
        "inside": inside[char],
        "ids": ids,
    }
    sentences = [
        message(
            "The mark ## says that a token goes on with a word; without it, the token begins one."
        ),
        message(
            "{char} begins {begins}, {marked} stands inside {inside}. They are two entries, ids "
            "{id} and {marked_id}, and counted apart.",
            char=Token(char),
            begins=Token(begins[char]),
            marked=Token(prefix + char),
            inside=Token(inside[char]),
            id=ids[0],
            marked_id=ids[1],
        ),
    ]
    conts = {prefix + char for char in (a[len(prefix) :] for a in alphabet if len(a) > 1)}
    last = min(len(c.timeline), MERGES)
    merge = next((c.timeline.merge(k) for k in range(1, last + 1)
                  if c.timeline.pair(k)[0] in conts), None)  # fmt: skip
    if merge:
        figures["merge"] = merge
        sentences.append(
            message(
                "Joined, only the first mark stays: {pair} make {token}.",
                pair=plus(merge.pair),
                token=Token(merge.token),
            )
        )
    return Answer(tuple(sentences), figures)


def _unused(c: Context) -> Answer | None:
    """``step``, ``unused`` tokens, how many ``tokens`` there are without the special ones;
    ``token`` and ``merge``: one of them and the last merge that used it up."""
    timeline, special = c.timeline, len(c.timeline.special_tokens)

    def unused_at(step: int) -> list[str]:
        in_use = timeline.in_use(step)
        return [token for token in timeline.vocabulary(step)[special:] if token not in in_use]

    step = c.step
    if not (unused := unused_at(step)):
        later = range(step + 1, len(timeline) + 1)
        sizes = map(timeline.growth, later)
        step = next((g.step for g in sizes if g.vocabulary - special > g.in_use), -1)
        if step < 0 or not (unused := unused_at(step)):
            return None
    # The last merge that has a token as a part took its last places; look at the newest ones.
    back = range(step, max(0, step - MERGES), -1)
    gone = set(unused)
    found = ((k, part) for k in back for part in timeline.pair(k) if part in gone)
    merge, token = next(found, (0, ""))
    tokens = len(timeline.vocabulary(step)) - special
    listed = _some([Token(one) for one in reversed(unused)])
    if step == c.step:
        sentences = [
            message("Merging changes how words are split; it takes nothing out of the vocabulary."),
            message(
                "{n} of {total} tokens, special ones aside, is in no word now: {tokens}.",
                "{n} of {total} tokens, special ones aside, are in no word now: {tokens}.",
                n=len(unused),
                total=tokens,
                tokens=listed,
            ),
        ]
    else:
        sentences = [
            message(
                "Now every one of them is in some word. After {n} merge that ends.",
                "Now every one of them is in some word. After {n} merges that ends.",
                n=step,
            ),
            message(
                "{n} of {total} tokens, special ones aside, is in no word then: {tokens}.",
                "{n} of {total} tokens, special ones aside, are in no word then: {tokens}.",
                n=len(unused),
                total=tokens,
                tokens=listed,
            ),
        ]
    if merge:
        sentences.append(
            message(
                "The last of {token} went into {made} at merge {merge}.",
                token=Token(token),
                made=Token(timeline.merge(merge).token),
                merge=merge,
            )
        )
    sentences.append(message("They stay, because a new word may need them."))
    figures = {"step": step, "unused": unused, "tokens": tokens, "token": token, "merge": merge}
    return Answer(tuple(sentences), figures)


def _stop(c: Context) -> Answer | None:
    """``merges``, ``reason``, ``vocabulary`` = ``special`` + ``alphabet`` + ``learned``; the
    ``pairs`` still there, and the ``best`` of them."""
    timeline, last = c.timeline, len(c.timeline)
    reason, growth = timeline.stop_reason, timeline.growth(last)
    special, alphabet = len(timeline.special_tokens), len(timeline.alphabet)
    learned = growth.vocabulary - special - alphabet
    why = stopped(reason, last) or message(
        "You stopped it by hand after {n} merge.",
        "You stopped it by hand after {n} merges.",
        n=last,
    )
    if c.step < last:
        why = message("{why} You are at merge {step}.", why=why, step=c.step)
    of = message(
        "{special} special, {alphabet} in the alphabet and {learned} learned",
        special=special,
        alphabet=alphabet,
        learned=learned,
    )
    sentences = [
        why,
        message(
            "The vocabulary now has {n} entry: {of}.",
            "The vocabulary now has {n} entries: {of}.",
            n=growth.vocabulary,
            of=of,
        )
        if c.step == last
        else message(
            "The vocabulary then has {n} entry: {of}.",
            "The vocabulary then has {n} entries: {of}.",
            n=growth.vocabulary,
            of=of,
        ),
    ]
    if learned < last:
        sentences.append(
            message(
                "{n} merge made a token that was there already.",
                "{n} merges made a token that was there already.",
                n=last - learned,
            )
        )
    table = timeline.scores(last)
    best = table.rows(0, 1)[0] if len(table) else None
    if best and timeline.score.ranks_by_count:
        sentences.append(
            message(
                "Pairs that could still be merged: {pairs}. The next would be {pair}, met {times}.",
                pairs=len(table),
                pair=plus(best.pair),
                times=times(best.pair_count),
            )
        )
    elif best:
        sentences.append(
            message(
                "Pairs that could still be merged: {pairs}. The next would be {pair}, score "
                "{formula}.",
                pairs=len(table),
                pair=plus(best.pair),
                formula=formula(best, timeline.score),
            )
        )
    elif reason is StopReason.NO_PAIRS:
        sentences.append(
            message(
                "The corpus of {words} words is {tokens} tokens at the end, one for each word. To "
                "stop sooner, set a vocabulary size.",
                words=timeline.occurrences,
                tokens=growth.corpus_tokens,
            )
        )
    figures = {
        "merges": last, "reason": reason, "vocabulary": growth.vocabulary, "special": special,
        "alphabet": alphabet, "learned": learned, "pairs": len(table), "best": best,
    }  # fmt: skip
    return Answer(tuple(sentences), figures)


def _counts(c: Context) -> Answer | None:
    """``step``, ``row`` of the most frequent pair, ``words`` it stands in, each with its share
    of the count, and the ``rest``; ``run``: a merge whose places overlap, ``own_run`` if it is
    of this training."""
    step = c.step
    if not len(c.timeline.scores(step)):
        step -= 1
    if step < 0:
        return None
    row, _ = c.timeline.scores(step).most_frequent()
    found = c.timeline.counted_in(step, row.pair)[:LISTED]
    words = [(c.timeline.words[i], count) for i, count in found]
    rest = row.pair_count - sum(count for _, count in words)
    places = [message("{count} in {word}", count=count, word=Token(word)) for word, count in words]
    if rest:
        places.append(message("{count} in other words", count=rest))
    near = chain(range(step, 0, -1), range(step + 1, len(c.timeline) + 1))
    merges = map(c.timeline.merge, islice(near, MERGES))
    run = next((m for m in merges if m.replaced_count < m.pair_count), None)
    own = run is not None
    run = run or _run_of_three()
    pair, met, where = plus(row.pair), times(row.pair_count), Listed(tuple(places), "commas")
    sentences = (
        message(
            "A word counts as often as it occurs. {pair} is met {times} now: {places}.",
            pair=pair,
            times=met,
            places=where,
        )
        if step == c.step
        else message(
            "A word counts as often as it occurs. {pair} is met {times} before merge {merge}: "
            "{places}.",
            pair=pair,
            times=met,
            merge=step + 1,
            places=where,
        ),
        c.timeline.score.parts_counted(row),
        message(
            "In a run of the same symbol places overlap: at merge {merge} {pair} was counted "
            "{counted} and replaced {replaced}.",
            merge=run.index,
            pair=plus(run.pair),
            counted=times(run.pair_count),
            replaced=times(run.replaced_count),
        )
        if own
        else message(
            "In a run of the same symbol places overlap: in the word aaa, by BPE, {pair} was "
            "counted {counted} and replaced {replaced}.",
            pair=plus(run.pair),
            counted=times(run.pair_count),
            replaced=times(run.replaced_count),
        ),
    )
    figures = {"step": step, "row": row, "words": words, "rest": rest, "run": run, "own_run": own}
    return Answer(sentences, figures)


@lru_cache(maxsize=1)
def _run_of_three() -> MergeStep:
    step = BPETrainer({"aaa": 1}).step()
    assert step is not None
    return step


def _decoding(c: Context) -> Answer | None:
    """``text``, what it is ``decoded`` to, and the ``losses``."""
    byte_level = c.pre_tokenizer == "gpt2"
    words = [bytes_to_text(w).strip() if byte_level else w for w in c.timeline.words[:2]]
    encoder = c.encoder
    for text in (c.text[:1_000], " ".join(words), "  ".join([*words, *words][:2]), "!".join(words)):
        normalized = c.normalizer(text)
        tokens = encoder.encode(text, c.normalizer, c.pre_tokenizer)
        decoded = decode_encoded(tokens, c.timeline.marking, byte_level=byte_level)
        lost = losses(text, normalized, tokens, decoded)
        if lost:
            break
    else:
        return None
    marking = c.timeline.marking
    if byte_level:
        how = message(
            "Byte-level tokens carry their spaces with them. What the normalizer took away, and "
            "what is unknown, is in no token, so it is lost."
        )
    elif marking.prefix or marking.suffix:
        how = message(
            "Decoding joins the tokens of a word and puts one space between words. What the "
            "normalizer and the pre-tokenizer took away is in no token, so it is lost."
        )
    else:
        how = message(
            "Nothing in these tokens says where a word ended, so decoding runs words together."
        )
    sentences = (
        how,
        message("“{text}” comes back as “{decoded}”.", text=_short(text), decoded=_short(decoded)),
        *(loss_in_words(loss) for loss in lost[:2]),
    )
    return Answer(sentences, {"text": text, "decoded": decoded, "losses": lost})


def _short(text: str) -> str:
    return text if len(text) <= 60 else text[:59] + "…"


CUT_DIFFERENTLY = "don't!"
"""A text that each pre-tokenizer takes apart in its own way."""


def _pairs(c: Context) -> Answer | None:
    """``left``, ``right``: two words of the corpus that follow each other there, and what
    stands at their border; ``places`` where two symbols meet; ``cuts``: pre-tokenizer to how
    many words it makes of `CUT_DIFFERENTLY`."""
    words, splits = c.timeline.words, c.timeline.splits(c.step)
    if not words:
        return None
    first, second = (words[0], words[1]) if len(words) > 1 else (words[0], words[0])
    border = splits[first][-1], splits[second][0]
    growth = c.timeline.growth(c.step)
    places = growth.corpus_tokens - c.timeline.occurrences
    cuts = {name: len(split_words(CUT_DIFFERENTLY, name)) for name in PRE_TOKENIZERS}
    sentences = (
        message(
            "Two symbols side by side inside one word are a pair. Where {first} ends and {second} "
            "begins, {left} and {right} are none: no merge crosses from word to word.",
            first=Token(first),
            second=Token(second),
            left=Token(border[0]),
            right=Token(border[1]),
        ),
        message(
            "Now {symbols} symbols in {words} words, each counted as often as it occurs, make "
            "{symbols} − {words} = {places} places for pairs.",
            symbols=growth.corpus_tokens,
            words=c.timeline.occurrences,
            places=places,
        ),
        message(
            "What a word is, is settled before training: {text} is {whitespace} word by spaces, "
            "{bert} words by BERT's rule and {gpt2} by GPT-2's.",
            text=Token(CUT_DIFFERENTLY),
            whitespace=cuts["whitespace"],
            bert=cuts["bert"],
            gpt2=cuts["gpt2"],
        ),
    )
    figures = {"left": first, "right": second, "border": border, "places": places, "cuts": cuts}
    return Answer(sentences, figures)


def _limit(c: Context) -> Answer | None:
    """``limit``; ``pieces`` of the longest ``word`` that is looked at, and ``longer``: those of
    one character more; ``longest``: characters of the longest word in the corpus."""
    encoder = c.encoder
    limit = encoder.max_input_chars_per_word
    for word in c.timeline.words[:WORDS]:
        long = (word[0] + word[1:2] * limit)[:limit]
        if len(long) == limit and not encoder.trace(long).unknown:
            break
    else:
        return None
    pieces, longer = encoder.encode_word(long), encoder.encode_word(long + long[-1])
    longest = max(map(len, c.timeline.words))
    sentences = (
        message(
            "A word of more than {n} character is not looked at: it becomes {pieces} whatever the "
            "vocabulary holds.",
            "A word of more than {n} characters is not looked at: it becomes {pieces} whatever the "
            "vocabulary holds.",
            n=limit,
            pieces=Spaced(tuple(longer)),
        ),
        message(
            "{first} followed by {second} {n} times is encoded in {tokens} tokens; with one more "
            "{second} it is unknown.",
            n=limit - 1,
            first=Token(long[0]),
            second=Token(long[1]),
            tokens=len(pieces),
        ),
        message(
            "The limit is BERT's, against web addresses and the like. Training has none: the "
            "longest word here has {n} character.",
            "The limit is BERT's, against web addresses and the like. Training has none: the "
            "longest word here has {n} characters.",
            n=longest,
        ),
    )
    figures = {"limit": limit, "word": long, "pieces": pieces, "longer": longer}
    return Answer(sentences, figures | {"longest": longest})


QUESTIONS: tuple[Question, ...] = (
    Question(
        "library",
        message("Why are my WordPiece and BPE vocabularies the same?"),
        ("columns", "parting"),
        _library,
    ),
    Question(
        "ties",
        message("Several pairs have the same score. Which one wins?"),
        ("card", "scores", "parting"),
        _ties,
    ),
    Question(
        "rescoring",
        message("Do the other scores change after a merge?"),
        ("card", "scores"),
        _rescoring,
    ),
    Question("counts", message("Why do the counts not add up?"), ("card", "scores"), _counts),
    Question(
        "pairs",
        message("What is a pair, and can it cross two words?"),
        ("words", "decoded"),
        _pairs,
    ),
    Question(
        "unused",
        message("Why are there tokens that no word uses?"),
        ("vocabulary", "growth"),
        _unused,
    ),
    Question(
        "again",
        message("Would training again give the same vocabulary?"),
        ("vocabulary", "columns"),
        _again,
    ),
    Question("stop", message("Why does training stop?"), ("growth", "columns"), _stop),
    Question(
        "unknown",
        message("Why does one unknown character make the whole word [UNK]?"),
        ("result",),
        _unknown,
    ),
    Question(
        "characters",
        message("Why do I get single characters and not [UNK]?"),
        ("result",),
        _characters,
    ),
    Question("limit", message("Why is a very long word [UNK]?"), ("result",), _limit),
    Question(
        "prefix",
        message("What does ## mean? Is v the same as ##v?"),
        ("words", "vocabulary", "result"),
        _prefix,
    ),
    Question(
        "morphology",
        message("Why are words not cut into stem and ending?"),
        ("trace",),
        _morphology,
    ),
    Question("order", message("In which order does BPE apply its merges?"), ("trace",), _order),
    Question(
        "decoding", message("Why is the decoded text not what I typed?"), ("decoded",), _decoding
    ),
)
"""The order is the order on screen."""

_BY_ID = {question.id: question for question in QUESTIONS}
