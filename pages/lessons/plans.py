"""Lesson plans for teachers: screens to show, durations, questions, common mistakes.

`python -m docs.plans` writes the same plans to docs/teaching.md.
"""

from dataclasses import replace

from pages.lessons import slips, who_says_so, why_subwords, wordpiece
from pages.lessons.model import Link
from pages.lessons.plan import LessonPlan, PlanStep, of_lesson
from pages.lessons.prose import prose
from wordpiece.message import message

SHARED = (
    message(
        "Keep this plan open in the app, in a window hidden from the class: during a vote the "
        "plan says how many answers are right. Its links open in new tabs. Drag these tabs to "
        "the projector. To read the plan on your phone, too, press Q for a QR code."
    ),
    message(
        "The links to the projector’s screens open in presenter mode. Arrow keys or a clicker "
        "move forward or back. The key ? lists all keys. Esc leaves the mode."
    ),
    message(
        "If the app runs on this computer, start it with “HOST=0.0.0.0 make run” for votes by "
        "phone, and open it at the computer's IP address, not as localhost. Without phones, "
        "count raised hands: the keys 1 to 4 add a hand to an answer."
    ),
)

FIRST_PAIRS = Link("train?present=1&pace=reveal&step=0")

FIRST_MERGE = PlanStep(
    minutes=9,  # one of them is for joining the room
    title=message("The first merge: vote"),
    places=(FIRST_PAIRS,),
    do=prose(
        "Read the rule aloud: “the score is the count of the pair, divided by the product of the "
        "counts of its two parts.” Each student works out three scores on paper: `##u` + `##g`, "
        "`##g` + `##s` and `h` + `##u`."
    ),
    ask=prose("Which pair merges next?"),
    answer=prose(
        "{pair @1}: {formula ##g ##s @0}. The most frequent pair, {frequent @0}, has only {formula "
        "##u ##g @0}."
    ),
    wrong=prose("Students choose {frequent @0}, the most frequent pair, as BPE does."),
    why=prose(
        "BPE comes first in the lessons, and “most frequent” sounds like “best”. But the division "
        "lowers the score of a pair whose parts often occur without each other. `##s` never occurs "
        "without `##g` before it."
    ),
    secret=("{score ##g ##s @0}", "{score ##u ##g @0}", "{pair @1}"),
    votes=True,
)

VOCABULARY = Link("train?present=1&panel=vocabulary&step=9")

HOMEWORK = message(
    "Take home has the “Worksheet for homework” and the “Worksheet for BPE”. Each step says which "
    "pair wins a tie, so it has exactly one right answer. The answers are in a separate file. "
    "Instead of paper, you can use the page By hand, which checks the answers itself. The link to "
    "it below gives all students the same table; each student hands in a result code, which "
    "contains no name."
)

BY_HAND = Link("by_hand?level=alone&table=45&step=0")

