"""Where BPE and WordPiece come from, and which models use which marks."""

from pages.lessons import questions
from pages.lessons.model import Lesson, Link, Quiz, Scene
from pages.lessons.panels import sources, training
from pages.lessons.prose import prose
from wordpiece.message import message

LESSON = Lesson(
    id="origins",
    title=message("Where BPE and WordPiece come from"),
    point=message(
        "BPE began as data compression and WordPiece in voice search, but a mark such as ## does "
        "not show which of them made a vocabulary."
    ),
    training="abracadabra",
    scenes=(
        Scene(
            "Byte-pair encoding began as data compression: replace the most frequent pair by a "
            "new symbol, and repeat this. This example stops when no pair occurs more than once: "
            "the {corpus-tokens @0} letters of `abracadabra` become {corpus-tokens @end} "
            "symbols.",
            training.Walk("abracadabra", 1),
        ),
        Scene(
            "WordPiece comes from Google’s voice search for Japanese and Korean. Later, "
            "machine translation used BPE (in Edinburgh) and WordPiece (at Google). From "
            "machine translation, GPT took BPE, and BERT took WordPiece.",
            sources.Works(
                (message("who"), message("algorithm")),
                (
                    ("Gage", "BPE", sources.GAGE),
                    ("Schuster & Nakajima", "WordPiece", sources.SCHUSTER),
                    ("Sennrich, Haddow & Birch", "BPE", sources.SENNRICH),
                    ("Wu et al.", "WordPiece", sources.WU),
                    ("Radford et al.: GPT", "BPE", sources.GPT),
                    ("Kudo & Richardson: SentencePiece", "BPE, Unigram", sources.SENTENCEPIECE),
                    ("Devlin et al.: BERT", "WordPiece", sources.BERT),
                    ("Radford et al.: GPT-2", prose("byte-level BPE"), sources.GPT_2),
                ),
            ),
        ),
        Scene(
            "A mark shows how a tokenizer writes the borders of words. It does not show how "
            "the vocabulary was trained: many vocabularies with `##` were trained as in BPE, "
            "by merging the most frequent pair.",
            sources.Works(
                (message("mark"), message("model")),
                (
                    (
                        "##",
                        "BERT, DistilBERT, MobileBERT, Funnel Transformer, MPNet",
                        sources.BERT_CODE,
                    ),
                    ("</w>", "GPT", sources.GPT),
                    ("Ġ", "GPT-2, RoBERTa, BART, DeBERTa v1", sources.GPT_2),
                    (
                        "▁",
                        "SentencePiece (T5, Llama 2, DeBERTa v2, DeBERTa v3)",
                        sources.SENTENCEPIECE,
                    ),
                ),
            ),
        ),
    ),
    exercise=Quiz(
        "This training writes `##` and ranks pairs by count. Which pair does it merge first?",
        questions.Next("toy-library", 0),
    ),
    link=Link("train?recipe=hugging-face&step=1"),
)
