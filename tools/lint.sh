#!/bin/sh
# tools/lint.sh check|mend: the layout of all sources, and the types.
set -u
cd "$(dirname "$0")/.." || exit 1

status=0
run() { "$@" || status=1; }

c_files() { git ls-files '*.c' '*.h'; }

case ${1:-check} in
check)
    run npx eslint .
    run npx prettier --check .
    run npm run --silent types
    if command -v clang-format >/dev/null; then
        # shellcheck disable=SC2046 # file names without blanks
        run clang-format --dry-run --Werror $(c_files)
    else
        echo 'lint: clang-format is not here, the layout of c/ was not checked'
    fi
    ;;
mend)
    run npx eslint --fix .
    run npx prettier --write --log-level warn .
    # shellcheck disable=SC2046
    if command -v clang-format >/dev/null; then run clang-format -i $(c_files); fi
    ;;
*)
    echo "lint: expected check or mend, got '$1'" >&2
    status=1
    ;;
esac
exit $status
