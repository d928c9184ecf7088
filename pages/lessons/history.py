"""Where BPE and WordPiece come from, and which models use them."""

from pages.lessons import panels, questions
from pages.lessons.model import Lesson, Link, Quiz, Scene
from pages.lessons.prose import prose
from wordpiece.message import message

COURSE_BPE = "https://huggingface.co/learn/llm-course/chapter6/5"
COURSE_WORDPIECE = "https://huggingface.co/learn/llm-course/chapter6/6"

LESSON = Lesson(
    id="history",
    title=message("Where they come from"),
    point=message("BPE began as data compression, WordPiece as a way to search by voice."),
    training="abracadabra",
    scenes=(
        Scene(
            "Byte-pair encoding began as compression: replace the most frequent pair by one "
            "new symbol, while some pair repeats. Here {corpus-tokens @0} symbols become "
            "{corpus-tokens @end}.",
            panels.Walk("abracadabra", 1),
        ),
        Scene(
            "WordPiece began in voice search for Japanese and Korean. Later, translation split "
            "rare words by BPE, and language models took over both.",
            panels.Works(
                (message("who"), message("what was new")),
                (
                    panels.Work(
                        "Gage",
                        prose("BPE, to compress data"),
                        "A New Algorithm for Data Compression, 1994",
                        "https://dl.acm.org/doi/10.5555/177910.177914",
                    ),
                    panels.Work(
                        "Schuster & Nakajima",
                        prose("WordPiece, for voice search"),
                        "Japanese and Korean Voice Search, 2012",
                        "https://research.google/pubs/japanese-and-korean-voice-search/",
                    ),
                    panels.Work(
                        "Sennrich, Haddow & Birch",
                        prose("BPE within words, for translation"),
                        "ACL 2016",
                        "https://aclanthology.org/P16-1162",
                    ),
                    panels.Work(
                        "OpenAI",
                        prose("BPE to pretrain a language model, GPT"),
                        "LLM Course, 6.5",
                        COURSE_BPE,
                    ),
                    panels.Work(
                        "Google",
                        prose("WordPiece to pretrain BERT"),
                        "LLM Course, 6.6",
                        COURSE_WORDPIECE,
                    ),
                    panels.Work(
                        "Radford et al.",
                        prose("bytes as base vocabulary, for GPT-2: nothing is unknown"),
                        "OpenAI 2019",
                        "https://cdn.openai.com/better-language-models/"
                        "language_models_are_unsupervised_multitask_learners.pdf",
                    ),
                ),
            ),
        ),
        Scene(
            "Many models share a way to split words, and its mark shows which: `##` is "
            "WordPiece, `Ġ` byte-level BPE, and `</w>` BPE with the end of a word as a symbol.",
            panels.Works(
                (message("models"), message("tokens")),
                (
                    panels.Work("GPT", prose("BPE, `</w>`"), "LLM Course, 6.5", COURSE_BPE),
                    panels.Work(
                        "GPT-2, RoBERTa",
                        prose("byte-level BPE, `Ġ`"),
                        "LLM Course, 6.5",
                        COURSE_BPE,
                    ),
                    panels.Work(
                        "BART, DeBERTa",
                        prose("byte-level BPE, `Ġ`"),
                        "Transformers",
                        "https://huggingface.co/docs/transformers/model_doc/deberta",
                    ),
                    panels.Work(
                        "BERT, DistilBERT, MobileBERT, Funnel Transformers, MPNET",
                        prose("WordPiece, `##`"),
                        "LLM Course, 6.6",
                        COURSE_WORDPIECE,
                    ),
                ),
            ),
        ),
        Scene(
            "The same sentences, as BERT’s family and as GPT-2’s family would learn them. "
            "GPT-2 keeps the space with the word, as `Ġ`, so tokens can begin with it.",
            panels.Side(("course", "course-bpe"), 19),
        ),
    ),
    exercise=(
        Quiz(
            "Compression goes on after {token @1}. Which pair can it replace next?",
            questions.Next("abracadabra", 1),
        ),
    ),
    link=Link(
        message("Train GPT-2’s kind on Train"), "train?corpus=course&recipe=byte-level-bpe&step=1"
    ),
)
