#!/bin/sh
# Makes this machine ready:   tools/setup.sh serve|test|browsers
#
#   serve     Node.js, npm, Emscripten, the npm packages
#   test      that, C compilers with sanitizers and libFuzzer, NumPy, and Chromium
#   browsers  that, Firefox, and WebKitGTK with its driver
#
# On Debian and Ubuntu what is missing is installed through apt; elsewhere it is named, and the
# script stops. When nothing is missing it asks nothing of apt and of npm.
set -u
cd "$(dirname "$0")/.." || exit 1

# Vite, which builds the page, stops on older ones.
NODE_NEEDED=20.18.0
EMCC_NEEDED=3.1.6

wanted=${1:-serve}
missing_packages=''  # Debian packages to install
missing_names=''     # the same for people elsewhere, one a line
faults=''            # tools that are there and do not do, one a line

main() {
    case $wanted in
    serve) need_for_serving ;;
    test) need_for_serving; need_for_testing ;;
    browsers) need_for_serving; need_for_testing; need_for_browsers ;;
    *) stop "setup: expected serve, test or browsers, got '$wanted'" ;;
    esac
    [ -z "$faults" ] || stop "$faults"
    if [ -n "$missing_names" ]; then
        install_packages
        check_again
    fi
    install_npm_packages
}

# ---- what each command needs ----------------------------------------------------------------

need_for_serving() {
    if has node; then
        check_version 'Node.js' "$(node --version)" $NODE_NEEDED 'https://nodejs.org'
    else
        # The Node.js of Debian 12 and Ubuntu 24.04 is 18, which is too old: apt cannot help.
        fault "Node.js is missing; $NODE_NEEDED or newer is needed: https://nodejs.org"
    fi
    has npm || need npm 'npm (comes with Node.js)'
    if has emcc; then
        check_emcc
    else
        need emscripten "Emscripten $EMCC_NEEDED or newer (brew install emscripten, or https://emscripten.org)"
    fi
}

need_for_testing() {
    if ! has gcc; then
        need 'gcc libc6-dev' 'a C compiler as gcc (macOS: xcode-select --install)'
    elif ! has_stamp "$(command -v gcc)" && ! sanitizers_work; then
        need 'gcc libc6-dev' 'a C compiler (gcc) whose -fsanitize=address,undefined works'
    fi
    if ! has_stamp "$(command -v "${CLANG:-clang}" || echo clang)" && ! fuzzer_works; then
        need 'clang libclang-rt-dev' 'clang with libFuzzer (CLANG=/path/to/it; not the one of Xcode)'
    fi
    find_numpy || need python3-numpy 'python3 with NumPy (pip install numpy)'
    find_chromium >/dev/null || need "$(on_ubuntu chromium-browser chromium)" 'Chromium or Chrome (or CHROMIUM=/path/to/it)'
}

need_for_browsers() {
    has firefox-esr || has firefox ||
        need "$(on_ubuntu firefox firefox-esr)" Firefox
    has WebKitWebDriver || need webkit2gtk-driver 'WebKitWebDriver of WebKitGTK (Linux only)'
    find_minibrowser || need libwebkit2gtk-4.1-0 'the MiniBrowser of WebKitGTK (Linux only)'
    has xvfb-run || need 'xvfb xauth' 'xvfb-run (Linux only)'
}

# ---- looking ----------------------------------------------------------------------------------

has() { command -v "$1" >/dev/null 2>&1; }

need() {
    missing_packages="$missing_packages $1"
    missing_names="$missing_names
  - $2"
}

fault() { faults="${faults:+$faults
}$1"; }

find_chromium() {
    for name in "${CHROMIUM:-}" chromium chromium-browser google-chrome google-chrome-stable; do
        [ -n "$name" ] && command -v "$name" 2>/dev/null && return
    done
    return 1
}

# Debian's own, where another python3 without it comes first on the path.
find_numpy() {
    for name in python3 /usr/bin/python3; do
        "$name" -c 'import numpy' 2>/dev/null && return
    done
    return 1
}

