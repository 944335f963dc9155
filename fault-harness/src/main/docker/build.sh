#!/bin/sh
# Builds the images of the testbed that are missing or were built from other sources. Needs a Docker engine, and a
# registry or a local image for BASE (default debian:bookworm-slim).
#   ./build.sh [--force]
set -eu
cd "$(dirname "$0")"
BASE=${BASE:-debian:bookworm-slim}

# The digest of name and content of each file, the same as TestbedImages computes.
digest() { (cd "$1" && for f in $(ls | LC_ALL=C sort); do printf '%s\n' "$f"; cat "$f"; done) | sha256sum | cut -c1-64; }

# Without the buildx plugin the client refuses to build, unless told that the engine's classic builder will do.
docker buildx version >/dev/null 2>&1 || export DOCKER_BUILDKIT=0

# The names and tags of TestbedImages.
for tagged in node:1 sidecar:2 mail:1 proxy:1; do
  name=${tagged%:*}
  image=restart-oracle/$tagged
  source=$(digest "$name")
  built=$(docker image inspect -f '{{ index .Config.Labels "io.github.restartoracle.source" }}' "$image" 2>/dev/null || true)
  if [ "${1:-}" != --force ] && [ "$built" = "$source" ]; then
    echo "$image is up to date"
    continue
  fi
  echo "building $image"
  said=$(docker build -q --build-arg "BASE=$BASE" \
    --label "io.github.restartoracle.source=$source" -t "$image" "$name" 2>&1) || { printf '%s\n' "$said" >&2; exit 1; }
done
