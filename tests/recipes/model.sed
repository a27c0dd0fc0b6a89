# The row forgets its diagonals: at open edges waves then grow without end.
/name = "gentle"/,/},/s/has_diagonals = 1/has_diagonals = 0/
