#!/usr/bin/env bash
# Write constraints.txt: every version, direct and transitive, of a fresh environment with all extras.
set -euo pipefail
python=${1:-python3}
cd "$(dirname "$0")/.."
env=$(mktemp -d)
trap 'rm -rf "$env"' EXIT
"$python" -m venv "$env"
"$env/bin/python" -m pip install --quiet --upgrade setuptools
"$env/bin/python" -m pip install --quiet --no-build-isolation '.[dev,train,art,postgres]'
{
  echo "# Every version that make installs, direct and transitive. Renewed with 'make constraints'."
  "$env/bin/python" -m pip freeze --all --exclude pip --exclude wheel --exclude hwatupan | sed 's/+cpu$//' | sort -f
} >constraints.txt
