"""Hold the figures of the literature, each with its source.

If a printed figure differs from its formula, the figure here follows the formula.
"""

# Hugging Face course, chapter 6, "WordPiece tokenization" and "Byte-Pair Encoding tokenization".
TOY = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}

# (left, right, token, pair count, left count, right count, number of ties)
TOY_WORDPIECE = [
    ("##g", "##s", "##gs", 5, 20, 5, 1),
    ("h", "##u", "hu", 15, 15, 36, 6),
    ("hu", "##gs", "hugs", 5, 15, 5, 1),
    ("hu", "##g", "hug", 10, 10, 15, 1),
    ("p", "##u", "pu", 17, 17, 21, 4),
    ("b", "##u", "bu", 4, 4, 4, 1),
    ("bu", "##n", "bun", 4, 4, 16, 1),
    ("pu", "##g", "pug", 5, 17, 5, 2),
    ("pu", "##n", "pun", 12, 12, 12, 1),
]
TOY_BPE = [
    ("u", "g", 20),
    ("u", "n", 16),
    ("h", "ug", 15),
    ("p", "un", 12),
    ("p", "ug", 5),
    ("hug", "s", 5),
    ("b", "un", 4),
]

# The four sentences of the same chapters, split by BERT's pre-tokenizer.
COURSE = dict.fromkeys(
    "This is the Hugging Face Course . chapter about tokenization section shows several "
    "tokenizer algorithms Hopefully , you will be able to understand how they are trained "
    "and generate tokens".split(),
    1,
) | {"This": 3, "is": 2, ".": 4}

COURSE_WORDPIECE = (
    "ab ##fu Fa Fac ##ct ##ful ##full ##fully Th ch ##hm cha chap chapt ##thm "
    "Hu Hug Hugg sh th is ##thms ##za ##zat ##ut"
).split()
COURSE_WORDPIECE_TIES = [2, 1, 2, 1, 2, 1, 1, 1, 4, 2, 1, 2, 1, 2, 1, 1, 1, 1, 1, 1, 6, 1, 4, 1, 1]

# First scores as printed, and the vocabulary: special tokens, alphabet by code point, learned.
COURSE_WORDPIECE_SCORES = {
    ("T", "##h"): 0.125,
    ("##h", "##i"): 0.03409090909090909,
    ("##i", "##s"): 0.02727272727272727,
    ("i", "##s"): 0.1,
    ("t", "##h"): 0.03571428571428571,
    ("##h", "##e"): 0.011904761904761904,
}
COURSE_WORDPIECE_VOCABULARY = (
    "[PAD] [UNK] [CLS] [SEP] [MASK] ##a ##b ##c ##d ##e ##f ##g ##h ##i ##k ##l ##m ##n ##o ##p "
    "##r ##s ##t ##u ##v ##w ##y ##z , . C F H T a b c g h i s t u w y"
).split() + COURSE_WORDPIECE

# The same sentences, split at spaces.
COURSE_SPACES = dict.fromkeys(
    "This is the Hugging Face Course. chapter about tokenization. section shows several tokenizer "
    "algorithms. Hopefully, you will be able to understand how they are trained and generate "
    "tokens.".split(),
    1,
) | {"This": 3, "is": 2}

# GPT-2 words: a space before a word belongs to it, as Ġ.
COURSE_GPT2 = {
    (word if word in {"This", ".", ",", "Hopefully"} else "Ġ" + word): count
    for word, count in COURSE.items()
}
COURSE_BPE = ("Ġt is er Ġa Ġto en Th This ou se Ġtok Ġtoken nd Ġis Ġth Ġthe in Ġab Ġtokeni").split()

COURSE_BPE_COUNTS = {
    ("T", "h"): 3,
    ("h", "i"): 3,
    ("i", "s"): 5,
    ("Ġ", "i"): 2,
    ("Ġ", "t"): 7,
    ("t", "h"): 3,
}

# Sennrich, Haddow & Birch's example, as a Chinese article runs it.
LOW_LOWER = {"low": 5, "lower": 2, "newest": 6, "widest": 3}
LOW_LOWER_BPE = [
    ("e", "s"),
    ("es", "t"),
    ("est", "</w>"),
    ("l", "o"),
    ("lo", "w"),
    ("n", "e"),
    ("ne", "w"),
    ("new", "est</w>"),
    ("low", "</w>"),
    ("w", "i"),
    ("wi", "d"),
    ("wid", "est</w>"),
    ("low", "e"),
    ("lowe", "r"),
    ("lower", "</w>"),
]

# Stanford's CS336, Language Modeling from Scratch, assignment 1: ties go to the greater pair.
# (left, right, pair count, number of ties)
CS336 = {"low": 5, "lower": 2, "widest": 3, "newest": 6}
CS336_BPE = [
    ("s", "t", 9, 2),
    ("e", "st", 9, 1),
    ("o", "w", 7, 2),
    ("l", "ow", 7, 1),
    ("w", "est", 6, 3),
    ("n", "e", 6, 2),
    ("ne", "west", 6, 1),
    ("w", "i", 3, 3),
    ("wi", "d", 3, 2),
    ("wid", "est", 3, 1),
    ("low", "e", 2, 2),
    ("lowe", "r", 2, 1),
]

# A blog post on WordPiece; its "_" ends a word. By the stated formula, not by its code.
BLOG = {"hug_": 5, "pugs_": 2, "pun_": 6, "bun_": 3, "hugs_": 2}
BLOG_WORDPIECE = [("g", "s", 4, 9, 4, 1), ("h", "u", 7, 7, 18, 9), ("hu", "g", 5, 7, 5, 1)]

