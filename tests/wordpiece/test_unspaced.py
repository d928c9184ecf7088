"""When a text is split into runs of one script by default."""

from unicodedata import category

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pages.trainings.samples import samples
from wordpiece.text.corpus import from_text
from wordpiece.text.normalizers import compose
from wordpiece.text.pre_tokenizers import bert, scripts
from wordpiece.text.unspaced import JUDGED, WordCount, count_words, is_unspaced

CHINESE = "蜘蛛在花园里开了一家咖啡馆。咖啡馆里有咖啡，也有茶。蝴蝶喝咖啡，蜜蜂喝茶。"
JAPANESE = "東京は日本の首都です。東京タワーは東京にあります。日本の東京タワーはきれいです。"
KANA = "ねこがにわとりをみている。ラーメンをたべる。"
THAI = "ภาษาไทยเป็นภาษาที่ไม่มีช่องว่างระหว่างคำ ภาษาไทยเขียนติดกัน"
KHMER = "ភាសាខ្មែរជាភាសារបស់ប្រជាជនកម្ពុជា។"
KOREAN = "한국어는 띄어쓰기가 있다. 한국어를 배우다."
ENGLISH = "I saw a cat. A cat saw me! It's a cat, I say."


@pytest.mark.parametrize("text", [CHINESE, JAPANESE, CHINESE * 5 + ENGLISH])
def test_texts_of_which_bert_leaves_little_to_merge(text):
    assert is_unspaced(text)
    assert len(from_text(text, compose(()), "scripts").word_frequencies) > 3


@pytest.mark.parametrize("text", [KANA, THAI, KHMER, KOREAN, ENGLISH, ENGLISH * 2 + "咖啡", ""])
def test_texts_that_bert_splits_well(text):
    assert not is_unspaced(text)


def test_among_the_samples_only_the_chinese_one_is_unspaced():
    assert [it.id for it in samples().values() if is_unspaced(it.text())] == ["chinese"]


@given(st.text(max_size=40) | st.text("字東かa 。1", max_size=40))
def test_the_rule_equals_a_plain_count(text):
    def single(words):
        wordy = [w.text for w in words if {category(char)[0] for char in w.text} & {"L", "N"}]
        return WordCount(len([word for word in wordy if len(word) == 1]), len(wordy))

    assert count_words(text) == single(bert(text))
    by_bert, by_scripts = count_words(text), single(scripts(text))
    better = by_scripts.single < by_bert.single
    mostly = bool(by_bert.words) and by_bert.single / by_bert.words > 0.5
    assert is_unspaced(text) == (mostly and better)


def test_a_text_is_judged_by_its_beginning():
    assert count_words("字" * JUDGED + "ab") == WordCount(JUDGED, JUDGED)
    assert count_words("字" * (JUDGED - 1) + " ab") == WordCount(JUDGED - 1, JUDGED - 1)
