"""Whatever happens in a room, in any order: the counts are the last votes, and the hands.

The model here knows nothing of how rooms are kept: it notes each voter's last vote in each round.
"""

import string
from typing import Any

import pytest
from hypothesis import Phase
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from pages.rooms import rules
from pages.rooms.rules import NoRoom, RoomError, Stranger
from pages.rooms.state import Ask, Event, RoomState
from tests.rooms.conftest import Clock, Make
from tests.strategies import examples

TEXT = st.text(max_size=12) | st.sampled_from(
    ["<b>hug</b>", "🤗", "##ing", "\x00", "a;b 1", "\ud800"]
)
ASKS = st.lists(TEXT, min_size=2, max_size=6).flatmap(
    lambda options: st.builds(
        Ask,
        TEXT,
        st.just(tuple(options)),
        st.frozensets(st.integers(0, len(options) - 1), min_size=1),
    )
)
ASKS |= st.builds(Ask, TEXT, st.just(()), st.just(frozenset()), st.tuples(*[TEXT] * 5))
ASKS |= st.builds(Ask, TEXT, st.just(()), st.just(frozenset()), st.just(()), st.integers(1, 99))
OTHERS: list[tuple[Any, Any]] = [(-1, 0), (1, 0), (0, 1), (0, -1), ("1", 0), (0, None)]
"""How the question and the round of a vote may differ from those that are asked."""

NO_OPTION: list[Any] = [-1, 10**8, 2**31, 10**30, "0", "1", "", None, True, 1.0, float("nan"), [0]]
NO_VOTER: list[Any] = ["", "x", "A" * 22, "A" * 21, None, 7, "nobody", "-inf", "\0" * 22, "ж" * 22]


def refused() -> Any:
    return pytest.raises(RoomError, check=lambda error: error.status == 409)


