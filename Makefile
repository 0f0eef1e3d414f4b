# `make run` and `make test` are all that a newcomer needs. Each sets up for itself what it lacks: see the targets at the end.

GO ?= go
NATIVE := ./engine/... ./web/... ./wasm/site ./wasm/serve/... ./wasm/domtest ./wasm/scripts ./wasm/browser ./wasm/browsers
# Two packages at a time: the tests are kept busy by processors, not by waiting.
TEST := $(GO) test -p 2
AXE := 4.14.1
VITEPRESS := 1.6.4
AXE_SUM := e6b0ce02b84d892e2e33e403485e7f3d6c29e2be6df65daf44d89ba564139745

TYPESCRIPT := 5.9.3
TYPESCRIPT_SUM := 10e108c9cf7d5f2879053dff18515fb405abf2ccef63eaaf017d9c571687a1d3

.DEFAULT_GOAL := help
.PHONY: help run build zip npm test bench fuzz generate clean check native race site scripts browsers chromium firefox-webkit hugo-mkdocs-sphinx node modules

help: ## list the targets
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## /  make \1\t/' | expand -t 18

run: build ## build the playground and serve it; prints its address
	@$(GO) run ./wasm/serve -dir dist

build: ## build the deployable static site in dist/
	@$(GO) run ./wasm/site -out dist

zip: ## pack dist/firm-offer.zip: a folder that works by a double click, without a server
	@$(GO) run ./wasm/site -out dist -zip dist/firm-offer.zip

npm: node ## pack the script API as an npm package in dist/npm/
	@$(GO) run ./wasm/site -npm dist/npm/package
	@cd dist/npm && echo "The package is dist/npm/$$(npm pack --silent ./package)"

test: check native race site scripts browsers ## run all checks, the fastest first
	@echo; echo "All checks passed."

bench: build node chromium ## print every figure beside its budget
	@echo "== engine and search, native"
	$(GO) test -run '^$$' -bench . -benchmem ./engine/ ./engine/trace ./engine/check
	@echo "== replay and search, in WebAssembly"
	GOOS=js GOARCH=wasm $(GO) test -exec "$$($(GO) env GOROOT)/lib/wasm/go_js_wasm_exec" -run '^$$' -bench . ./engine/trace ./engine/check
	@echo "== the script API, in Node"
	$(GO) test -run '^$$' -bench . -benchtime 1x ./wasm/scripts
	@echo "== the page, in Chromium"
	$(GO) test -run '^$$' -bench . -benchtime 1x ./wasm/browser

fuzz: ## fuzz the parser and the links for a minute each
	$(GO) test -run '^$$' -fuzz FuzzParse -fuzztime 60s ./engine/trace
	$(GO) test -run '^$$' -fuzz FuzzDecode -fuzztime 60s ./engine/trace/link

generate: ## make the components' Go code from their markup, and the list of what they say
	$(GO) generate ./web
	$(GO) test ./web/words -run Fresh -update

clean: ## remove dist/
	rm -rf dist

# ---- the parts of `make test`

