# SPDX-License-Identifier: MIT
#
# make install and make uninstall, with GNU's names of folders.

prefix       = $(PREFIX)
exec_prefix  = $(prefix)
bindir       = $(exec_prefix)/bin
libdir       = $(exec_prefix)/lib
includedir   = $(prefix)/include
datarootdir  = $(prefix)/share
datadir      = $(datarootdir)
mandir       = $(datarootdir)/man
pkgconfigdir = $(libdir)/pkgconfig
frei0rdir    = $(libdir)/frei0r-1

# What is installed in which folder; uninstall removes the same.
programs  := ripple ripple-bench
libraries := libripple.a $(shared_file) $(shared_name) $(shared_link)
editors   := $(filter-out xscreensaver/%,$(list_names)) \
             shotcut/qml/filters/frei0r_ripple/meta.qml
examples  := ripple.hpp ring.c ring.cpp ring.py ring.rs window.c
metainfo  := metainfo/ripple.metainfo.xml
entries   := applications/ripple.desktop $(metainfo) \
             applications/screensavers/ripple.desktop \
             xscreensaver/config/ripple.xml \
             bash-completion/completions/ripple zsh/site-functions/_ripple \
             bash-completion/completions/ripple-bench \
             fish/vendor_completions.d/ripple.fish \
             fish/vendor_completions.d/ripple-bench.fish \
             $(if $(frei0r),$(editors)) $(examples:%=doc/ripple/examples/%)
icon      := icons/hicolor/scalable/apps/ripple.svg
album     := ripple/pictures
slides    := pebbles.jpg coffee.png

# The program's id in stores and the address of its pages, until it has a home.
app_id := invalid.ripple.ripple
home   := https://ripple.invalid

.PHONY: install uninstall

# Files in a folder, for the shell. The names of folders may have blanks.
in_folder = $(foreach file,$(2),"$(DESTDIR)$(1)/$(file)")

install: all ## into PREFIX (/usr/local), below DESTDIR
	install -d "$(DESTDIR)$(bindir)" "$(DESTDIR)$(libdir)" \
	    "$(DESTDIR)$(includedir)" "$(DESTDIR)$(pkgconfigdir)"
	install -m 755 $(if $(SDL),$(program)) $(bench) "$(DESTDIR)$(bindir)"
	install -m 644 $(library) "$(DESTDIR)$(libdir)"
	install -m 755 $(shared) "$(DESTDIR)$(libdir)/$(shared_file)"
	ln -sf $(shared_file) "$(DESTDIR)$(libdir)/$(shared_name)"
	ln -sf $(shared_name) "$(DESTDIR)$(libdir)/$(shared_link)"
	install -m 644 src/ripple.h "$(DESTDIR)$(includedir)"
	sed $(foreach name,prefix libdir includedir version, \
	    -e "s|@$(name)@|$(subst &,\&,$($(name)))|") src/ripple.pc.in >"$(DESTDIR)$(pkgconfigdir)/ripple.pc"
	chmod 644 "$(DESTDIR)$(pkgconfigdir)/ripple.pc"
	set -e; for page in $(page_names); do \
	    install -d "$(DESTDIR)$(mandir)/$${page%/*}"; \
	    install -m 644 $(build)/share/man/$$page "$(DESTDIR)$(mandir)/$$page"; \
	done
	set -e; for file in $(entries); do \
	    install -d "$(DESTDIR)$(datadir)/$${file%/*}"; \
	    made=$(build)/share/$$file; [ -e $$made ] || made=assets/share/$$file; \
	    install -m 644 $$made "$(DESTDIR)$(datadir)/$$file"; \
	done
	$(if $(frei0r),install -d "$(DESTDIR)$(frei0rdir)")
	$(if $(frei0r),install -m 644 $(plugin) "$(DESTDIR)$(frei0rdir)")
	sed $(foreach name,app_id home version,-e "s|@$(name)@|$($(name))|") \
	    assets/share/$(metainfo) >"$(DESTDIR)$(datadir)/$(metainfo)"
	install -d "$(DESTDIR)$(datadir)/$(dir $(icon))"
	install -m 644 assets/ripple.svg "$(DESTDIR)$(datadir)/$(icon)"
	install -d "$(DESTDIR)$(datadir)/$(album)"
	install -m 644 $(slides:%=assets/%) "$(DESTDIR)$(datadir)/$(album)"
	$(if $(DESTDIR),,@$(find_library))

# The system's own folders are known to the linker once ldconfig has read them.
find_library = PATH=$$PATH:/sbin:/usr/sbin; ldconfig 2>/dev/null; \
    ldconfig -p 2>/dev/null | grep -qF "$(libdir)/$(shared_name)" || \
    echo "programs find the library by LD_LIBRARY_PATH=$(libdir)," \
        "pkg-config by PKG_CONFIG_PATH=$(pkgconfigdir)"

uninstall: ## remove it again
	rm -f $(call in_folder,$(frei0rdir),$(notdir $(plugin))) \
	    $(call in_folder,$(bindir),$(programs)) \
	    $(call in_folder,$(libdir),$(libraries)) \
	    $(call in_folder,$(includedir),ripple.h) \
	    $(call in_folder,$(pkgconfigdir),ripple.pc) \
	    $(call in_folder,$(mandir),$(page_names)) \
	    $(call in_folder,$(datadir),$(entries) $(icon) $(slides:%=$(album)/%))
	rmdir $(call in_folder,$(datadir),$(album) $(dir $(album)) \
	    shotcut/qml/filters/frei0r_ripple doc/ripple/examples doc/ripple) \
	    2>/dev/null || true