PLANS = (
    LessonPlan(
        id="45",
        title=message("45 minutes: why WordPiece is not BPE"),
        line=message(
            "Students must know fractions. Afterwards they can find the next merge by WordPiece’s "
            "and BPE’s rules, split a word by longest match, and say what each algorithm does with "
            "an unknown character."
        ),
        before=(
            *SHARED,
            message(
                "Open Take home (links below) and print the “Worksheet for a lesson”, one copy for "
                "every two students."
            ),
        ),
        steps=(
            PlanStep(
                minutes=4,
                title=why_subwords.LESSON.title,
                ask=prose("What does a language model do with a word that it has never seen?"),
                answer=prose(
                    "A model sees only tokens from a fixed list. If the tokens are whole "
                    "words, a new word is unknown. If they are characters, hardly anything is "
                    "unknown, but texts get long. Subwords are the compromise."
                ),
                wrong=prose("“It knows all words.” Or: “It looks the word up.”"),
                why=prose("Students see what a model writes, but not its vocabulary."),
                shows=tuple(of_lesson(why_subwords.LESSON, part) for part in (2, 4, 5)),
            ),
            PlanStep(
                minutes=4,
                title=message("Counting pairs"),
                places=(Link("train?present=1&panel=alone&step=0"),),
                do=prose(
                    "The screen shows the words without pairs, and says that `##` marks a symbol "
                    "that continues a word. Everyone writes an answer down. The screen after the "
                    "answer shows the counts."
                ),
                ask=prose("How often does `##u` + `##g` occur in this corpus?"),
                answer=prose(
                    "{count ##u ##g @0} times: {frequency hug} in hug, {frequency pug} in pug, "
                    "{frequency hugs} in hugs."
                ),
                wrong=prose("“3 times.” Students count words, not how often each word occurs."),
                why=prose(
                    "The list shows each word once. The number next to a word says how often that "
                    "word occurs in the corpus."
                ),
                secret=("{count ##u ##g @0}",),
                shows=(FIRST_PAIRS,),
            ),
            FIRST_MERGE,
            PlanStep(
                minutes=4,
                title=message("A tie"),
                places=(Link("train?present=1&pace=reveal&step=1"),),
                do=prose(
                    "Give each student two of the pairs on this screen. The students work out "
                    "and compare the scores. After the answer, press → to see the winner."
                ),
                ask=prose("Several pairs share the best score. Which one merges?"),
                answer=prose(
                    "All {tied-now @1} tied pairs have the score {score h ##u @1}. {pair @2} "
                    "merges, because in this training a tie goes to the pair that is seen "
                    "first in the corpus. Another rule would be just as good, but could give "
                    "another vocabulary."
                ),
                wrong=prose("“Any of them.” Or: “The most frequent one.”"),
                why=prose(
                    "The formula says nothing about ties, but a program must choose: the "
                    "Hugging Face course takes the pair seen first."
                ),
                secret=("{score h ##u @1}", "{pair @2}"),
            ),
            PlanStep(
                minutes=8,
                title=message("On paper, with a partner"),
                places=(Link("take_home?step=2"),),
                do=prose(
                    "Two students share one “Worksheet for a lesson”, which asks for the third "
                    "merge. One student counts, the other checks. Take home also has the "
                    "answers."
                ),
                ask=prose("Which words and which counts does this merge change?"),
                answer=prose(
                    "{pair @3} merges. Only `hugs` changes: it is now one symbol. `##gs` no longer "
                    "occurs, and `hu` occurs {symbol hu @3} times instead of {symbol hu @2}. So "
                    "the score of `hu` + `##g` changes too, from {score hu ##g @2} to {score hu "
                    "##g @3}."
                ),
                wrong=prose(
                    "Students keep the old counts, or change only the merged pair’s count."
                ),
                why=prose(
                    "Merging a pair lowers the counts of its two parts. In BPE only pairs that "
                    "overlap this one change their score; in WordPiece the score of any pair "
                    "that contains one of these parts can change, anywhere in the corpus."
                ),
                secret=("{score hu ##gs @2}", "{pair @3}"),
            ),
            PlanStep(
                minutes=5,
                title=message("The same words, another first merge"),
                places=(Link("train?present=1&recipe=bpe&pace=reveal&panel=alone&step=0"),),
                ask=prose(
                    "BPE merges the most frequent pair. Which pair is it here, and why did "
                    "WordPiece begin with another pair?"
                ),
                answer=prose(
                    "{pair @1 of toy-bpe}: it occurs {count u g @0 of toy-bpe} times. "
                    "WordPiece merged {pair @1}. This pair occurs only {count ##g ##s @0} "
                    "times, but no other pair’s count is so many times the count expected by "
                    "chance."
                ),
                wrong=prose(
                    "“One algorithm is wrong.” Or: “In my notebook both gave the same vocabulary.”"
                ),
                why=prose(
                    "Each algorithm follows its own rule, so neither is wrong. The "
                    "WordPieceTrainer of the `tokenizers` library ranks pairs by count, so on "
                    "these words it makes the merges of BPE, apart from `##`."
                ),
                secret=("{count u g @0 of toy-bpe}", "{pair @1 of toy-bpe}"),
                shows=(
                    Link("compare?present=1&step=1"),
                    of_lesson(wordpiece.LESSON, 5),
                ),
            ),
            PlanStep(
                minutes=5,
                title=message("Encoding a new word"),
                places=(VOCABULARY,),
                do=prose(
                    "The screen lists the vocabulary after the last merge. Let the students split "
                    "the two words of the question from left to right, each time by the longest "
                    "entry that fits. Then encode a word that the class proposes."
                ),
                ask=prose(
                    "Which tokens does WordPiece make of `pugs`? And of `mug`, with an m that "
                    "training never saw?"
                ),
                answer=prose(
                    "`pugs` becomes {match pugs @9}. `mug` becomes {own mug @end}: the whole "
                    "word is unknown. With BPE, `mug` becomes {own mug @end of toy-bpe}: only "
                    "`m` is unknown."
                ),
                wrong=prose("Students expect only `m` to be unknown, as in BPE."),
                why=prose(
                    "Longest match starts at the left and must cover the whole word. If no entry "
                    "fits at some place, the whole word becomes `[UNK]`."
                ),
                secret=("{match pugs @9}", "{own mug @end of toy-bpe}"),
                shows=(Link("encode?present=1&step=9&text=pugs mug"),),
            ),
            PlanStep(
                minutes=3,
                title=message("Exit question"),
                training="low-wordpiece",
                places=(Link("train?present=1&corpus=low&pace=reveal&panel=alone&step=0"),),
                do=prose(
                    "The words are new, the rule is WordPiece’s. Each student hands in the chosen "
                    "pair and its score on paper. Then press → to see the winner."
                ),
                ask=prose(
                    "Which of these pairs merges first: `##e` + `##s`, `l` + `##o` or `w` + `##i`?"
                ),
                answer=prose(
                    "{pair @1}: {formula w ##i @0}. If both parts of a pair occur c times, and "
                    "only together, its score is c / (c × c) = 1/c. So the rarest of such pairs "
                    "wins. "
                    "`##i` + `##d`, which is not in the question, has the same score; the tie "
                    "goes to the pair that is seen first in the corpus."
                ),
                secret=("{score w ##i @0}", "{pair @1}"),
            ),
        ),
        after=HOMEWORK,
        more=(
            Link("take_home?step=3"),
            BY_HAND,
            of_lesson(who_says_so.LESSON),
        ),
    ),
    LessonPlan(
        id="20",
        title=message("20 minutes: for those who know BPE"),
        line=message(
            "Students must know how to train BPE by hand. Afterwards they can say how WordPiece "
            "differs from BPE in training and in encoding, where its formula comes from, and by "
            "which rule the tokenizers library trains its WordPiece."
        ),
        before=SHARED,
        steps=(
            replace(
                FIRST_MERGE,
                minutes=8,
                do=prose(
                    "Say that `##` marks a symbol that continues a word. Then read the rule aloud: "
                    "“the score is the count of the pair, divided by the product of the counts of "
                    "its two parts.” Each student works out three scores on paper: `##u` + `##g`, "
                    "`##g` + `##s` and `h` + `##u`."
                ),
            ),
            PlanStep(
                minutes=3,
                title=message("Where the formula comes from"),
                ask=prose("Who says that WordPiece is trained by this formula?"),
                answer=prose(
                    "The Hugging Face course says so, as its best guess. No text by Google "
                    "contains this formula. Google has not released the program that made BERT’s "
                    "vocabulary. Its papers of 2012 and 2016 speak of likelihood, and its "
                    "TensorFlow Text learns WordPiece in another way, top-down."
                ),
                wrong=prose("“Google’s paper gives it.”"),
                why=prose("Many texts print the formula without saying where it comes from."),
                shows=(of_lesson(who_says_so.LESSON, 1),),
            ),
            PlanStep(
                minutes=4,
                title=message("One training, two splits"),
                places=(VOCABULARY,),
                do=prose(
                    "The screen lists the learned tokens in merge order. Let half the class encode "
                    "`pugs` by replaying the merges, and the other half by longest match. Compare "
                    "the tokens."
                ),
                ask=prose("How is `pugs` encoded, by replaying merges and by longest match?"),
                answer=prose(
                    "BPE would replay the merges: {replay pugs @9}. WordPiece keeps only the "
                    "vocabulary, and takes the longest entry that fits: {match pugs @9}."
                ),
                wrong=prose("Students replay the merges for WordPiece too, as for BPE."),
                why=prose(
                    "WordPiece trains much like BPE, so students expect it to encode like BPE."
                ),
                secret=("{replay pugs @9}", "{match pugs @9}"),
                shows=(Link("encode?present=1&step=9&text=pugs&with=replay"),),
            ),
            PlanStep(
                minutes=3,
                title=message("How a library trains WordPiece"),
                ask=prose(
                    "The `tokenizers` library has a WordPieceTrainer. Which pair does it merge "
                    "first when it trains on the five words of the vote?"
                ),
                answer=prose(
                    "{pair @1 of toy-library}, the most frequent pair: WordPieceTrainer ranks "
                    "pairs by count, as BPE does. By the formula, {pair @1} wins."
                ),
                wrong=prose("“{pair @1}: a WordPieceTrainer uses the formula of WordPiece.”"),
                why=prose(
                    "The library’s WordPiece encodes by longest match, so its tokens look as "
                    "expected. They do not say by which rule training ranked the pairs."
                ),
                shows=(of_lesson(who_says_so.LESSON, 2),),
            ),
        ),
        after=HOMEWORK,
        more=(
            Link("take_home?step=3"),
            BY_HAND,
            of_lesson(slips.LESSON),
        ),
    ),
)
