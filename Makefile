# The commands of this project; `make` lists them.
#
# A name here, the work in a script next to what it is about. Every path may have spaces in it.

LIBRARY := build/lib/libpyxis.so.1
# Files and folders: one that was removed counts as a change too.
LIBRARY_SOURCES := Bindings/C/build-library.sh Package.swift \
  $(shell find Include Sources -not -path 'Sources/PyxisXCTest*' \
    -not -path 'Sources/PyxisSpawn*' 2>/dev/null)

.DEFAULT_GOAL := help
.NOTPARALLEL:
.DELETE_ON_ERROR:

.PHONY: help
help: ## list the commands
	@sed -nE 's/^([a-z-]+):.*## (.*)/make \1\t\2/p' Makefile | expand -t 20

.PHONY: setup
setup: ## install the Debian packages that are missing, or say which command does
	@.ci/setup.sh

.PHONY: lib
lib: $(LIBRARY) ## build the library for C, C++ and Python: build/lib/libpyxis.so.1

$(LIBRARY): $(LIBRARY_SOURCES)
	Bindings/C/build-library.sh build/lib build/library

.PHONY: demo
demo: setup lib ## launch hosts in C, Python and Swift with one request, and compare their reports
	Tests/Hosts/build.sh build/lib build/hosts
	build/hosts/demo build/hosts Tests/Hosts/Python/host.py

.PHONY: demo-window
demo-window: setup lib ## open GTK windows under variants, and keep pictures of them: build/window
	Tests/Window/run.sh build/lib build/window

.PHONY: test
test: ## set up, build, and run every test
	@Tests/run.sh

.PHONY: sanitize
sanitize: toolchain ## run the Swift tests with AddressSanitizer and ThreadSanitizer, and a host in C
	@Tests/sanitize.sh

CALLS := 100000000

.PHONY: fuzz
fuzz: lib ## compare random calls (CALLS=, 100000000) with a model; feed the decoders random text
	Tests/Fuzz/run.sh build/lib build/fuzz --calls $(CALLS)
	Tests/Fuzz/run.sh build/lib build/fuzz --sanitize --calls $(CALLS)
	Tests/Fuzz/run.sh --decoders 60 build/fuzz

.PHONY: bench
bench: setup lib ## measure speed beside what it is compared with
	Tests/Benchmarks/run.sh

.PHONY: bench-update
bench-update: setup lib ## the same, and draw the chart of the README anew
	Tests/Benchmarks/run.sh --update

.PHONY: bench-peers
bench-peers: setup lib ## measure beside other libraries, which it installs
	Tests/Benchmarks/Peers/run.sh

.PHONY: wheel
wheel: setup lib ## build the wheel and the source archive of the Python package: build/wheel/
	@Bindings/Python/build-wheel.sh build/wheel

.PHONY: install
install: lib ## install for C and C++: PREFIX= (/usr/local), LIBDIR= (lib), DESTDIR=
	@Bindings/C/install.sh install build/lib

.PHONY: uninstall
uninstall: ## remove what install put there, with the same PREFIX=, LIBDIR= and DESTDIR=
	@Bindings/C/install.sh uninstall

.PHONY: format
format: toolchain ## format all sources in place
	@.ci/format.sh

.PHONY: lint
lint: toolchain ## check format, warnings and types of all sources
	@.ci/lint.sh

.PHONY: clean
clean: ## remove what was built
	rm -rf .build build

.PHONY: toolchain
toolchain:
	@.ci/require-swift.sh