find_minibrowser() {
    for path in /usr/lib/*/webkit2gtk-4.1/MiniBrowser /usr/libexec/webkit2gtk-4.1/MiniBrowser; do
        [ -x "$path" ] && return
    done
    return 1
}

# on_ubuntu NAME OTHERWISE: some packages have another name there (and only fetch a snap).
on_ubuntu() { if grep -q '^ID=ubuntu' /etc/os-release 2>/dev/null; then echo "$1"; else echo "$2"; fi; }

check_emcc() {
    emcc_path=$(command -v emcc)
    has_stamp "$emcc_path" && return
    found=$(emcc --version 2>/dev/null | sed -n '1s/.*[^0-9.]\([0-9][0-9]*\.[0-9][0-9.]*\).*/\1/p')
    check_version 'Emscripten (emcc)' "${found:-unknown}" $EMCC_NEEDED 'https://emscripten.org' &&
        stamp "$emcc_path"
}

sanitizers_work() {
    trial=$(mktemp -d)
    echo 'int main(void) { return 0; }' >"$trial/a.c"
    works=no
    gcc -fsanitize=address,undefined "$trial/a.c" -o "$trial/a" 2>/dev/null && works=yes
    rm -r "$trial"
    [ $works = yes ] && stamp "$(command -v gcc)"
}

fuzzer_works() {
    has "${CLANG:-clang}" || return
    trial=$(mktemp -d)
    echo 'int LLVMFuzzerTestOneInput(const unsigned char *b, unsigned long n) { return !b && n; }' >"$trial/a.c"
    works=no
    "${CLANG:-clang}" -fsanitize=fuzzer,address,undefined "$trial/a.c" -o "$trial/a" 2>/dev/null && works=yes
    rm -r "$trial"
    [ $works = yes ] && stamp "$(command -v "${CLANG:-clang}")"
}

# check_version NAME FOUND NEEDED WHERE
check_version() {
    version_reached "${2#v}" "$3" && return
    fault "$1 ${2#v} is too old: $3 or newer is needed ($4)"
    return 1
}

# Whether version $1 is $2 or newer: number by number, so that 3.1.51 is newer than 3.1.6.
version_reached() {
    printf '%s\n%s\n' "$2" "$1" | awk -F. '
        NR == 1 { for (i = 1; i <= 3; i++) needed[i] = $i + 0; next }
        $1 !~ /^[0-9]+$/ { exit 1 }
        { for (i = 1; i <= 3; i++) if ($i + 0 != needed[i]) exit !($i + 0 > needed[i]) }'
}

# A stamp says "this program was tried and does"; it ends when the program is replaced.
stamp_file() { echo "build/.setup/$(echo "$1" | tr -c 'A-Za-z0-9\n' _)"; }
has_stamp() { [ -n "$(find "$(stamp_file "$1")" -newer "$1" 2>/dev/null)" ]; }
stamp() { mkdir -p build/.setup && : >"$(stamp_file "$1")"; }

# ---- installing -------------------------------------------------------------------------------

install_packages() {
    has apt-get || stop "These are missing here; please install them and try again:$missing_names"
    as_root=''
    if [ "$(id -u)" != 0 ]; then
        has sudo || stop "No sudo here. Please run as root:
  apt-get update && apt-get install -y$missing_packages"
        as_root=sudo
    fi
    echo "setup: installing$missing_packages"
    apt update
    # shellcheck disable=SC2086 # a list of packages
    apt install -y --no-install-recommends $missing_packages
}

apt() {
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=600 "$@" </dev/null ||
        stop "setup: 'apt-get $*' failed (see above)"
}

# What apt brought can still be too old (Ubuntu 22.04 has Emscripten 3.1.5) or a stub.
check_again() {
    missing_packages='' missing_names=''
    need_for_serving
    [ "$wanted" = serve ] || need_for_testing
    [ "$wanted" != browsers ] || need_for_browsers
    [ -z "$faults" ] || stop "$faults"
    [ -z "$missing_names" ] || stop "Still missing after apt-get install:$missing_names"
}

# `npm ci` again only when the lock file is not the one that was installed.
install_npm_packages() {
    installed=node_modules/.installed-lock.json
    cmp -s package-lock.json "$installed" && return
    echo 'setup: npm ci'
    npm ci --no-progress </dev/null || stop "setup: 'npm ci' failed (see above)"
    cp package-lock.json "$installed"
}

stop() {
    printf '%s\n' "$1" >&2
    exit 1
}

main
