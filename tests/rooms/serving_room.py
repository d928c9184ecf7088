"""A process that serves a room of a store: it votes, and prints each vote that was confirmed.

python -m tests.rooms.serving_room CODE VOTERS      (ROOMS names the store)
"""

import itertools
import sys

from pages.rooms import redis, rooms
from pages.rooms.rules import RoomError


def main() -> None:
    redis.TIMEOUT_SECONDS = 30.0  # a busy machine
    code, voters = sys.argv[1], sys.argv[2].split(",")
    for turn in itertools.count():
        for voter in voters:
            option = turn % 2
            try:
                rooms().vote(code, voter, 1, 1, option)
                print(voter, option, flush=True)
            except RoomError as error:
                print("!", error, flush=True)


if __name__ == "__main__":
    main()
