"""Lesson plans for teachers: screens to show, durations, questions, common mistakes.

`python -m docs.plans` writes the same plans to docs/teaching.md.
"""

from pages.lessons.model import Link
from pages.lessons.plan import LessonPlan, PlanStep
from pages.lessons.prose import prose
from wordpiece.message import message

SHARED = (
    message(
        "Keep this plan on a screen of your own: your phone, or a window that stays off the "
        "projector; Q shows it as a QR code to scan. Each link opens in a new tab. Drag it to the "
        "projector, or open the same plan on the projector's computer."
    ),
    message(
        "The links begin in presenter mode. A clicker or the arrow keys move, the question mark "
        "shows all keys, Q shows the screen as a QR code, Esc leaves the mode."
    ),
    message(
        "For votes, phones must reach the app: open it by a name or number in the network, not as "
        "localhost. Without phones count raised hands: the keys 1 to 4 add a hand to an answer."
    ),
)

FIRST_MERGE = PlanStep(
    minutes=7,
    title=message("The first merge: vote"),
    places=(Link(message("The pairs, the winner hidden"), "train?present=1&pace=reveal&step=0"),),
    do=prose(
        "Say the rule aloud: times together, divided by times left × times right. One minute to "
        "work alone, then vote."
    ),
    ask=prose("Which pair merges first?"),
    answer=prose(
        "{pair @1}: {formula ##g ##s @0}. The most frequent pair, {frequent @0}, has only {formula "
        "##u ##g @0}."
    ),
    wrong=prose("They choose {frequent @0}, the most frequent pair. That is BPE's rule."),
    why=prose(
        "Most texts tell of BPE first, and “most often” sounds like “best”. Here a pair also pays "
        "for how often its parts occur without each other: `##s` never follows anything but `##g`."
    ),
    votes=True,
)

PARTING = PlanStep(
    minutes=6,
    title=message("The same words, another first merge"),
    places=(
        Link(message("WordPiece and BPE side by side"), "compare?present=1&step=1"),
        Link(message("Lesson: BPE by hand, part 3"), "lessons?present=1&lesson=wordpiece&part=5"),
    ),
    do=prose("Let them say first what BPE merges. Then open the second link and read both scores."),
    ask=prose("Why does BPE begin with another pair?"),
    answer=prose(
        "BPE merges the pair that occurs most often, {pair @1 of toy-bpe}, {count u g @0 of "
        "toy-bpe} times. WordPiece merges {pair @1}, which occurs {count ##g ##s @0} times."
    ),
    wrong=prose("“One of the two is wrong.” Or: “In my notebook both gave the same vocabulary.”"),
    why=prose(
        "Both do what their rule says. But the `tokenizers` library trains BPE under the name of "
        "WordPiece, so whoever compares the two there sees no difference."
    ),
)

LONGEST_MATCH = PlanStep(
    minutes=6,
    title=message("Reading a new word"),
    places=(Link(message("Encode: pugs and mug"), "encode?present=1&step=9&text=pugs mug"),),
    do=prose("Ask before you open the link. Afterwards encode a word that the class calls out."),
    ask=prose("Which tokens does each tokenizer make of `mug`? Training never saw an m."),
    answer=prose(
        "WordPiece: {own mug @end}, the whole word. BPE: {own mug @end of toy-bpe}, only the "
        "letter."
    ),
    wrong=prose("They give WordPiece the tokens of BPE: only the letter is unknown."),
    why=prose(
        "Longest match starts at the left and must cover the word. Where nothing fits, it gives "
        "up on all of it; BPE merges what it can, and leaves the rest."
    ),
)

