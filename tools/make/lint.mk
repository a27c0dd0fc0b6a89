# SPDX-License-Identifier: MIT
#
# What reads the code and runs none of it.

.PHONY: format lint run-lint

# Parts of a file of kernels, which is compiled for one instruction set.
fragments := $(addprefix src/kernels/simd/,simd_step.h simd_render.h simd_mix.h \
               gather.h gather565.h)

format:
	clang-format -i $(c_files)

lint:
	@tools/job.sh $@ $(submake) run-lint

run-lint:
	clang-format --dry-run -Werror $(c_files)
	@for header in $(filter-out $(fragments),$(headers)); do \
	    echo "$$header compiles alone"; \
	    $(CC) $(ours) $(sdl_cflags) $(check_cflags) -Werror -fsyntax-only \
	        -x c $$header || exit 1; \
	done
	! grep -nE '<(sys/|unistd|fcntl|signal|pthread|sched|dirent|poll|spawn)' \
	    $(filter-out src/base/thread_pool.c,$(library_sources))
	cppcheck --quiet --std=c11 --error-exitcode=1 --inline-suppr \
	    --enable=warning,portability,performance -Isrc \
	    --suppress=missingIncludeSystem $(library_sources) $(app_sources) \
	    $(bench_sources)
	shellcheck -x $(scripts)
	tools/libripple_page.py --check
	@echo "lint: $(words $(c_files) $(scripts)) cases"