check: modules
	@echo "== format, vet, generated code"
	@unformatted=$$(gofmt -l engine web wasm | grep -v _gen.go || true); test -z "$$unformatted" || { echo "gofmt: $$unformatted"; exit 1; }
	$(GO) vet $(NATIVE)
	GOOS=js GOARCH=wasm $(GO) vet ./wasm ./wasm/tools
	@before=$$(cat web/*_gen.go | cksum); $(GO) generate ./web; after=$$(cat web/*_gen.go | cksum); \
	  test "$$before" = "$$after" || { echo "The generated code was stale: run make generate and commit web/*_gen.go."; exit 1; }

# In one go, so that both processors have work until the end. The exports take minutes: see the browsers.
native:
	@echo "== engine, page and site, natively"
	$(TEST) $$($(GO) list ./engine/... ./web/... ./wasm/site/... ./wasm/serve/... | grep -v trace/export)

race:
	@echo "== many goroutines at once"
	$(GO) test -race -short -run 'Goroutine|Order|Rule23' ./engine/

site:
	@echo "== the site, and its size"
	@$(GO) run ./wasm/site -out dist

scripts: site node dist/tools/typescript/lib/tsc.js
	@echo "== a shrunk program and the script API, in Node"
	NEED_NODE=1 $(TEST) -run Node ./wasm/site
	$(TEST) ./wasm/scripts

# Two at a time, and the exports, which run what they wrote. The browser tests cut in two halves side by side take no less time.
browsers: site chromium firefox-webkit hugo-mkdocs-sphinx dist/tools/axe.min.js dist/tools/vitepress
	@echo "== the page, in Chromium, Firefox and WebKit; the exports"
	$(TEST) -timeout 19m ./wasm/browser ./wasm/domtest ./wasm/browsers ./engine/trace/export

# ---- what the checks need; Go and make are given

modules:
	@$(call tries,$(GO) list -deps -test $(NATIVE) tool >/dev/null && GOOS=js GOARCH=wasm $(GO) list -deps ./wasm ./wasm/tools >/dev/null)

# What comes over a network may fail once.
tries = for left in 2 1 0; do { $(1); } && break; test $$left = 0 && exit 1; echo "It did not work; another try"; sleep 5; done
install = $(call tries,apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $(1) >/dev/null)

root = test "$$(id -u)" = 0 && command -v apt-get >/dev/null

chromium:
	@command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null || { \
	  if $(root); then echo "installing Chromium"; $(call install,chromium fonts-dejavu-core); \
	  else echo "Install Chromium (package chromium) for the browser tests."; exit 1; fi; }

# WebKit, the engine of Safari, comes with a driver and needs a screen: xvfb.
firefox-webkit:
	@{ command -v firefox-esr || command -v firefox; } >/dev/null && command -v WebKitWebDriver >/dev/null && command -v Xvfb >/dev/null || { \
	  if $(root); then echo "installing Firefox and WebKit, about 150 MB"; $(call install,firefox-esr webkit2gtk-driver xvfb fonts-dejavu-core); \
	  else echo "Install Firefox, WebKit and a screen for it (packages firefox-esr, webkit2gtk-driver and xvfb) for the tests of other browsers."; exit 1; fi; }

# Documentation systems: tests build the recipes of the README with them.
hugo-mkdocs-sphinx:
	@command -v hugo >/dev/null && command -v sphinx-build >/dev/null && mkdocs build --help 2>/dev/null | grep -q material || { \
	  if $(root); then echo "installing Hugo, MkDocs and Sphinx, about 150 MB"; $(call install,hugo mkdocs-material python3-sphinx); \
	  else echo "Install Hugo, MkDocs with its theme Material, and Sphinx (packages hugo, mkdocs-material and python3-sphinx) for the tests of documentation systems."; exit 1; fi; }

node:
	@command -v node >/dev/null && command -v npm >/dev/null || { \
	  if $(root); then echo "installing Node.js"; $(call install,nodejs npm); \
	  else echo "Install Node.js (packages nodejs and npm) to run Go's WebAssembly outside a browser."; exit 1; fi; }

# The TypeScript compiler, from the npm registry, used by a test only.
dist/tools/typescript/lib/tsc.js:
	@mkdir -p dist/tools/typescript
	@cd dist/tools && $(call tries,npm pack --silent typescript@$(TYPESCRIPT) >/dev/null) && echo "$(TYPESCRIPT_SUM)  typescript-$(TYPESCRIPT).tgz" | sha256sum -c --quiet - && tar -xzf typescript-$(TYPESCRIPT).tgz -C typescript --strip-components=1 && rm typescript-$(TYPESCRIPT).tgz

# The accessibility checker, from the npm registry, used by the browser tests only.
dist/tools/axe.min.js:
	@command -v npm >/dev/null || { \
	  if $(root); then echo "installing npm"; $(call install,nodejs npm); \
	  else echo "Install npm for the accessibility tests."; exit 1; fi; }
	@mkdir -p dist/tools
	@cd dist/tools && $(call tries,npm pack --silent axe-core@$(AXE) >/dev/null) && echo "$(AXE_SUM)  axe-core-$(AXE).tgz" | sha256sum -c --quiet - && tar -xzf axe-core-$(AXE).tgz package/axe.min.js && mv package/axe.min.js . && rm -r package axe-core-$(AXE).tgz

# Another documentation system, from the npm registry.
dist/tools/vitepress: dist/tools/axe.min.js
	@echo "installing VitePress"
	@mkdir -p $@ && ( $(call tries,npm install --silent --no-audit --no-fund --prefix $@ vitepress@$(VITEPRESS)) ) || { rm -rf $@; exit 1; }
