# VenueSim: `make demo` shows what it does, `make test` proves it.

SWIFT ?= swift
CONFIGURATION ?= release
DEBIAN_PACKAGES = libgsl-dev libyaml-dev libsqlite3-dev zlib1g-dev pkg-config
BIN = .build/$(CONFIGURATION)/venuesim

# Only the tests need it: for the Python example, and as a second opinion on zip and CSV files.
TEST_PACKAGES = python3

.PHONY: help setup build demo test pictures golden benchmarks lint format clean

help:
	@echo "make demo        install what is missing, build, run a scenario and show its results"
	@echo "make test        the same set-up, then all tests"
	@echo "make pictures    draw every scenario into out/pictures"
	@echo "make benchmarks  time the hot paths; the table goes to results/benchmarks.csv"
	@echo "make golden      rewrite the golden files after a change that was meant"
	@echo "make lint        check the formatting; 'make format' mends it"

# Installs the Debian packages that are missing, or says plainly what is needed.
setup:
	@Scripts/setup $(DEBIAN_PACKAGES)

build: setup
	$(SWIFT) build -c $(CONFIGURATION) --product venuesim

demo: build
	@echo
	@$(BIN) run scenarios/corridor.yaml --seeds 1-20 --out out/demo --force
	@echo "A first look at them: head out/demo/metrics.csv"

# Tests run as users' builds do: optimised. Heavy statistics would take minutes otherwise.
test:
	@Scripts/setup $(DEBIAN_PACKAGES) $(TEST_PACKAGES)
	$(SWIFT) build -c $(CONFIGURATION) --build-tests
	$(SWIFT) test -c $(CONFIGURATION) --skip-build

# Every scenario's venue, level by level, with where everybody went.
pictures: build
	$(BIN) export svg scenarios/*.yaml --out out/pictures

golden: build
	@Scripts/golden $(BIN)

benchmarks: setup
	$(SWIFT) build -c release --product benchmarks
	.build/release/benchmarks --csv results/benchmarks.csv

lint:
	$(SWIFT) format lint --strict --recursive Package.swift Sources Tests Benchmarks

format:
	$(SWIFT) format --in-place --recursive Package.swift Sources Tests Benchmarks

clean:
	$(SWIFT) package clean
	rm -rf out
