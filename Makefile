# VenueSim: `make demo` runs an example, `make test` all tests.

SWIFT ?= swift
export SWIFT
BUILD = Scripts/build
CONFIGURATION ?= release
DEBIAN_PACKAGES = libgsl-dev libyaml-dev libsqlite3-dev zlib1g-dev pkg-config
BIN = .build/$(CONFIGURATION)/venuesim

# Only the tests need it: for the Python example, and as a reference for zip and CSV files.
TEST_PACKAGES = python3

# Only 'make lint-page' needs it: linters for the scripts and styles of report pages.
PAGE_PACKAGES = eslint node-css-tree

SOURCES = Package.swift Sources Tests Benchmarks scenarios/examples/swift-stack/Package.swift \
  scenarios/examples/swift-stack/Sources scenarios/examples/swift-stack/Tests

.PHONY: help setup build build-tests try static demo install dist test test-busy everything test-long test-sanitized fuzz test-cluster test-faults test-packages test-kits test-python \
  test-docs gate judge-power claims power fresh results results-check page-test example docs pictures film golden benchmarks bench-peers rivals bench-peers-quick instructions lint lint-page prose format clean

help:
	@echo "make demo        install what is missing, build, run a scenario and show its results"
	@echo "make install     put the program and what belongs to it below PREFIX, by default /usr/local; DESTDIR is heeded"
	@echo "make dist        pack it: an archive, a Debian package and a wheel for Linux on x86-64, and Python sources, in out/dist"
	@echo "make try T=NAME  a debug build of one module's chain, and its tests alone; or of one suite of tests"
	@echo "make test        the same set-up, then all tests"
	@echo "make everything  the checks of every commit and all lanes: 'Scripts/lanes list' tells which"
	@echo "make test-busy   the tests three times, beside four processes that never rest"
	@echo "make test-long   the long statistics alone: many seeds, whole populations, every scenario"
	@echo "make test-sanitized  tests again, with what finds wrong addresses, races and undefined behaviour"
	@echo "make fuzz        read FUZZ_RUNS changed inputs with every reader, guided by branch coverage; 20000 by default"
	@echo "make test-packages  install what 'make dist' made in bare systems, and try it; ROOT privileges needed"
	@echo "make test-kits   run what people's CI would: the Action, the GitLab recipe, the hook, gpsd, three shells"
	@echo "make test-python test the Python package and its notebooks, with the newest and the oldest NumPy and pandas"
	@echo "make test-docs   run every command and block of README and Docs"
	@echo "make test-cluster  run a campaign by Slurm, GNU parallel and Dask on this machine, with kills"
	@echo "make test-faults   let every write, open, rename and allocation fail in turn; QUICK=1 for a few"
	@echo "make gate        compare quick scenarios with the committed baselines; GATED names others"
	@echo "make judge-power measure the errors and the power of the gate's verdicts; takes half an hour"
	@echo "make claims      print which statements of the talks hold, and what they depend on; CLAIM_SEEDS=A-B"
	@echo "make power       see that every scenario's budgets can fail, and do where they must"
	@echo "make fresh       run scenarios under seeds drawn from the commit; PARTS=3 takes a third of them"
	@echo "make results     make the cheap tables in results/ anew; 'make results-check' finds old and forged ones"
	@echo "make page-test   drive report pages in headless Chromium, if its driver is installed"
	@echo "make example     build and test scenarios/examples/swift-stack as a package of its own"
	@echo "make docs        build the site of Docs/, with pages of what 'import VenueSim' brings, into out/docs"
	@echo "make pictures    draw every scenario into out/pictures"
	@echo "make film        make the film of the README anew, after a change of the stack or of films"
	@echo "make benchmarks  time the hot paths; the table goes to results/benchmarks.csv"
	@echo "make bench-peers run peers and VenueSim by turns; QUICK=1 takes minutes, DATA names the recordings"
	@echo "make rivals      compare with simple methods on the recordings in DATA"
	@echo "make instructions  find what takes more instructions than it did, under valgrind, in two minutes"
	@echo "make golden      rewrite the golden files after a change that was meant"
	@echo "make lint        check the formatting, which 'make format' mends, report pages and the language"
	@echo "make lint-page   check the scripts and styles of report pages; 'make lint' does, if it can"
	@echo "make prose       check the words of comments, names, texts, documents and commit subjects, and the spelling"

