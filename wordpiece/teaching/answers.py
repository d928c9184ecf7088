"""What learners ask, answered on the training that is on their screen.

    QUESTIONS                       fifteen, as learners put them, each with its panels
    answer("ties", context)         a few sentences, with figures of that training and step

Each question has a function from a `Context` to an `Answer`; it gives None where the training
holds no case of it, and then `answer` takes one from a small corpus of the literature and says
so. Work is bounded: at most `WORDS` words or `MERGES` merges are looked through.

Source of the questions: what was asked again and again in the issues of tokenizer libraries
and courses, such as huggingface/tokenizers, google-research/bert and karpathy/minbpe.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import chain, islice, pairwise
from typing import Any

from wordpiece.encoding.decoders import decode_encoded, losses
from wordpiece.encoding.decoders import sentence as loss_in_words
from wordpiece.encoding.encoders import BPEEncoder, WordPieceEncoder, unchanged
from wordpiece.message import Part, Token, parts
from wordpiece.records import MergeStep, Pair, PairScore, StopReason
from wordpiece.scoring import WORDPIECE, TieBreak
from wordpiece.teaching.wording import (
    Sentence,
    formula,
    in_lowest_terms,
    merges_in_words,
    plus,
    spaced,
    stopped,
    times,
    unknown_word,
    vocabulary_or_merges,
)
from wordpiece.text.normalizers import Normalizer
from wordpiece.text.pre_tokenizers import PRE_TOKENIZERS, bytes_to_text, split_words, text_to_bytes
from wordpiece.trainer import BERT_SPECIAL_TOKENS, BPETrainer, Trainer, WordPieceTrainer
from wordpiece.training.timeline import Timeline

WORDS, MERGES, NEARBY = 500, 2_000, 5
"""Words, merges, and steps before or after the one on screen, that are looked through."""

LISTED = 4
"""Pairs or tokens that a sentence names."""

LIMIT = 100
"""Characters of a word that are looked at; also where BERT's own limit is."""

RETRAINED = 50
"""Merges that are made again."""

LARGE = 200_000
"""Characters in the words of a corpus from which it is not trained again on the spot."""

TOY = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
LOW_LOWER = {"low": 5, "lower": 2, "newest": 6, "widest": 3}


@dataclass(frozen=True)
class Context:
    """What is on the learner's screen.

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
        example: the corpus that the figures are from if it is not the one on screen, else "".
    """

    sentences: tuple[Sentence, ...]
    figures: Mapping[str, Any] = field(default_factory=dict)
    example: str = ""


Find = Callable[[Context], "Answer | None"]


@dataclass(frozen=True)
class Question:
    """One question.

    Attributes:
        id: its name.
        text: as a learner would put it.
        panels: the parts of the screen beside which it comes up.
        find: works the answer out; None if the training has no case of it.
    """

    id: str
    text: str
    panels: tuple[str, ...]
    find: Find


def asked_at(panel: str) -> list[Question]:
    """The questions of a panel, in order."""
    return [question for question in QUESTIONS if panel in question.panels]


