#!/usr/bin/env bash
# Installs Debian's packages, each given as `package` or `package=program`, where neither they nor their programs are
# there.
set -euo pipefail
missing=()
for package in "$@"; do
  command -v "${package#*=}" || dpkg -s "${package%%=*}" >/dev/null 2>&1 || missing+=("${package%%=*}")
done
[ "${#missing[@]}" -gt 0 ] || exit 0
sudo=''
[ "$(id -u)" -eq 0 ] || sudo=sudo
$sudo apt-get update
$sudo apt-get install --yes --no-install-recommends "${missing[@]}"