PLANS = (
    LessonPlan(
        id="45",
        title=message("45 minutes: why WordPiece is not BPE"),
        line=message(
            "Before: counting and fractions are enough. After: students find the next merge by "
            "either rule, cut a word by longest match, and say what each algorithm loses."
        ),
        before=(*SHARED, message("Print worksheet.html from Take home, one for two students.")),
        steps=(
            PlanStep(
                minutes=4,
                title=message("Why tokens at all"),
                places=(
                    Link(
                        message("Lesson: words, characters, subwords"),
                        "lessons?present=1&lesson=why-subwords",
                    ),
                ),
                do=prose("Ask first, collect two or three answers, then go through the parts."),
                ask=prose("What does a language model do with a word that it has never seen?"),
                answer=prose(
                    "It reads no words but tokens of a finite list. With whole words a new one is "
                    "unknown; with characters nothing is, but texts get long; subwords lie between."
                ),
                wrong=prose("“It knows all words.” Or: “It looks the word up.”"),
                why=prose("They see what a model writes, and never the list that it reads with."),
            ),
            PlanStep(
                minutes=4,
                title=message("Counting pairs"),
                places=(Link(message("Five words and their pairs"), "train?present=1&step=0"),),
                do=prose(
                    "Say what `##` means: this symbol continues a word. Everybody writes a number "
                    "down before anybody speaks."
                ),
                ask=prose("How often does `##u` + `##g` occur in this corpus?"),
                answer=prose(
                    "{count ##u ##g @0} times: {frequency hug} in hug, {frequency pug} in pug, "
                    "{frequency hugs} in hugs."
                ),
                wrong=prose("They count words, and not how often each word occurs."),
                why=prose(
                    "The list shows each word once. The number beside it says how often the text "
                    "has it."
                ),
            ),
            FIRST_MERGE,
            PlanStep(
                minutes=4,
                title=message("A tie"),
                places=(
                    Link(
                        message("After the first merge, the winner hidden"),
                        "train?present=1&pace=reveal&step=1",
                    ),
                    Link(
                        message("Lesson: WordPiece by hand, part 4"),
                        "lessons?present=1&lesson=wordpiece&part=6",
                    ),
                ),
                do=prose("Let them find that several scores are equal. Then ask."),
                ask=prose("{tied-now @1} pairs share the best score. Which one merges?"),
                answer=prose(
                    "{pair @2}: here a tie goes to the pair seen first in the corpus. Another rule "
                    "would be as right, and give another vocabulary."
                ),
                wrong=prose("“Any of them.” Or: “The more frequent one.”"),
                why=prose(
                    "The formula says nothing about ties, and most texts do not, either. A program "
                    "has to decide, or the same text trains another vocabulary each time."
                ),
            ),
            PlanStep(
                minutes=8,
                title=message("On paper, in pairs"),
                places=(Link(message("Take home: worksheet.html"), "take_home?step=3"),),
                do=prose(
                    "Two students, one worksheet: the counts and scores of the next merge. One "
                    "counts, the other checks. The answers have a page of their own."
                ),
                ask=prose(
                    "After {pair @1}: which words change, and which numbers must be counted anew?"
                ),
                answer=prose(
                    "Only `hugs` changes, to {split hugs @1}. But `##g` now occurs {symbol ##g @1} "
                    "times, not {symbol ##g @0}, so every score with `##g` in it has new counts: "
                    "that of `##u` + `##g` is {formula ##u ##g @1}."
                ),
                wrong=prose("They go on with the old counts, or change only the merged pair's."),
                why=prose(
                    "A merge uses its two symbols up. In BPE only pairs around the merge change; "
                    "in WordPiece, every pair that shares a symbol with it, wherever it stands."
                ),
            ),
            PARTING,
            LONGEST_MATCH,
            PlanStep(
                minutes=6,
                title=message("Questions for all"),
                places=(
                    Link(message("Predict, set 1"), "predict?present=1&set=1&step=0"),
                    Link(message("Predict on each student's own screen"), "predict?set=1&step=0"),
                ),
                do=prose(
                    "Vote on two or three questions, or press Q with the second link open: "
                    "students scan it, and everybody has the same questions."
                ),
                ask=prose("Each question, and then: which number in your reason decided it?"),
                answer=prose("Enter shows it, with the figures of both pairs."),
                wrong=prose("A right pair with a reason from the other algorithm."),
                why=prose("The two often agree. Only the reason shows which rule was used."),
                votes=True,
            ),
        ),
        after=(
            message(
                "The worksheet for BPE on the same words, with its answers on a page of their own. "
                "One right answer each: the tie rule stands beside every step."
            ),
            message(
                "Or the lesson on where the formula comes from: Google never published its trainer."
            ),
        ),
        more=(
            Link(message("Worksheet for BPE"), "take_home?recipe=bpe&step=3"),
            Link(message("Lesson: likelihood"), "lessons?lesson=who-says-so"),
        ),
    ),
    LessonPlan(
        id="20",
        title=message("20 minutes: for those who know BPE"),
        line=message(
            "Before: students can train BPE by hand. After: they can say what WordPiece changes in "
            "training, what it changes in encoding, and what a library really does."
        ),
        before=SHARED,
        steps=(
            FIRST_MERGE,
            PlanStep(
                minutes=4,
                title=message("Where the formula comes from"),
                places=(
                    Link(message("Lesson: likelihood"), "lessons?present=1&lesson=who-says-so"),
                ),
                do=prose("Go through the parts; stop where the text says what nobody knows."),
                ask=prose("Who says that WordPiece is trained by this formula?"),
                answer=prose(
                    "The Hugging Face course, which reconstructed it from the literature. Google "
                    "never published its trainer."
                ),
                wrong=prose("“Google’s paper gives it.”"),
                why=prose("Many texts print the formula without saying where it comes from."),
            ),
            PlanStep(
                minutes=5,
                title=message("The same merges, two results"),
                places=(
                    Link(
                        message("Merges replayed on pugs"),
                        "encode?present=1&step=9&text=pugs&with=replay",
                    ),
                    Link(
                        message("The same word by longest match"),
                        "encode?present=1&step=9&text=pugs&with=wordpiece",
                    ),
                ),
                do=prose("Let them replay the merges first; then show longest match beside it."),
                ask=prose("Training made these merges. Does encoding need them?"),
                answer=prose(
                    "BPE replays them: {replay pugs @9}. WordPiece keeps only the vocabulary, and "
                    "takes the longest entry that fits: {match pugs @9}."
                ),
                wrong=prose("They encode with WordPiece as they learned it for BPE."),
                why=prose("The training loops look alike, so the encoders are taken to be alike."),
            ),
            PlanStep(
                minutes=4,
                title=message("What a library does"),
                places=(
                    Link(
                        message("Lesson: the tokenizers library"),
                        "lessons?present=1&lesson=who-says-so&part=2",
                    ),
                ),
                do=prose("Let them guess the first merge of `tokenizers` before you show it."),
                ask=prose("Which rule does a trainer follow whose name is WordPieceTrainer?"),
                answer=prose(
                    "The count, as BPE does: it begins with {pair @1 of toy-library}, and not with "
                    "{pair @1}."
                ),
                wrong=prose("“The name says it.”"),
                why=prose(
                    "Encoding there is WordPiece's longest match, so the result looks right; only "
                    "the vocabulary tells."
                ),
            ),
        ),
        after=(
            message(
                "The worksheet for WordPiece: merges to find by the other rule, and its answers."
            ),
            message("Or the lesson on slips in well-known texts: find them before it tells them."),
        ),
        more=(
            Link(message("Worksheet for WordPiece"), "take_home?step=3"),
            Link(message("Lesson: errata"), "lessons?lesson=errata"),
        ),
    ),
)