def answer(id: str, context: Context) -> Answer:
    """The answer to a question on a training, or on a small example if it has no case of it.

    >>> from wordpiece.teaching.wording import plain
    >>> toy = example("ties")[1]
    >>> print(*map(plain, answer("ties", toy).sentences[:2]), sep="\\n")
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
    lead: Sentence = (
        f"This corpus has no case of it near this step, so here are {name}, "
        f"after {merges_in_words(other.step)}.",
    )
    return replace(found, sentences=(lead, *found.sentences), example=name)


def example(id: str) -> tuple[str, Context]:
    """The small corpus that has a case of a question, by name, at a step that shows it."""
    if id == "order":
        return "the words low, lower, newest, widest", _small(
            tuple(LOW_LOWER.items()), 15, text="nest"
        )
    if id == "prefix":
        return "the toy words with thug added", _small((*TOY.items(), ("thug", 1)), 3)
    step = {"ties": 1, "rescoring": 2, "morphology": 9}.get(id, 3)
    return "the toy words", _small(tuple(TOY.items()), step, text="pugs" * (id == "morphology"))


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


# Sentences.


def _listed(things: Iterable[Sequence[Part]], between: str = ", ") -> list[Part]:
    listed: list[Part] = []
    for thing in things:
        listed += [between, *thing] if listed else thing
    return listed


def _some(things: Sequence[Sequence[Part]]) -> list[Part]:
    """The first few of some things, and how many more there are."""
    more = len(things) - LISTED
    return _listed(things[:LISTED]) + ([f", and {more:,} more"] if more > 0 else [])


def _around(c: Context) -> list[int]:
    """The step on screen and those near it, the nearest first."""
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
    same = f", after {merges_in_words(step - 1)} that are the same," if step > 1 else ""
    sentences: list[Sentence] = [
        (
            "The tokenizers library trains its WordPiece by BPE's rule, the highest count; "
            "only the ## marks are WordPiece's. So you compared BPE with BPE.",
        ),
        (
            f"Here{same} that rule takes ", *plus(theirs.pair),
            f", met {times(theirs.pair_count)}.",
        ),
        ("WordPiece's own score takes ", *plus(ours.pair),
         f": {formula(ours, c.timeline.score)}."),
    ]  # fmt: skip
    figures = {"step": step, "wordpiece": ours, "hugging_face": theirs}
    if c.bpe is not None and step <= len(c.bpe):
        bpe = figures["bpe"] = c.bpe.merge(step)
        sentences.append(
            ("BPE without marks makes ", *plus(bpe.pair), f" its merge {step:,}, met "
             f"{times(bpe.pair_count)}.")
        )  # fmt: skip
    return Answer(tuple(sentences), figures)


def _ties(c: Context) -> Answer | None:
    """``step``, ``tied``, ``score``, ``winner``, ``word``, ``alphabetical``."""
    step = next((k for k in _around(c) if c.timeline.scores(k).ties > 1), None)
    if step is None:
        return None
    timeline, table = c.timeline, c.timeline.scores(step)
    tied, best = table.tied, table.rows(0, 1)[0]
    value = in_lowest_terms(best, timeline.score)
    when = "now" if step == c.step else f"before merge {step + 1:,}"
    word = timeline.words[timeline.counted_in(step, best.pair)[0][0]]
    why: dict[TieBreak, Sentence] = {
        "first-seen": ("Here the pair seen first wins: ", *plus(best.pair), ", in ", Token(word),
                       "."),
        "alphabetical": ("Here the first in alphabetical order wins: ", *plus(best.pair), "."),
        "random": (f"Here a draw with the seed {c.seed:,} decides: ", *plus(best.pair), "."),
    }  # fmt: skip
    rule = timeline.tie_break
    other = tied[0] if rule == "alphabetical" else min(tied)
    name = "By first sight" if rule == "alphabetical" else "By the alphabet"
    sentences: list[Sentence] = [
        (f"{len(tied):,} pairs share the best score {when}, {value}: ",
         *_some([plus(pair) for pair in tied]), "."),
        ("The score cannot choose, so a rule must. ", *why[rule]),
    ]  # fmt: skip
    if other != best.pair:
        sentences.append(
            (f"{name} it would be ", *plus(other), ", and the merges after it may differ too.")
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
    chance = (
        f"Ties are drawn with the seed {c.seed:,}, so the same seed gives the same draw."
        if timeline.tie_break == "random"
        else "Nothing here depends on chance: equal scores are decided by a fixed rule."
    )
    figures: dict[str, Any] = {"merges": merges, "same": same}
    sentences: list[Sentence] = [
        (f"Trained again just now: of the first {merges_in_words(merges)}, {same:,} came out "
         "the same.",),
        (chance,),
    ]  # fmt: skip
    rule: TieBreak = "first-seen" if timeline.tie_break == "alphabetical" else "alphabetical"
    name = "first sight" if rule == "first-seen" else "the alphabet"
    for k, pair in enumerate(trained_again(rule), 1):
        if pair != timeline.pair(k):
            figures |= {"step": k, "pair": timeline.pair(k), "other": pair}
            sentences.append(
                (f"With ties decided by {name}, merge {k:,} would be ", *plus(pair),
                 " instead of ", *plus(timeline.pair(k)), "."),
            )  # fmt: skip
            break
    sentences.append(
        (
            "The tokenizers library lets the order of a hash table decide: three runs on the same "
            "four sentences gave three vocabularies (version 0.23.3).",
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
    sentences: list[Sentence] = [
        (f"Yes. Merge {step:,} joins ", *plus(merge.pair), ", so fewer of its parts are left: ",
         *_listed([(Token(symbol), f" {was:,} before, {now:,} after")
                   for symbol, (was, now) in counts.items()], "; "), "."),
        *((*plus(was.pair), f" has {formula(was, timeline.score)} before it and "
           f"{formula(now, timeline.score)} after.") for was, now in changes),
        ("A score kept from before the merge would be out of date, so each step scores anew.",),
    ]  # fmt: skip
    left = {symbol: now for symbol, (_, now) in counts.items()}
    return Answer(tuple(sentences), {"merge": merge, "changes": changes, "left": left})


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
    sentences: tuple[Sentence, ...] = (
        (
            "In the order in which they were learned, because that is how the corpus itself was "
            "merged: later merges are made of what the earlier ones left.",
        ),
        (Token(word), " becomes ", *spaced(pieces), f"; merge {first.rank + 1:,}, ",
         *plus(first.pair), ", comes first."),
        ("With the newest merge first it would become ", *spaced(newest), "."),
    )  # fmt: skip
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
    sentences: list[Sentence] = [
        ("Take ", Token(word), ". ", *unknown_word(trace)),
        (
            "That is BERT's rule: a word is made of known pieces from end to end, or not at all.",
        ),
    ]  # fmt: skip
    figures: dict[str, Any] = {"trace": trace}
    if bpe := c.bpe_encoder():
        kept = figures["bpe"] = bpe.encode_word(word)
        sentences.append(("BPE marks only the characters it never saw: ", *spaced(kept), "."))
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
    sentences: tuple[Sentence, ...] = (
        ("A word that training never saw is not unknown: single characters are tokens as well.",),
        (Token(word), " was not trained on. It becomes ", *spaced(tokens),
         f": of {len(tokens):,} pieces {single:,} "
         f"{'is a single character' if single == 1 else 'are single characters'}."),
        (f"So [UNK] is left for characters outside the alphabet of {alphabet:,} symbols."
         + (" A character that only ever began words is not in it with ##."
            if c.timeline.marking.prefix else ""),),
    )  # fmt: skip
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
    cut = f"{differing:,} of them" if differing else "none of them"
    sentences: tuple[Sentence, ...] = (
        (
            "Longest match takes the longest token that fits, from left to right. It knows "
            "nothing of stems and endings.",
        ),
        vocabulary_or_merges(word, by_match, by_replay),
        (f"Looked at {len(first):,} words that were trained on: {cut} "
         f"{'are' if differing > 1 else 'is'} cut otherwise than training itself merged them.",),
    )  # fmt: skip
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
    sentences: list[Sentence] = [
        ("The mark ## says that a token goes on with a word; without it, the token begins one.",),
        (Token(char), " begins ", Token(begins[char]), ", ", Token(prefix + char),
         " stands inside ", Token(inside[char]), ". They are two entries, ids "
         f"{ids[0]:,} and {ids[1]:,}, and counted apart."),
    ]  # fmt: skip
    conts = {prefix + char for char in (a[len(prefix) :] for a in alphabet if len(a) > 1)}
    last = min(len(c.timeline), MERGES)
    merge = next((c.timeline.merge(k) for k in range(1, last + 1)
                  if c.timeline.pair(k)[0] in conts), None)  # fmt: skip
    if merge:
        figures["merge"] = merge
        sentences.append(
            ("Joined, only the first mark stays: ", *plus(merge.pair), " make ",
             Token(merge.token), ".")
        )  # fmt: skip
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
    first: Sentence = (
        ("Merging changes how words are split; it takes nothing out of the vocabulary.",)
        if step == c.step
        else (f"Now every one of them is in some word. After {merges_in_words(step)} that ends.",)
    )
    when = "now" if step == c.step else "then"
    sentences: list[Sentence] = [
        first,
        (f"{len(unused):,} of {tokens:,} tokens, special ones aside, "
         f"{'is' if len(unused) == 1 else 'are'} in no word {when}: ",
         *_some([(Token(one),) for one in reversed(unused)]), "."),
    ]  # fmt: skip
    if merge:
        made = timeline.merge(merge).token
        sentences.append(
            ("The last of ", Token(token), " went into ", Token(made), f" at merge {merge:,}.")
        )
    sentences.append(("They stay, because a new word may need them.",))
    figures = {"step": step, "unused": unused, "tokens": tokens, "token": token, "merge": merge}
    return Answer(tuple(sentences), figures)


def _stop(c: Context) -> Answer | None:
    """``merges``, ``reason``, ``vocabulary`` = ``special`` + ``alphabet`` + ``learned``; the
    ``pairs`` still there, and the ``best`` of them."""
    timeline, last = c.timeline, len(c.timeline)
    reason, growth = timeline.stop_reason, timeline.growth(last)
    special, alphabet = len(timeline.special_tokens), len(timeline.alphabet)
    learned = growth.vocabulary - special - alphabet
    why = stopped(reason, last) or f"You stopped it by hand after {merges_in_words(last)}."
    here = f" You are at merge {c.step:,}." if c.step < last else ""
    sentences: list[Sentence] = [
        (why + here,),
        (f"The vocabulary {'now' if c.step == last else 'then'} has {growth.vocabulary:,} "
         f"entries: {special:,} special, {alphabet:,} in the alphabet and {learned:,} learned.",),
    ]  # fmt: skip
    if learned < last:
        sentences.append(
            (f"{merges_in_words(last - learned)} made a token that was there already.",)
        )
    table = timeline.scores(last)
    best = table.rows(0, 1)[0] if len(table) else None
    if best:
        sentences.append(
            (f"Pairs that could still be merged: {len(table):,}. The next would be ",
             *plus(best.pair), f", score {formula(best, timeline.score)}."
             if not timeline.score.ranks_by_count else f", met {times(best.pair_count)}."),
        )  # fmt: skip
    elif reason is StopReason.NO_PAIRS:
        sentences.append(
            (f"The corpus of {timeline.occurrences:,} words is {growth.corpus_tokens:,} tokens "
             "at the end, one for each word. To stop sooner, set a vocabulary size.",),
        )  # fmt: skip
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
    when = "now" if step == c.step else f"before merge {step + 1:,}"
    places: list[Sequence[Part]] = [(f"{count:,} in ", Token(word)) for word, count in words]
    if rest:
        places.append((f"{rest:,} in other words",))
    near = chain(range(step, 0, -1), range(step + 1, len(c.timeline) + 1))
    merges = map(c.timeline.merge, islice(near, MERGES))
    run = next((m for m in merges if m.replaced_count < m.pair_count), None)
    own = run is not None
    run = run or _run_of_three()
    sentences: tuple[Sentence, ...] = (
        ("A word counts as often as it occurs. ", *plus(row.pair),
         f" is met {times(row.pair_count)} {when}: ", *_listed(places), "."),
        parts(c.timeline.score.parts_counted(row)),
        ("In a run of the same symbol places overlap: ",
         f"at merge {run.index:,} " if own else "in the word aaa, by BPE, ",
         *plus(run.pair), f" was counted {times(run.pair_count)} and replaced "
         f"{times(run.replaced_count)}."),
    )  # fmt: skip
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
    how = (
        "Byte-level tokens carry their spaces with them. What the normalizer took away, and what "
        "is unknown, is in no token, so it is lost."
        if byte_level
        else "Decoding joins the tokens of a word and puts one space between words. What the "
        "normalizer and the pre-tokenizer took away is in no token, so it is lost."
        if marking.prefix or marking.suffix
        else "Nothing in these tokens says where a word ended, so decoding runs words together."
    )
    sentences: tuple[Sentence, ...] = (
        (how,),
        (f"“{_short(text)}” comes back as “{_short(decoded)}”.",),
        *((loss_in_words(loss),) for loss in lost[:2]),
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
    sentences: tuple[Sentence, ...] = (
        ("Two symbols side by side inside one word are a pair. Where ", Token(first),
         " ends and ", Token(second), " begins, ", Token(border[0]), " and ", Token(border[1]),
         " are none: no merge crosses from word to word."),
        (f"Now {growth.corpus_tokens:,} symbols in {c.timeline.occurrences:,} words, each counted "
         f"as often as it occurs, make {growth.corpus_tokens:,} − {c.timeline.occurrences:,} = "
         f"{places:,} places for pairs.",),
        ("What a word is, is settled before training: ", Token(CUT_DIFFERENTLY),
         f" is {cuts['whitespace']:,} word by spaces, {cuts['bert']:,} words by BERT's rule and "
         f"{cuts['gpt2']:,} by GPT-2's."),
    )  # fmt: skip
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
    sentences: tuple[Sentence, ...] = (
        (f"A word of more than {limit:,} characters is not looked at: it becomes ",
         *spaced(longer), " whatever the vocabulary holds."),
        (Token(long[0]), " followed by ", Token(long[1]), f" {limit - 1:,} times is encoded in "
         f"{len(pieces):,} tokens; with one more ", Token(long[1]), " it is unknown."),
        (f"The limit is BERT's, against web addresses and the like. Training has none: the "
         f"longest word here has {longest:,} "
         f"{'character' if longest == 1 else 'characters'}.",),
    )  # fmt: skip
    figures = {"limit": limit, "word": long, "pieces": pieces, "longer": longer}
    return Answer(sentences, figures | {"longest": longest})


QUESTIONS: tuple[Question, ...] = (
    Question(
        "library", "Why are my WordPiece and BPE vocabularies the same?",
        ("columns", "parting"), _library,
    ),
    Question("ties", "Several pairs have the same score. Which one wins?",
             ("card", "scores", "parting"), _ties),
    Question("rescoring", "Do the other scores change after a merge?",
             ("card", "scores"), _rescoring),
    Question("counts", "Why do the counts not add up?", ("card", "scores"), _counts),
    Question("pairs", "What is a pair, and can it cross two words?", ("words", "decoded"), _pairs),
    Question("unused", "Why are there tokens that no word uses?",
             ("vocabulary", "growth"), _unused),
    Question("again", "Would training again give the same vocabulary?",
             ("vocabulary", "columns"), _again),
    Question("stop", "Why does training stop?", ("growth", "columns"), _stop),
    Question("unknown", "Why does one unknown character make the whole word [UNK]?",
             ("result",), _unknown),
    Question("characters", "Why do I get single characters and not [UNK]?",
             ("result",), _characters),
    Question("limit", "Why is a very long word [UNK]?", ("result",), _limit),
    Question("prefix", "What does ## mean? Is v the same as ##v?",
             ("words", "vocabulary", "result"), _prefix),
    Question("morphology", "Why are words not cut into stem and ending?", ("trace",), _morphology),
    Question("order", "In which order does BPE apply its merges?", ("trace",), _order),
    Question("decoding", "Why is the decoded text not what I typed?", ("decoded",), _decoding),
)  # fmt: skip
"""The order is the order on screen."""

_BY_ID = {question.id: question for question in QUESTIONS}