# The same by its code, which counts a symbol once for each pair that contains it, and rounds.
BLOG_CODE = [
    ("h", "u", 7, 7, 36, 0.0278),
    ("hu", "g", 7, 7, 18, 0.0556),
    ("g", "s", 2, 4, 8, 0.0625),
]

# The toy by the gain in log-likelihood. No source prints it; computed as the sum of c ln(c / N).
TOY_LIKELIHOOD = [
    ("##u", "##g", 20, 28.0178),
    ("##u", "##n", 16, 42.6973),
    ("h", "##ug", 15, 26.7232),
    ("p", "##un", 12, 11.1664),
    ("p", "##ug", 5, 16.2541),
    ("b", "##un", 4, 13.4982),
    ("hug", "##s", 5, 5.6549),
]

# Top-down WordPiece. "code" is what the program of TensorFlow Text learns, "guide" what its guide
# describes: the tokens longer than a character after the first round, and after the fourth.
PREFIXES = dict.fromkeys("undo unable untie unfit doable tieable".split(), 50)


def _both(first: str, last: str) -> dict[str, tuple[str, str]]:
    return {"guide": (first, last), "code": (first, last)}


TOP_DOWN = {
    ("toy", 4): _both("##gs ##ug ##ugs ##un bun hug hugs pug pun", "bun hug hugs pug pun"),
    ("toy", 5): _both("##gs ##ug ##ugs ##un hug hugs pug pun", "hug hugs pug pun"),
    ("toy", 10): _both("##ug ##un hug pun", "hug pun"),
    ("toy", 12): {"guide": ("##ug ##un hug pun", "hug pun"), "code": ("##ug ##un pun", "##ug pun")},
    ("toy", 15): {"guide": ("##ug ##un hug pu", "hug pu"), "code": ("##ug ##un", "##ug ##un")},
    ("toy", 17): {"guide": ("##ug pu", "pu"), "code": ("", "")},
    ("prefixes", 100): {
        "guide": ("##able ##ble ##ie ##le un", "##able ##ie un"),
        "code": ("##able ##ble ##le", "##able"),
    },
}

# Encoding. The published walkthrough's ten tokens, after the course's printed third merge.
WALKTHROUGH = "b h p ##g ##n ##s ##u ##gs hu hug".split()
WALKTHROUGH_ENCODED = {
    "hugs": "hug ##s",
    "bugs": "b ##u ##gs",
    "mug": "[UNK]",
    "bum": "[UNK]",
    "pugs": "p ##u ##gs",
}
# BPE under the toy's first three merges.
TOY_BPE_ENCODED = {"bug": "b ug", "mug": "[UNK] ug", "thug": "[UNK] hug", "unhug": "un hug"}
COURSE_SENTENCE = "This is the Hugging Face course!"
COURSE_SENTENCE_ENCODED = (
    "Th ##i ##s is th ##e Hugg ##i ##n ##g Fac ##e c ##o ##u ##r ##s ##e [UNK]"
)
COURSE_WORDPIECE_ENCODED = {
    "Hugging": "Hugg ##i ##n ##g",
    "HOgging": "[UNK]",
    COURSE_SENTENCE: COURSE_SENTENCE_ENCODED,
}
COURSE_GPT2_SENTENCE = "This is not a token."
COURSE_GPT2_SENTENCE_ENCODED = "This Ġis Ġ n o t Ġa Ġtoken ."
# The blog's segmenter, under the vocabulary its own code learns.
BLOG_VOCABULARY = "b g h n p s u _ hu hug gs".split()
BLOG_ENCODED = {"hugs": "hug s", "bugs": "b u gs", "mug": "[UNK]", "hum": "hu [UNK]"}
# A Chinese article's table, longest token first.
CHINESE_TABLE = "errrr</w> tain</w> moun est</w> high the</w> a</w>".split()
CHINESE_ENCODED = {
    "the</w>": "the</w>",
    "highest</w>": "high est</w>",
    "mountain</w>": "moun tain</w>",
}

# Hugging Face course, chapter 6, "Unigram tokenization", with P(p) = 17/210 as it occurs 17 times.
TOY_UNIGRAM_COUNTS = dict(
    zip(
        "h u g hu ug p pu n un b bu s hug gs ugs".split(),
        [15, 36, 20, 15, 20, 17, 17, 16, 16, 4, 4, 5, 15, 5, 5],
        strict=True,
    )
)
# Word to the probability of its best splits, and these, the one that is taken first.
TOY_UNIGRAM_SPLITS = {
    "hug": (0.071429, ["hug"]),
    "pug": (0.00771, ["p ug", "pu g"]),
    "pun": (0.006168, ["p un", "pu n"]),
    "bun": (0.001451, ["b un", "bu n"]),
    "hugs": (0.001701, ["h ugs", "hu gs", "hug s"]),
    "unhug": (0.005442, ["un hug"]),
    "huggun": (0.000518, ["hug g un"]),
}
TOY_UNIGRAM_REMOVALS = {
    "first-seen": [
        *((piece, 0) for piece in "hu ug un gs ugs".split()),
        *(("bu", 5.6817), ("pu", 23.6847), ("hug", 46.8721)),
    ],
    "last-seen": [
        *((piece, 0) for piece in "ugs gs bu pu hu".split()),
        *(("ug", 7.5817), ("un", 22.1807), ("hug", 46.8721)),
    ],
}
COURSE_UNIGRAM_FREQUENT = [
    *(("▁t", 7), ("is", 5), ("er", 5), ("▁a", 5), ("▁to", 4), ("to", 4), ("en", 4)),
    *(("▁T", 3), ("▁Th", 3), ("▁Thi", 3)),
]
COURSE_UNIGRAM_ENCODED = "▁This ▁is ▁the ▁Hugging ▁Face ▁ c ou r s e ."
