# SPDX-License-Identifier: MIT
#
# What others build from or install: a tarball of the sources, Debian's packages.

tarball := build/dist/ripple-$(version).tar.xz

.PHONY: dist deb

dist: ## the sources as build/dist/ripple-VERSION.tar.xz
	@tools/setup.sh xz
	@tools/dist.sh build/dist $(version)

deb: ## Debian's packages in build/deb; TEST=yes: and lintian, a bare root, ...
	@tools/setup.sh deb frei0r.h
	+@$(if $(TEST),tools/job.sh $@ tools/test-deb.sh, \
	    $(submake) dist && tools/make-deb.sh build/deb $(tarball))
