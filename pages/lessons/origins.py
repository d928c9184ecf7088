"""Where BPE and WordPiece come from, and which models use which marks."""

from pages.lessons import questions
from pages.lessons.model import Lesson, Link, Quiz, Scene
from pages.lessons.panels import sources, training
from pages.lessons.prose import prose
from wordpiece.message import message

GPT_2 = (
    "https://cdn.openai.com/better-language-models/"
    "language_models_are_unsupervised_multitask_learners.pdf"
)
BERT = "https://aclanthology.org/N19-1423"
GPT = (
    "https://cdn.openai.com/research-covers/language-unsupervised/language_understanding_paper.pdf"
)
SENTENCEPIECE = "https://aclanthology.org/D18-2012"

LESSON = Lesson(
    id="origins",
    title=message("Where BPE and WordPiece come from"),
    point=message(
        "BPE began as data compression, WordPiece in voice search. The marks in tokens show "
        "how a tokenizer writes the borders of words, not how its vocabulary was trained."
    ),
    training="abracadabra",
    scenes=(
        Scene(
            "Byte-pair encoding began as data compression: replace the most frequent pair by a "
            "new symbol, and repeat this as long as some pair occurs more than once. In this "
            "way, the {corpus-tokens @0} letters of `abracadabra` become {corpus-tokens @end} "
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
                    sources.Work(
                        "Gage",
                        "BPE",
                        "A New Algorithm for Data Compression, 1994",
                        "https://dl.acm.org/doi/10.5555/177910.177914",
                    ),
                    sources.Work(
                        "Schuster & Nakajima",
                        "WordPiece",
                        "Japanese and Korean Voice Search, 2012",
                        "https://research.google/pubs/japanese-and-korean-voice-search/",
                    ),
                    sources.Work(
                        "Sennrich, Haddow & Birch",
                        "BPE",
                        "Neural Machine Translation of Rare Words with Subword Units, 2016",
                        "https://aclanthology.org/P16-1162",
                    ),
                    sources.Work(
                        "Wu et al.",
                        "WordPiece",
                        "Google’s Neural Machine Translation System, 2016",
                        "https://arxiv.org/abs/1609.08144",
                    ),
                    sources.Work(
                        "Radford et al.: GPT",
                        "BPE",
                        "Improving Language Understanding by Generative Pre-Training, 2018",
                        GPT,
                    ),
                    sources.Work(
                        "Kudo & Richardson: SentencePiece",
                        "BPE, Unigram",
                        "EMNLP 2018",
                        SENTENCEPIECE,
                    ),
                    sources.Work("Devlin et al.: BERT", "WordPiece", "NAACL 2019", BERT),
                    sources.Work(
                        "Radford et al.: GPT-2",
                        prose("byte-level BPE"),
                        "Language Models are Unsupervised Multitask Learners, 2019",
                        GPT_2,
                    ),
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
                    sources.Work(
                        "##",
                        "BERT, DistilBERT, MobileBERT, Funnel Transformer, MPNet",
                        "google-research/bert",
                        "https://github.com/google-research/bert#pre-trained-models",
                    ),
                    sources.Work("</w>", "GPT", "OpenAI 2018", GPT),
                    sources.Work(
                        "Ġ",
                        "GPT-2, RoBERTa, BART, DeBERTa v1",
                        "OpenAI 2019",
                        GPT_2,
                    ),
                    sources.Work(
                        "▁",
                        "SentencePiece (T5, Llama 2, DeBERTa v2, DeBERTa v3)",
                        "EMNLP 2018",
                        SENTENCEPIECE,
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
