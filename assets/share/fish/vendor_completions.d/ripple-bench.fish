# SPDX-License-Identifier: MIT
#
# fish looks for a file of each program's name.

source (status dirname)/ripple.fish