class Model(RuleBasedStateMachine):
    """A room, and what is known of it from what happened."""

    make: Make

    @initialize(ask=st.none() | ASKS | ASKS)
    def open(self, ask: Ask | None) -> None:
        self.clock = Clock()
        self.rooms = type(self).make(self.clock)
        self.code, self.key = self.rooms.open()
        self.voters = [self.rooms.join(self.code) for _ in range(3)]
        self.strangers = [self.rooms.join(self.rooms.open()[0])]
        self.asked: list[tuple[Ask, list[tuple[dict[str, int], list[int]]]]] = []
        self.phase = "waiting"
        self.successor = ""
        self.version = self.rooms.status(self.code, self.key).version
        if ask:
            self.put(ask)

    # What the model says

    def counts(self, which: int = -1) -> tuple[tuple[int, ...], ...]:
        if not self.asked:
            return ()
        ask, rounds = self.asked[which]
        if not ask.options:
            return tuple(tuple(sorted(votes.values())) for votes, _ in rounds)
        return tuple(
            tuple(
                hands[i] + sum(vote == i for vote in votes.values())
                for i in range(len(ask.options))
            )
            for votes, hands in rounds
        )

    def steer(self, event: Event) -> RoomState:
        return self.rooms.steer(self.code, self.key, event)

    def changed(self) -> None:
        """The screens of phones have changed, so the version has grown."""
        version = self.rooms.status(self.code, self.key).version
        assert version > self.version
        self.version = version

    @invariant()
    def all_is_shown_as_it_happened(self) -> None:
        status = self.rooms.status(self.code, self.key)
        ask = self.asked[-1][0] if self.asked else None
        assert status.version == self.version
        assert (status.number, status.phase, status.question) == (len(self.asked), self.phase, ask)
        assert status.round == (len(self.asked[-1][1]) if self.asked else 0)
        assert status.tallies == self.counts()
        votes, hands = self.asked[-1][1][-1] if self.asked else ({}, [])
        assert status.answered == len(votes) + sum(hands)
        assert status.joined <= len(self.voters)
        self.saw(self.rooms.see(self.code, self.voters[0]), self.voters[0])
        done = len(self.asked) - (self.phase == "open")
        run = status.outcomes()
        assert [(each.number, each.ask, each.tallies) for each in run] == [
            (number + 1, self.asked[number][0], self.counts(number)) for number in range(done)
        ]

    def saw(self, seen: Any, voter: str) -> None:
        """A phone sees the question, its own vote, and what is right only after the reveal."""
        ask, rounds = self.asked[-1] if self.asked else (Ask("", (), frozenset()), [({}, [])])
        assert (seen["title"], seen["options"], seen["axes"]) == (ask.title, ask.options, ask.axes)
        assert (seen["version"], seen["number"], seen["phase"]) == (
            *(self.version, len(self.asked)),
            self.phase,
        )
        assert seen["successor"] == self.successor
        assert seen["mine"] == rounds[-1][0].get(voter)
        assert seen["right"] == (tuple(sorted(ask.right)) if self.phase == "revealed" else ())

    # What happens

    @rule()
    def join(self) -> None:
        voter = self.rooms.join(f" {self.code[:3].lower()}-{self.code[3:]}")
        assert voter not in self.voters
        self.voters.append(voter)

    @rule(data=st.data())
    def see(self, data: st.DataObject) -> None:
        voter = data.draw(st.sampled_from(self.voters))
        self.saw(self.rooms.see(self.code, voter), voter)

    @precondition(lambda self: self.phase == "open")
    @rule(
        votes=st.lists(
            st.tuples(st.integers(0, 99), st.integers(0, 10**8 - 1)), min_size=2, max_size=6
        )
    )
    def vote(self, votes: list[tuple[int, int]]) -> None:
        """Some vote, and some of them vote again."""
        ask, rounds = self.asked[-1]
        for who, what in votes:
            most = len(ask.options) or (ask.steps + 1 if ask.steps else 10**8)
            voter, option = self.voters[who % len(self.voters)], what % most
            seen = self.rooms.vote(self.code, voter, len(self.asked), len(rounds), option)
            rounds[-1][0][voter] = option
            self.saw(seen, voter)

    @rule()
    def vote_as_none_may(self) -> None:
        """Whatever is wrong with a vote, it is refused; the invariant then looks at the counts."""
        number, round = len(self.asked), len(self.asked[-1][1]) if self.asked else 0
        for voter in self.voters[:2]:
            wrong: list[tuple[Any, Any, Any]] = [(number, round, option) for option in NO_OPTION]
            if self.asked and self.asked[-1][0].options:
                wrong += [(number, round, 6), (number, round, 7)]
            elif self.asked and self.asked[-1][0].steps:
                wrong += [(number, round, self.asked[-1][0].steps + 1)]
            for more, later in OTHERS:
                its_number = number + more if type(more) is int else more
                its_round = round + later if type(later) is int else later
                wrong += [(its_number, its_round, option) for option in (0, 1)]
            if self.phase != "open":
                wrong += [(number, round, 0), (number, round, 1)]
            for vote in wrong:
                with refused():
                    self.rooms.vote(self.code, voter, *vote)
        for stranger in (*NO_VOTER, *self.strangers):
            with pytest.raises(Stranger):
                self.rooms.see(self.code, stranger)
            with pytest.raises(Stranger):
                self.rooms.vote(self.code, stranger, number, round, 0)

    @rule()
    def steer_without_the_key(self) -> None:
        rooms, code = self.rooms, self.code
        almost = self.key[:-1] + ("A" if self.key[-1] != "A" else "B")
        none: Any = None
        for key in ("", none, almost, self.key + "A", self.voters[0]):
            with pytest.raises(NoRoom):
                rooms.status(code, key)
            for event in (RoomState.again, RoomState.reveal, RoomState.end):
                with pytest.raises(NoRoom):
                    rooms.steer(code, key, event)

    @rule(ask=ASKS)
    def ask(self, ask: Ask) -> None:
        if self.phase == "over":
            with refused():
                self.steer(lambda state: state.ask(ask))
            return
        self.put(ask)

    def put(self, ask: Ask) -> None:
        """Ask the next question."""
        self.steer(lambda state: state.ask(ask))
        self.asked.append((ask, [({}, [0] * len(ask.options))]))
        self.phase = "open"
        self.changed()

    @rule()
    def again(self) -> None:
        if self.phase != "open":
            with refused():
                self.steer(RoomState.again)
            return
        self.steer(RoomState.again)
        ask, rounds = self.asked[-1]
        if len(rounds) == 2:
            return
        rounds.append(({}, [0] * len(ask.options)))
        self.changed()

    @rule()
    def reveal(self) -> None:
        if self.phase in ("waiting", "over"):
            with refused():
                self.steer(RoomState.reveal)
            return
        was_open = self.phase == "open"
        self.steer(RoomState.reveal)
        self.phase = "revealed"
        if was_open:
            self.changed()

    @rule(hands=st.lists(st.integers(-1, rules.MAX_HANDS + 1), min_size=1, max_size=7))
    def count(self, hands: list[int]) -> None:
        self.count_hands(hands)

    @precondition(lambda self: self.phase == "open")
    @rule(data=st.data())
    def count_right(self, data: st.DataObject) -> None:
        size = len(self.asked[-1][0].options)
        numbers = st.integers(0, rules.MAX_HANDS)
        self.count_hands(data.draw(st.lists(numbers, min_size=size, max_size=size)))

    def count_hands(self, hands: list[int]) -> None:
        counted = self.asked[-1][1][-1][1] if self.asked else []
        is_right = len(hands) == len(counted) and all(0 <= n <= rules.MAX_HANDS for n in hands)
        if self.phase != "open" or not is_right:
            with refused():
                self.steer(lambda state: state.count(hands))
            return
        counted[:] = hands
        assert self.steer(lambda state: state.count(hands)).tallies == self.counts()

    @precondition(lambda self: len(self.asked) > 1)
    @rule(successor=st.sampled_from(["", "HJK4TW"]))
    def end(self, successor: str) -> None:
        is_new = self.phase != "over"
        self.steer(lambda state: state.end(successor))
        self.phase = "over"
        if is_new:
            self.successor = successor
            self.changed()

    @rule(seconds=st.floats(0, rules.HERE_SECONDS * 2))
    def wait(self, seconds: float) -> None:
        self.clock.wait(seconds)

    def teardown(self) -> None:
        if not hasattr(self, "code"):
            return
        self.rooms.store.drop(self.code)
        with pytest.raises(NoRoom):
            self.rooms.join(self.code)
        with pytest.raises(NoRoom):
            self.rooms.status(self.code, self.key)


