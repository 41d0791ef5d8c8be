#!/bin/sh
# Installs VenueSim on a CI machine. The Action and the GitLab recipe call it; other CI can as well.
#
#   INSTALL_FROM   what to install: a version on PyPI (0.2.0), or a .whl or .deb by its path or its address.
#                  Empty: the venuesim that is on the PATH already is used.
#   INSTALL_HOME   where a wheel goes, by default ~/.venuesim; its bin/ then belongs on the PATH, and holds
#                  nothing but venuesim, so that 'python3' stays the one that your stack needs.
set -eu

say() { echo "install.sh: $*" >&2; }

from=${INSTALL_FROM:-}
home=${INSTALL_HOME:-$HOME/.venuesim}

if [ -z "$from" ]; then
  if command -v venuesim >/dev/null 2>&1; then
    venuesim --version
    exit 0
  fi
  say "there is no venuesim on the PATH; let INSTALL_FROM be a version, a .whl or a .deb"
  exit 1
fi

case "$(uname -s) $(uname -m)" in
"Linux x86_64") ;;
*)
  say "packages are for Linux on x86-64, and this is $(uname -s) on $(uname -m); choose another runner"
  exit 1
  ;;
esac

# A .deb is fetched here; what pip installs it fetches by itself.
fetched() {
  case "$1" in
  http://* | https://*)
    file=$(mktemp -d)/${1##*/}
    if command -v curl >/dev/null 2>&1; then
      curl -fsSL -o "$file" "$1" || { say "'$1' can't be had; is that the address?"; exit 1; }
    elif command -v wget >/dev/null 2>&1; then
      wget -q -O "$file" "$1" || { say "'$1' can't be had; is that the address?"; exit 1; }
    else
      say "neither curl nor wget is here to fetch '$1'; install one of them, or fetch it before"
      exit 1
    fi
    ;;
  *)
    file=$1
    [ -f "$file" ] || { say "there is no file '$file'"; exit 1; }
    ;;
  esac
}

as_root() {
  if [ "$(id -u)" -eq 0 ]; then
    "$@"
  elif command -v sudo >/dev/null 2>&1; then
    sudo "$@"
  else
    say "a .deb needs root or sudo; install the wheel instead, which needs neither"
    exit 1
  fi
}

with_pip() {
  if ! python3 -m venv "$home/python" 2>/dev/null; then
    say "python3 can make no virtual environment; install python3-venv, or let INSTALL_FROM be a .deb"
    exit 1
  fi
  # The command alone: it needs none of the tables' packages.
  "$home/python/bin/pip" install --quiet --no-deps --disable-pip-version-check "$1"
  mkdir -p "$home/bin"
  ln -sf ../python/bin/venuesim "$home/bin/venuesim"
  if [ -n "${GITHUB_PATH:-}" ]; then echo "$home/bin" >>"$GITHUB_PATH"; fi
  "$home/bin/venuesim" --version
}

case "$from" in
*.deb)
  fetched "$from"
  as_root dpkg -i "$file"
  venuesim --version
  ;;
*.whl)
  case "$from" in http*) ;; *) fetched "$from" ;; esac
  with_pip "$from"
  ;;
[0-9]*) with_pip "venuesim==$from" ;;
*)
  say "'$from' is no version, .whl or .deb"
  exit 1
  ;;
esac
