# The row has the field of another.
/NUMBER("caustics"/,/},$/s/FIELD(caustics)/FIELD(light)/
