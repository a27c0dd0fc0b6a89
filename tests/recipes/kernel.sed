# The lanes let troughs pass: they make other bits than the scalar kernel.
/(kind == STENCIL_BREAKER)$/,/value);$/s/magnitude(value)/value/