# Installs missing Debian packages, or lists them.
setup:
	@Scripts/setup $(DEBIAN_PACKAGES)

build: setup
	$(BUILD) -c $(CONFIGURATION) --product venuesim

# A program without shared libraries, linked from the tested object files, with its commit.
STATIC = .build/dist/venuesim
static:
	@Scripts/setup $(DEBIAN_PACKAGES) binutils
	$(BUILD) --unless-built -c $(CONFIGURATION) --product venuesim
	Scripts/static .build/$(CONFIGURATION) $(STATIC)

PREFIX ?= /usr/local
install: static
	@Scripts/setup python3
	Scripts/dist $(STATIC) --install "$(PREFIX)"

dist: static
	@Scripts/setup python3 dpkg
	Scripts/dist $(STATIC) out/dist

demo: build
	@echo
	@$(BIN) run scenarios/corridor.yaml --seeds 1-20 --out out/demo --force
	@echo "A first look at them: head out/demo/metrics.csv"

# Tests run optimised, like users' builds. Otherwise statistical tests would take minutes.
test:
	@Scripts/setup $(DEBIAN_PACKAGES) $(TEST_PACKAGES)
	@for file in Tests/Scripts/*_test.py; do python3 "$$file" || exit 1; done
	$(BUILD) -c $(CONFIGURATION) --build-tests
	$(BUILD) test -c $(CONFIGURATION)

# Builds everything for 'make test' and the checks of every commit at once.
build-tests: setup
	$(BUILD) -c $(CONFIGURATION) --build-tests

# T is a module, such as Positioning, or a suite, such as RoadMatcherTests of PositioningTests. The build folder is
# separate, so that the release build stays as it is.
T ?= Kernel
try: setup
	@Scripts/try $(T)

# The verdict of a test must not depend on the load of the machine.
BUSY ?= 4
TIMES ?= 3
BUSY_NICE ?= 5
test-busy: build-tests
	Tests/busy $(BUSY) $(TIMES) $(BUSY_NICE) $(BUILD) test -c $(CONFIGURATION)

everything:
	Scripts/lanes everything

# Tests with many seeds or whole populations; `make test` has shorter forms of most of them.
test-long:
	@Scripts/setup $(DEBIAN_PACKAGES) $(TEST_PACKAGES)
	$(BUILD) -c $(CONFIGURATION) --build-tests
	VENUESIM_LONG=1 $(BUILD) test -c $(CONFIGURATION) --filter '/long[A-Z]'

# Beyond Swift's own checks: C libraries, raw memory, threads. Separate builds of the modules and tests that use
# these; see Package.swift. SANITIZER=address or thread selects one.
SANITIZER ?= all
test-sanitized: setup
	Tests/Sanitizers/run $(SANITIZER)

# The peers that install within a minute; without a network they are skipped, with a message.
bench-peers-quick: setup
	@Scripts/setup python3 python3-venv g++
	$(BUILD) -c release --product benchmarks
	@Scripts/bench-peers --quick --only events --only sensors --only scoring; \
	  status=$$?; [ $$status = 1 ] && echo "peers couldn't be had; see above" || exit $$status

# Scenarios that are gated in CI: quick ones of each kind.
GATED ?= corridor museum-visit pace-ladder reminder-geofence traffic-jam
gate: build
	$(BIN) gate $(GATED:%=scenarios/%.yaml) --out out/gate

# DATA names the folder of the recordings of Docs/evidence/index.md; without it, scenarios alone are judged.
judge-power: setup
	$(BUILD) -c release --product venuesim
	$(BUILD) -c release --product benchmarks
	Scripts/judge-power

# The statements of the talks: the table goes to results/claims.md and claims.csv.
CLAIM_SEEDS ?= 8001-8003
claims: build
	$(BIN) claims --seeds $(CLAIM_SEEDS) --out results

# Scenarios of 'power' and 'fresh'.
SCENARIOS ?= scenarios/*.yaml

# Every scenario unchanged, with a stack that reports nothing, and with each of its breaks.
#
# Nine of ten seeds keep the budgets. At the airport the first seed is the tenth (its score is 5.4 m, with a limit
# of 5.1 m, and 3.8 m over ten seeds), so it runs with two seeds.
TWICE := scenarios/airport-to-gate.yaml
power: build
	$(if $(filter-out $(TWICE),$(wildcard $(SCENARIOS))),$(BIN) check --power $(filter-out $(TWICE),$(wildcard $(SCENARIOS))))
	$(if $(filter $(TWICE),$(wildcard $(SCENARIOS))),$(BIN) check --power --seeds 1-2 $(TWICE))

# Fresh seeds: a commit's hash selects them, and the part of the scenarios to run.
PARTS ?= 1
fresh: build
	$(BIN) fresh --commit $$(git rev-parse HEAD) --parts $(PARTS) $(SCENARIOS)

# Commands make the tables: results/index.csv names them. DATA is the folder of public recordings.
results: setup
	@Scripts/setup python3
	$(BUILD) -c release --product venuesim
	$(BUILD) -c release --product benchmarks
	Scripts/results make
	Scripts/results check

results-check:
	@Scripts/setup python3
	$(BUILD) -c release --product venuesim
	$(BUILD) -c release --product benchmarks
	Scripts/results check

# Report pages in a browser; SHOTS=DIR keeps screenshots. Skipped, with a message, if Debian's
# chromium-driver is not installed.
page-test: build
	@Tests/Browser/run $(BIN) $(SHOTS)

# The example package of a custom stack in Swift, built alone with its dependencies, which takes as long as
# building everything. 'make test' runs its tests within this package.
example: setup
	$(SWIFT) test -c release --package-path scenarios/examples/swift-stack

# The site of Docs/, and pages of the public interface, from its comments and articles; every declaration must have
# a comment, and every link a target.
docs: build
	@Scripts/setup $(TEST_PACKAGES) python3-venv mandoc
	@rm -rf out/docs/VenueSim.doccarchive
	$(BUILD) -c $(CONFIGURATION) --target VenueSim
	@Scripts/docs .build/$(CONFIGURATION) out/docs/swift
	@Scripts/site out/docs --binary $(BIN)

# Every scenario's venue, level by level, with all paths.
pictures: build
	$(BIN) export svg scenarios/*.yaml --out out/pictures

# The film of the README; the test of the documents compares its bytes.
FILM ?= Docs/pictures/museum-visit.gif
film: build
	$(BIN) run scenarios/museum-visit.yaml --seeds 1-3 --out out/film --force --quiet || test $$? -eq 4
	$(BIN) report out/film --film $(FILM) --quiet

golden: build
	@Scripts/golden $(CURDIR)/Tests/Golden $(CURDIR)/$(BIN)

benchmarks: setup
	$(BUILD) -c release --product benchmarks
	Scripts/results make results/benchmarks.csv

# Comparable programs from PyPI and Debian beside VenueSim; tests of the script's statistics run first. The exit
# status is 4 if VenueSim is behind. QUICK=1 takes 3 pairs of runs and writes no table.
bench-peers: setup
	@Scripts/setup python3 python3-venv g++ rtklib
	@python3 Tests/Scripts/bench_peers_test.py
	$(BUILD) -c release --product benchmarks
	$(BUILD) -c release --product satellites
	Scripts/bench-peers $(if $(QUICK),--quick,--csv results/peers.csv --picture results/pictures/peers.svg)

# Simple methods on the same recordings, in DATA; the table's rows that are behind need a reason.
rivals: build
	@Scripts/setup python3 python3-venv rtklib
	@test -d out/rivals || python3 -m venv out/rivals
	@out/rivals/bin/pip install -q numpy scipy scikit-learn scikit-digital-health || true
	PATH="$(CURDIR)/out/rivals/bin:$$PATH" Scripts/rivals $(BIN) "$(DATA)" results/rivals.csv results/pictures/rivals.svg
	Scripts/rivals check results/rivals.csv

# A campaign by each launcher, with tasks and workers killed on the way: Slurm and GNU parallel from
# Debian, Dask and the schema of Kubernetes from PyPI. Unavailable launchers are skipped and named.
test-cluster: build
	@Scripts/setup python3 python3-venv slurm-wlm munge parallel shellcheck || true
	@test -d out/cluster || python3 -m venv out/cluster
	@out/cluster/bin/pip install -q distributed kubernetes-validate pyyaml || true
	PATH="$(CURDIR)/out/cluster/bin:$$PATH" python3 Tests/Cluster/cluster_test.py $(BIN)

# Every write, open, rename, child, thread and allocation fails in turn. QUICK=1 tries a few of each.
test-faults: build
	@Scripts/setup python3
	python3 Tests/Faults/faults_test.py $(BIN) $(if $(QUICK),--quick)

# A build of its own, with coverage counters; inputs that trap or hang are kept in out/fuzz.
FUZZ_RUNS ?= 20000
fuzz: setup
	Scripts/fuzz --runs $(FUZZ_RUNS) $(FUZZ_TARGETS)

# Installs packages in bare systems made by mmdebstrap; cases without their downloads are skipped and
# named.
test-packages: dist
	@Scripts/setup python3 python3-venv mmdebstrap lintian mandoc zsh fish binutils git || true
	python3 Tests/Packages/packages_test.py out/dist

# Recipes for other CI services, and interfaces to other programs.
test-kits: dist
	@Scripts/setup python3 python3-venv git gpsd gpsd-clients zsh fish shellcheck curl || true
	@test -d out/kits || python3 -m venv out/kits
	@out/kits/bin/pip install -q pyyaml pre-commit check-jsonschema || true
	PATH="$(CURDIR)/out/kits/bin:$$PATH" python3 Tests/Kits/kits_test.py $(STATIC) --wheel out/dist/*.whl
	python3 Tests/Kits/shells_test.py $(BIN)
	python3 Tests/Kits/gpsd_test.py $(BIN)

test-python: build
	@Scripts/setup python3 python3-venv
	VENUESIM="$(CURDIR)/$(BIN)" Python/test out/python
	VENUESIM="$(CURDIR)/$(BIN)" Python/test --oldest out/python-oldest

test-docs: build
	@Scripts/setup python3 python3-venv
	python3 Tests/Docs/docs_test.py $(BIN)

# Unlike times, counts hardly depend on the machine: a growth of 3 % has a cause. The script's own tests run first, as
# they are fast. After an intended growth: Scripts/instructions make.
instructions: build
	@Scripts/setup $(TEST_PACKAGES)
	@python3 Tests/Scripts/instructions_test.py
	@Scripts/instructions check $(BIN)

lint:
	$(SWIFT) format lint --strict --recursive $(SOURCES)
	@Scripts/lint-page
	@python3 Tests/Scripts/conversions_test.py
	@Scripts/conversions check
	@$(MAKE) --no-print-directory prose

# Linters of report pages alone, after their installation.
lint-page:
	@Scripts/setup $(PAGE_PACKAGES)
	@Scripts/lint-page

# Counts of words to avoid may only fall: results/prose.csv has them. Spelling is skipped, with a message, without
# codespell.
prose:
	@python3 Tests/Scripts/prose_test.py
	@Scripts/prose check
	@Scripts/prose spell

format:
	$(SWIFT) format --in-place --recursive $(SOURCES)

clean:
	$(SWIFT) package clean
	rm -rf out scenarios/examples/swift-stack/.build
