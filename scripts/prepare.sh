# Sourced by the other scripts: installs and checks what they need.
# shellcheck shell=bash

# The folder of the checkout, with links resolved.
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
cd "$root" || exit 1
# The output of programs is parsed here, and numbers must have a decimal point.
export LC_ALL=C.UTF-8

# Prints the value of an option, or fails if there is none.
value_of() {
    [ $# -ge 2 ] || fail "'$1' requires a value; see the head of this script."
    printf '%s' "$2"
}

say() { printf '%s\n' "$*" >&2; }

fail() {
    say "Error: $*"
    exit 1
}

# Runs a command as root. Sudo may ask for a password only in a terminal.
as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        "$@"
    elif [ -t 0 ]; then
        sudo "$@"
    else
        sudo --non-interactive "$@"
    fi
}

apt_get() {
    as_root env DEBIAN_FRONTEND=noninteractive \
        apt-get --quiet --yes -o DPkg::Lock::Timeout=300 "$@" >&2
}

# Needs Swift 6.2 or later.
require_swift() {
    local advice="Install Swift 6.2 or later, as https://www.swift.org/install/linux shows,"
    advice+=" and make sure that 'swift' is on the PATH."
    if [ -n "${SUDO_USER:-}" ]; then
        advice+=" Sudo changes the PATH: run this script without sudo; it calls sudo itself,"
        advice+=" only to install packages."
    fi
    local version
    command -v swift >/dev/null || fail "There is no 'swift' on the PATH. $advice"
    version=$(swift --version 2>&1) || fail "'swift --version' failed: $version. $advice"
    [[ $version =~ Swift\ version\ ([0-9]+)\.([0-9]+) ]] ||
        fail "'swift --version' printed no version: $version. $advice"
    if ((BASH_REMATCH[1] * 1000 + BASH_REMATCH[2] < 6002)); then
        fail "This is Swift ${BASH_REMATCH[1]}.${BASH_REMATCH[2]}, which is too old. $advice"
    fi
}

# Prints the option of 'swift test' for two tests on each core at a time, because many tests wait for a
# browser or another program. With it a time limit counts from the start of its test, and each suite is
# reported as it ends. Swift 6.2 has no such option and starts all tests at once: nothing is printed.
width_option() {
    local option=--experimental-maximum-parallelization-width
    [[ $(swift test --help-hidden) != *$option* ]] || printf '%s=%s\n' "$option" $((2 * $(nproc)))
}

is_installed() {
    [ "$(dpkg-query --show --showformat='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

# Installs the packages of the given groups (the second column of scripts/packages) that are
# missing. Uses no network if none is missing.
install_packages() {
    local name group why missing=() reasons=()
    if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
        fail "This needs apt, as on Debian 12. On another system, install what scripts/packages" \
            "lists and call 'swift build' yourself."
    fi
    while read -r name group why; do
        if [[ -z $name || $name == \#* || " $* " != *" $group "* ]]; then continue; fi
        if ! is_installed "$name"; then
            missing+=("$name")
            reasons+=("$(printf '  %-22s %s' "$name" "$why")")
        fi
    done <scripts/packages
    if [ ${#missing[@]} -eq 0 ]; then return; fi

    say "These Debian packages are missing and will be installed now:"
    printf '%s\n' "${reasons[@]}" >&2
    local by_hand="To install them by hand, as root: apt-get install ${missing[*]}"
    if [ "$(id -u)" -ne 0 ]; then
        command -v sudo >/dev/null || fail "Installing needs root, and there is no sudo. $by_hand"
        as_root true || fail "Installing needs root, and sudo refused. $by_hand"
    fi
    local is_updated=no
    # shellcheck disable=SC2310 # a failure is what these conditions are about
    if ! apt_knows "${missing[@]}"; then
        say "The package lists are absent or too old; fetching them first."
        apt_get update || fail "The package lists cannot be fetched: is there a network? $by_hand"
        is_updated=yes
    fi
    if apt_get install --no-install-recommends "${missing[@]}"; then return; fi
    if [ "$is_updated" = no ]; then
        say "Installing failed; trying again with fresh package lists."
        apt_get update || fail "The package lists cannot be fetched: is there a network? $by_hand"
        if apt_get install --no-install-recommends "${missing[@]}"; then return; fi
    fi
    fail "The packages could not be installed; see apt's message above. $by_hand"
}

# Whether apt knows a version of every package.
apt_knows() {
    local name
    for name in "$@"; do
        # grep reads to the end: with -q it would stop apt-cache early, which counts as a failure.
        apt-cache policy "$name" 2>/dev/null | grep '^  Candidate: [^(]' >/dev/null || return 1
    done
}

# Removes a build folder that was built while the checkout had another path: the compiler's caches
# contain that path, and building fails with unclear errors.
clear_stale_build() {
    local folder=$1 manifest
    for manifest in "$folder"/debug.yaml "$folder"/release.yaml; do
        if [ -f "$manifest" ] && ! grep -qF "$root/Sources/" "$manifest"; then
            say "'$folder' was built in a folder other than $root; building it again."
            rm -rf "$folder"
            return
        fi
    done
}
