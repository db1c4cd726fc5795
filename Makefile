# The everyday commands. `make help` lists them.

SWIFT ?= swift
COMMAND := .build/release/cardmill
# A command of its own needs no Swift on the machine that runs it, and starts faster.
STATIC := $(if $(filter Linux,$(shell uname -s)),--static-swift-stdlib)

.DEFAULT_GOAL := help
.PHONY: help man setup demo test release bench lint docs clean

help: ## List these targets
	@grep -hE '^[a-z]+:.*## ' Makefile | sed -E 's/^([a-z]+):.*## (.*)/\1|\2/' | awk -F'|' '{ printf "make %-9s %s\n", $$1, $$2 }'

setup: ## Install what the build needs and is missing
	@Scripts/setup.sh

demo: release ## Convert every sample file and show the results
	@Scripts/demo.sh $(COMMAND)

test: release ## Build everything and run all tests
	$(SWIFT) test --parallel

release: setup ## Build the command: .build/release/cardmill
	$(SWIFT) build -c release --product cardmill $(STATIC)

man: release ## Write the manual page: .build/cardmill.1
	$(COMMAND) help --format man > .build/cardmill.1

bench: setup ## Measure speed (a package of its own: Tests/Benchmarks)
	@if [ -f Tests/Benchmarks/Package.swift ]; then \
		$(SWIFT) run -c release --package-path Tests/Benchmarks; \
	else \
		echo "make bench: Tests/Benchmarks/Package.swift is missing" >&2; exit 1; \
	fi

lint: ## Check the format of all Swift files
	$(SWIFT) format lint --strict -r Sources Plugins Tests Package.swift

docs: ## Build the documentation into .build/docs, offline
	@Scripts/docs.sh

clean: ## Remove everything that was built
	rm -rf .build Tests/Benchmarks/.build
