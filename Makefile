# Habit's wrapper around the CMake presets; the build itself is CMakeLists.txt.
#   make            library and rustgc, optimized, in build/release
#   make test       the same with tests, in build/dev, and runs them (LABEL=unit narrows)
#   make install    installs build/release (PREFIX, DESTDIR)
#   make gpu-check  GPU tests, compute-sanitizer and benchmarks, on a machine with a GPU
#   make clean      removes build/

PREFIX ?= /usr/local
CMAKE ?= cmake
LABEL ?=

all:
	$(CMAKE) --preset release
	$(CMAKE) --build --preset release

test:
	$(CMAKE) --preset dev
	$(CMAKE) --build --preset dev
	ctest --preset dev $(if $(LABEL),-L $(LABEL))

install: all
	$(CMAKE) --install build/release --prefix $(PREFIX)

gpu-check:
	scripts/gpu_check.sh

clean:
	rm -rf build

.PHONY: all test install gpu-check clean
