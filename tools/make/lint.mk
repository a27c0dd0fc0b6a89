# SPDX-License-Identifier: MIT
#
# What reads the code and runs none of it. `make lint-rooms` runs one part of lint.

lint_parts := lint-rooms lint-words lint-pages lint-format lint-headers lint-calls \
              lint-cppcheck lint-scripts lint-mutants

.PHONY: format lint run-lint $(lint_parts)

# Parts of a file of kernels, which is compiled for one instruction set.
fragments := $(wildcard $(addprefix src/lib/kernels/simd/,vector.h simd_*.h perspective/*.h))
plain_files := $(wildcard $(addsuffix /*.[ch],$(plain_rooms)))

format: ## format the code
	clang-format -i $(c_files)

# Every part runs, also after one that fails.
lint: ## check format, warnings, headers, floors, words, scripts
	$(call job,clang-format cppcheck shellcheck mandoc python3,,$(submake) -k run-lint)

run-lint: $(lint_parts)
	@echo "lint: $(words $(c_files) $(scripts)) cases"

lint-rooms: $(program)
	@tools/check_rooms.py

lint-words:
	@tools/check_words.py

lint-pages: $(pages)
	@mandoc -Tlint -Wwarning $(pages)

lint-format:
	@clang-format --dry-run -Werror $(c_files)

# Each header compiles alone, below the app without SDL's flags; the public one
# as C89 too: like C++98, it has no comma at the end of an enum.
lint-headers:
	@for header in $(filter-out $(fragments),$(headers)); do \
	    case $$header in \
	    src/media/* | src/app/* | tests/* | tools/*) flags="$(sdl_cflags) $(check_cflags)" ;; \
	    *) flags= ;; \
	    esac; \
	    $(CC) $(ours) $$flags -Werror -fsyntax-only -x c $$header || exit 1; \
	done
	@$(CC) -std=c89 -pedantic -Werror -fsyntax-only -x c src/ripple.h

# The library calls nothing of POSIX but threads, the count of processors and huge
# pages; os and play do not call SDL.
lint-calls:
	@! grep -nE '<(sys/|unistd|fcntl|signal|pthread|sched|dirent|poll|spawn)' \
	    $(filter-out $(addprefix src/lib/util/,memory.c processors.c workers.c), \
	    $(library_sources))
	@! grep -nE '\bSDL_[A-Z]|<SDL|RIPPLE_SDL' $(plain_files)

# cppcheck does not see that a vector store fills the indices of a gather.
lint-cppcheck:
	@cppcheck --quiet --std=c11 --error-exitcode=1 --inline-suppr \
	    --enable=warning,portability,performance -Isrc \
	    --suppress=missingIncludeSystem '--suppress=ctuArrayIndex:src/lib/kernels/simd/*' \
	    $(library_sources) $(app_sources) \
	    $(bench_sources)

lint-scripts:
	@shellcheck -x -P SCRIPTDIR $(scripts)

# Lines of lists of mutants whose code is gone.
lint-mutants:
	@tools/mutate.py --sample 0
