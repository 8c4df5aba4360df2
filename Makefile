# Attention Explorer: every command is a target here, and each does its own set-up first.

PORT ?= 8080
TIME ?= 120
BROWSERS ?= chromium firefox webkit
NODE := node
BUILT := build/.setup/site
SOURCES := $(shell find c web tools -type f 2>/dev/null) vite.config.js package-lock.json

.PHONY: help setup build dist serve test test-browsers size bench fuzz lint format types clean

help:
	@echo 'make setup          install what is missing; the others do it themselves'
	@echo 'make serve          set up, build, and serve the page (PORT=$(PORT))'
	@echo 'make test           set up, build, and run the tests, in Chromium (under ten minutes)'
	@echo 'make test-browsers  all browser tests in Chromium, Firefox and WebKit'
	@echo 'make build          set up and build everything into build/'
	@echo 'make dist           the site as a zip, the same bytes each time: build/dist/'
	@echo 'make size           the sizes beside their budgets'
	@echo 'make bench          the speed beside others, build/bench/results.json'
	@echo 'make fuzz           random input against the engine (TIME=$(TIME) seconds)'
	@echo 'make lint, format   check the layout of all sources, or mend it'
	@echo 'make types          check the types of all JavaScript'
	@echo 'make clean          remove everything that was built'

setup:
	@sh tools/setup.sh serve

build: setup
	@$(MAKE) -s $(BUILT)

# The site is built anew when a source is newer than it.
$(BUILT): $(SOURCES)
	@$(MAKE) -s -C c -j2
	@$(NODE) tools/build.mjs
	@mkdir -p $(@D) && touch $@

dist: build
	@$(NODE) tools/dist.mjs

serve: build
	@exec $(NODE) tools/serve.mjs build/site $(PORT)

test:
	@sh tools/setup.sh test
	@$(MAKE) -s build
	@$(NODE) tests/run.mjs

test-browsers:
	@sh tools/setup.sh browsers
	@$(MAKE) -s build
	@$(NODE) tests/run.mjs --browsers $(BROWSERS)

size: build
	@$(NODE) tools/size.mjs

bench:
	@sh tools/setup.sh test
	@$(MAKE) -s build
	@$(NODE) tests/bench/run.mjs
	@$(NODE) tests/bench/latency.mjs

fuzz:
	@sh tools/setup.sh test
	@$(NODE) tests/fuzz/run.mjs $(TIME)

types: setup
	@npm run --silent types

lint: setup
	@sh tools/lint.sh check

format: setup
	@sh tools/lint.sh mend

clean:
	rm -rf build/engine build/native build/site build/dist build/bench build/types build/.setup
