# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""What `PairIndex.run` does, compiled: the same arrays, the same merges, a twelfth of the time.

Scores are kept here, which Python could not afford: after a merge only the rows of the three symbols
it touched are worked out again. To find these, the rows of a symbol are linked lists, made anew at
each call. For the best score the best of each block of rows is kept, and searched for again where
the best of the block has become worse.
"""

from libc.math cimport fma
from libc.stdlib cimport free, malloc

cdef Py_ssize_t NO_PAIR = (<size_t> -1) >> 1  # sys.maxsize, as in `pair_index`

cdef double EXACT = 9007199254740992.0  # 2**53, as in `wordpiece.scoring`

cdef enum:
    BLOCK = 128  # rows


def run(
    object index,
    object token_of,
    Py_ssize_t limit,
    double least,
    double score_least,
    bint by_count,
    Py_ssize_t step,
    long long[:, ::1] numbers,
    double[::1] scores,
):
    """Make at most ``limit`` merges; return how many were made.

    It ends early where a pair is rarer than ``least``, or where there is no room for new rows or for
    a new symbol; then it says so in the index.
    """
    cdef int[::1] symbol = index._symbol, following = index._next, previous = index._previous
    cdef int[::1] row_at = index._row, earlier = index._earlier, later = index._later
    cdef int[::1] removed_at = index.removed_at
    cdef long long[::1] weight = index._weight
    cdef Py_ssize_t[::1] lefts = index._left, rights = index._right
    cdef Py_ssize_t[::1] head = index._head, tail = index._tail, spare = index._free
    cdef double[::1] count = index._count, part = index._symbol_count
    cdef Py_ssize_t spares = index._spares
    cdef Py_ssize_t rows = count.shape[0], symbols = part.shape[0]
    cdef Py_ssize_t made = 0, row, best_row, ties, slot, middle, before, after, token, left, right
    cdef Py_ssize_t i, x, upcoming = -1, places, old, neighbour, won, lost
    cdef Py_ssize_t before_place, after_place, in_use_change, emptied
    cdef Py_ssize_t blocks = (rows + BLOCK - 1) // BLOCK, block, changes = 0
    cdef Py_ssize_t fours = (blocks + 3) // 4 * 4
    cdef double best, w, replaced, pair_count, now
    cdef bint came

    cdef double* score = <double*> malloc(blocks * BLOCK * sizeof(double))
    # Of each block: the best score, how many rows have it (-1 if they have not been counted), and
    # which of them is seen first; whether it has to be searched again, and the blocks where it has.
    cdef double* top = <double*> malloc(fours * sizeof(double))
    cdef Py_ssize_t* tied = <Py_ssize_t*> malloc(blocks * sizeof(Py_ssize_t))
    cdef Py_ssize_t* earliest = <Py_ssize_t*> malloc(blocks * sizeof(Py_ssize_t))
    cdef char* is_changed = <char*> malloc(blocks)
    cdef Py_ssize_t* changed = <Py_ssize_t*> malloc(blocks * sizeof(Py_ssize_t))
    # Rows of a symbol on the left: the first of them, and for each row the next and the one before.
    cdef int* first_l = <int*> malloc(symbols * sizeof(int))
    cdef int* first_r = <int*> malloc(symbols * sizeof(int))
    cdef int* next_l = <int*> malloc(rows * sizeof(int))
    cdef int* last_l = <int*> malloc(rows * sizeof(int))
    cdef int* next_r = <int*> malloc(rows * sizeof(int))
    cdef int* last_r = <int*> malloc(rows * sizeof(int))
    # For each symbol the row of the pair that it makes with the new token, as left or as right part.
    cdef Py_ssize_t* with_l = <Py_ssize_t*> malloc(symbols * sizeof(Py_ssize_t))
    cdef Py_ssize_t* with_r = <Py_ssize_t*> malloc(symbols * sizeof(Py_ssize_t))
    cdef Py_ssize_t* gone = <Py_ssize_t*> malloc(rows * sizeof(Py_ssize_t))
    try:
        if not (score and top and tied and earliest and is_changed and changed and first_l and first_r and next_l and last_l and next_r and last_r
                and with_l and with_r and gone):
            raise MemoryError
        for i in range(symbols):
            first_l[i] = first_r[i] = with_l[i] = with_r[i] = -1
        for i in range(blocks * BLOCK):
            score[i] = 0
        for block in range(blocks, fours):
            top[block] = 0
        for block in range(blocks):
            is_changed[block] = 1
            changed[block] = block
        changes = blocks
        for row in range(rows):
            if count[row] > 0:
                link(first_l, next_l, last_l, lefts[row], row)
                link(first_r, next_r, last_r, rights[row], row)
                score[row] = count[row]
                if not by_count:
                    score[row] = ratio(count[row], part[lefts[row]], part[rights[row]], score_least)

        while made < limit and spares < rows:
            # The best score, and the first-seen of the pairs that have it.
            for i in range(changes):
                block = changed[i]
                top[block] = highest(score + block * BLOCK, BLOCK)
                tied[block] = -1
                is_changed[block] = 0
            changes = 0
            best = highest(top, fours)
            best_row, ties = -1, 0
            for block in range(blocks):
                if top[block] != best:
                    continue
                if tied[block] < 0:
                    tied[block], earliest[block] = 0, -1
                    for row in range(block * BLOCK, min(rows, (block + 1) * BLOCK)):
                        if score[row] == best and count[row] > 0:
                            tied[block] += 1
                            if earliest[block] < 0 or head[row] < head[earliest[block]]:
                                earliest[block] = row
                if tied[block]:
                    ties += tied[block]
                    if best_row < 0 or head[earliest[block]] < head[best_row]:
                        best_row = earliest[block]
            pair_count = count[best_row]
            if pair_count < least:
                break
            # Each place may make two new pairs.
            places, slot = 0, head[best_row]
            while slot >= 0:
                places += 1
                slot = later[slot]
            if spares < 2 * places:
                index.wanted_rows = 2 * places
                break

            left, right = lefts[best_row], rights[best_row]
            token = token_of((left, right))
            if token + 1 >= symbols:
                index.wanted_symbol = token
                break
            numbers[made, 0] = left
            numbers[made, 1] = right
            numbers[made, 2] = token
            numbers[made, 3] = <long long> pair_count
            numbers[made, 4] = <long long> part[left]
            numbers[made, 5] = <long long> part[right]
            numbers[made, 8] = ties
            scores[made] = best
            came = part[token] == 0
            if not came:  # a text with the marker in it: the token has pairs already
                row = first_r[token]
                while row >= 0:
                    with_l[lefts[row]] = row
                    row = next_r[row]
                row = first_l[token]
                while row >= 0:
                    with_r[rights[row]] = row
                    row = next_l[row]

            replaced, places, emptied = 0, 0, 0
            slot = head[best_row]
            while slot >= 0:
                if symbol[slot] != left:  # in aaa the second a is gone by now
                    slot = later[slot]
                    continue
                middle = following[slot]
                before, after = previous[slot], following[middle]
                w = <double> weight[slot]
                for i in range(2):
                    if i == 0:
                        if before < 0:
                            continue
                        lost, won, neighbour = before, before, symbol[before]
                    else:
                        if after < 0:
                            upcoming = later[slot]
                            continue
                        lost, won, neighbour = middle, slot, symbol[after]
                    # A place leaves its pair …
                    old = row_at[lost]
                    before_place, after_place = earlier[lost], later[lost]
                    if before_place >= 0:
                        later[before_place] = <int> after_place
                    else:
                        head[old] = after_place
                    if after_place >= 0:
                        earlier[after_place] = <int> before_place
                    else:
                        tail[old] = before_place
                        if before_place < 0:
                            gone[emptied] = old
                            emptied += 1
                    count[old] -= w
                    if by_count:
                        changes = rescore(score, top, tied, is_changed, changed, changes, old, count[old])
                    if i:
                        upcoming = later[slot]
                    # … and one joins another.
                    row = with_r[neighbour] if i else with_l[neighbour]
                    if row < 0:
                        spares -= 1
                        row = spare[spares]
                        if i:
                            lefts[row], rights[row] = token, neighbour
                            with_r[neighbour] = row
                        else:
                            lefts[row], rights[row] = neighbour, token
                            with_l[neighbour] = row
                        if neighbour == token:
                            with_l[token] = with_r[token] = row
                        head[row] = tail[row] = -1
                        link(first_l, next_l, last_l, lefts[row], row)
                        link(first_r, next_r, last_r, rights[row], row)
                    before_place, after_place = tail[row], -1
                    while before_place > won:
                        after_place, before_place = before_place, earlier[before_place]
                    if before_place >= 0:
                        later[before_place] = <int> won
                    else:
                        head[row] = won
                    if after_place >= 0:
                        earlier[after_place] = <int> won
                    else:
                        tail[row] = won
                    row_at[won] = <int> row
                    earlier[won] = <int> before_place
                    later[won] = <int> after_place
                    count[row] += w
                    if by_count:
                        changes = rescore(score, top, tied, is_changed, changed, changes, row, count[row])
                if after >= 0:
                    previous[after] = <int> slot
                symbol[slot] = <int> token
                symbol[middle] = -1
                following[slot] = <int> after
                removed_at[middle] = <int> (step + made)
                replaced += w
                places += 1
                slot = upcoming

            head[best_row] = -1
            gone[emptied] = best_row
            row = first_r[token]
            while row >= 0:
                with_l[lefts[row]] = -1
                row = next_r[row]
            row = first_l[token]
            while row >= 0:
                with_r[rights[row]] = -1
                row = next_l[row]
            for i in range(emptied + 1):
                row = gone[i]
                if head[row] < 0 and lefts[row] != NO_PAIR:
                    unlink(first_l, next_l, last_l, lefts[row], row)
                    unlink(first_r, next_r, last_r, rights[row], row)
                    lefts[row] = rights[row] = NO_PAIR
                    count[row] = 0
                    changes = rescore(score, top, tied, is_changed, changed, changes, row, 0)
                    spare[spares] = row
                    spares += 1

            part[left] -= replaced
            part[right] -= replaced
            part[token] += replaced
            in_use_change = came - (part[left] == 0) - (left != right and part[right] == 0)
            for i in range(0 if by_count else 3):
                x = left if i == 0 else right if i == 1 else token
                row = first_l[x]
                while row >= 0:
                    now = ratio(count[row], part[x], part[rights[row]], score_least)
                    changes = rescore(score, top, tied, is_changed, changed, changes, row, now)
                    row = next_l[row]
                row = first_r[x]
                while row >= 0:
                    now = ratio(count[row], part[lefts[row]], part[x], score_least)
                    changes = rescore(score, top, tied, is_changed, changed, changes, row, now)
                    row = next_r[row]

            numbers[made, 6] = <long long> replaced
            numbers[made, 7] = in_use_change
            numbers[made, 9] = places
            made += 1
        return made
    finally:
        index._spares = spares
        free(score)
        free(top)
        free(tied)
        free(earliest)
        free(is_changed)
        free(changed)
        free(first_l)
        free(first_r)
        free(next_l)
        free(last_l)
        free(next_r)
        free(last_r)
        free(with_l)
        free(with_r)
        free(gone)


cdef inline double ratio(double count, double left, double right, double least) except -1:
    """Return the score `Ratio`: whole numbers divided as Python does."""
    cdef double product = left * right
    if count < least:
        return 0.0
    return count / product if product < EXACT else large_ratio(count, left, right, product)


cdef double large_ratio(double count, double left, double right, double product) except -1:
    """Divide by a product that a double rounds.

    ``more`` is what the rounded quotient lacks, with a relative error below 2**-48. If the sum may be
    on either side of the middle of two doubles, whole numbers are divided.
    """
    cdef double quotient = count / product
    cdef double rest = fma(-quotient, product, count)
    cdef double more = fma(-quotient, fma(left, right, -product), rest) / product
    cdef double low = quotient + more * (1 - 2.0**-48), high = quotient + more * (1 + 2.0**-48)
    if low == high:
        return low
    cdef object whole_count = <long long> count, whole_left = <long long> left
    return whole_count / (whole_left * <long long> right)


cdef inline double highest(double* score, Py_ssize_t scores) noexcept nogil:
    """The highest of some scores, whose number is a multiple of 4."""
    cdef double s0 = score[0], s1 = score[1], s2 = score[2], s3 = score[3]
    cdef Py_ssize_t i
    for i in range(4, scores, 4):
        s0 = score[i] if score[i] > s0 else s0
        s1 = score[i + 1] if score[i + 1] > s1 else s1
        s2 = score[i + 2] if score[i + 2] > s2 else s2
        s3 = score[i + 3] if score[i + 3] > s3 else s3
    s0 = s0 if s0 > s1 else s1
    s2 = s2 if s2 > s3 else s3
    return s0 if s0 > s2 else s2


cdef inline Py_ssize_t rescore(
    double* score, double* top, Py_ssize_t* tied, char* is_changed, Py_ssize_t* changed,
    Py_ssize_t changes, Py_ssize_t row, double now,
) noexcept nogil:
    """Give a row its new score; return how many blocks have to be searched for their best again."""
    cdef Py_ssize_t block = row // BLOCK
    cdef double old = score[row]
    score[row] = now
    if now >= top[block]:
        top[block] = now
        tied[block] = -1
    elif old == top[block] and not is_changed[block]:
        is_changed[block] = 1
        changed[changes] = block
        changes += 1
    return changes


cdef inline void link(
    int* first, int* after, int* before, Py_ssize_t symbol, Py_ssize_t row
) noexcept nogil:
    """Put a row into the list of a symbol."""
    after[row], before[row] = first[symbol], -1
    if first[symbol] >= 0:
        before[first[symbol]] = <int> row
    first[symbol] = <int> row


cdef inline void unlink(
    int* first, int* after, int* before, Py_ssize_t symbol, Py_ssize_t row
) noexcept nogil:
    """Take a row out of the list of a symbol."""
    if before[row] >= 0:
        after[before[row]] = after[row]
    else:
        first[symbol] = after[row]
    if after[row] >= 0:
        before[after[row]] = before[row]