@pytest.mark.parametrize("make", ["memory", "store", "requests"], indirect=True)
def test_counts_are_the_last_votes_and_the_hands(make: Make) -> None:
    class Here(Model):
        pass

    Here.make = staticmethod(make)
    # Shrinking a failure takes minutes in a store, which would end as a timeout.
    phases = [phase for phase in Phase if phase not in (Phase.shrink, Phase.explain)]
    run_state_machine_as_test(Here, settings=examples(25, stateful_step_count=30, phases=phases))


@pytest.mark.parametrize(
    "typed", ["", "HJK", "HJK4TWX", "HJK4T0", None, 7, "H" * 9999, "ＨＪＫ４ＴＷ"]
)
def test_what_is_no_code_has_no_room(its_rooms: Any, typed: Any) -> None:
    calls: dict[str, tuple[Any, ...]] = {"join": (), "vote": ("A" * 22, 1, 1, 0)}
    for name, rest in (calls | dict.fromkeys(("see", "status"), ("A" * 22,))).items():
        with pytest.raises(NoRoom):
            getattr(its_rooms, name)(typed, *rest)


def test_a_code_can_be_read_from_the_back_row(its_rooms: Any) -> None:
    for _ in range(50):
        code, key = its_rooms.open()
        assert len(code) == 6 and set(code) <= {*string.ascii_uppercase, *string.digits}
        assert not set(code) & set("0O1IL5S2Z8B6AEU") and len(key) == 22
