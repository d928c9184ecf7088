# The C types of `pair_index.py`, for Cython. See "Augmenting .pxd" in its documentation.
cimport cython

cdef Py_ssize_t BLOCK
cdef double LOWEST, EXACT

@cython.final
cdef class PairIndex:
    cdef object _rule, _token_of
    cdef bint _by_count, _by_ratio, _is_scored
    cdef double _least_count
    cdef long long _total
    cdef list _free
    cdef set _changed
    cdef dict _rows_of, _replaceable
    cdef long long[::1] _weight
    cdef int[::1] _removed_at, _symbol, _next, _previous, _row, _later, _earlier
    cdef int[::1] _left, _right, _first_place, _last_place, _makes, _ties, _earliest
    cdef double[::1] _symbol_count, _count, _score, _top

    cpdef tuple pair(self, Py_ssize_t row)

    @cython.locals(left=int, right=int)
    cpdef tuple counts(self, Py_ssize_t row)

    @cython.locals(best=double, row=Py_ssize_t, block=Py_ssize_t)
    cpdef list best(self)

    @cython.locals(best=double, ties=Py_ssize_t, first=Py_ssize_t, block=Py_ssize_t)
    cpdef tuple first_best(self)

    @cython.locals(best=double, score=double, ties=Py_ssize_t, first=Py_ssize_t, block=Py_ssize_t,
                   row=Py_ssize_t)
    cdef int _search(self) except -1

    @cython.locals(left=int, right=int, is_new=int, rows=dict, emptied=set, replaced="long long",
                   places=Py_ssize_t, place=int, middle=int, before=int, after=int, later=int,
                   other=Py_ssize_t, count="double[::1]", unused=int, symbol=Py_ssize_t)
    cpdef merge(self, Py_ssize_t row, int token, int step)

    @cython.locals(row=Py_ssize_t, before=int, after=int)
    cdef int _remove_place(self, int place, set emptied) except -1

    @cython.locals(row=Py_ssize_t, before=int, after=int)
    cdef int _add_place(self, int place, int left, int right, dict rows) except -1

    cdef int _change_count(self, Py_ssize_t row, double change) except -1

    @cython.locals(row=Py_ssize_t, rows=set, count=double, left=double, right=double, score=double)
    cdef int _divide(self, Py_ssize_t symbol) except -1

    @cython.locals(block=Py_ssize_t)
    cdef int _set_score(self, Py_ssize_t row, double score) except -1

    @cython.locals(row=Py_ssize_t)
    cdef Py_ssize_t _add(self, int left, int right) except -1

    cdef int _enter(self, Py_ssize_t row) except -1

    cdef int _remove(self, Py_ssize_t row) except -1

    @cython.locals(replaced="long long", taken=int, place=int)
    cdef object _count_replaceable(self, Py_ssize_t row)

@cython.locals(product=double)
cdef double ratio(double pair, double left, double right) except -1
