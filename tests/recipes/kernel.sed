# The lanes forget the limit: they make other bits than the scalar kernel.
/STENCIL_BREAKER)$/,/limit/s/limit(value, stencil->max_height)/value/
