"""Errors carry a message that can be translated, and travel between processes."""

import pickle

import pytest

from wordpiece.errors import (
    CorpusError,
    UnknownPairError,
    UnknownSymbolError,
    VocabularyError,
    VocabularySizeError,
    WordPieceError,
)
from wordpiece.message import Message, message
from wordpiece.text.corpus import decode

EMPTY = message("The file is empty.")

ERRORS = (
    CorpusError(EMPTY),
    CorpusError(EMPTY, line=1200, text="hug"),
    VocabularyError(EMPTY, line=3),
    VocabularySizeError(1200, 3400),
    UnknownPairError(("p", "##\n"), 1200),
    UnknownSymbolError("mug", "m"),
)


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_errors_survive_pickling(error, protocol):
    copy = pickle.loads(pickle.dumps(error, protocol=protocol))
    assert type(copy) is type(error) and vars(copy) == vars(error)
    assert str(copy) == str(error) and copy.args == error.args


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_an_error_is_its_message_in_english(error):
    assert isinstance(error, WordPieceError) and isinstance(error, ValueError)
    assert isinstance(error.message, Message) and str(error) == str(error.message)


def test_a_line_is_named_with_its_separators():
    assert str(ERRORS[1]) == "Line 1,200: The file is empty."
    assert ERRORS[1].reason == EMPTY and ERRORS[1].text == "hug"
    assert str(ERRORS[4]).startswith("Step 1,200 cannot merge 'p' with '##\\n'")


def test_the_message_of_an_error_that_was_raised_is_not_english_yet():
    with pytest.raises(CorpusError) as error:
        decode(b"%PDF-1.7")
    facts = dict(error.value.message.facts)
    assert facts == {"kind": message("a PDF")} and "{kind}" in error.value.message.template
