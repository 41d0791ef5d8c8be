#!/bin/sh
# Compares your stack with the committed baselines, in any CI; the Action and the GitLab recipe call it.
#
# Copy it to ci/gate.sh of your repository. Once, by hand, make the first baselines and commit them:
#
#   venuesim gate scenarios/*.yaml --baselines baselines --stack "cmd:python3 my_stack.py" \
#     --update --reason "First figures"
#
#   GATE_SCENARIOS   scenarios, or recordings: paths and patterns without blanks; by default scenarios/*.yaml
#   GATE_STACK       the stack, such as cmd:python3 my_stack.py; by default the reference stack
#   GATE_BASELINES   the folder of baselines; by default baselines
#   GATE_ARGS        more options of 'venuesim gate', quoted as in a shell: --set 'stack.locator.window=6 s'
#   GATE_OUT         where the results go: gate.txt, .csv, .md, .xml (JUnit) and page/report.html; by default gate
#   GATE_FORMAT      format of the output: text (by default), markdown, github (annotations), ...
#   GATE_PAGE        true makes the page: a run of the scenarios as they stand; false doesn't
#   GATE_UNDECIDED   warn lets pass what too few seeds can't decide, fail doesn't; by default warn
#
# It ends as 'venuesim gate' does:
#
#   0   all is well
#   1   the environment failed, such as a full disk, a missing program or a stack that died; nothing was judged
#   2   bad input; nothing was judged
#   3   a figure got worse
#   4   a budget was missed
#   5   too little evidence to decide, where GATE_UNDECIDED is fail; 0 otherwise
set -eu

if ! command -v venuesim >/dev/null 2>&1; then
  echo "gate.sh: there is no venuesim on the PATH; call install.sh, which lies beside this file, before" >&2
  exit 1
fi
case "${GATE_UNDECIDED:=warn}" in
warn | fail) ;;
*) echo "gate.sh: GATE_UNDECIDED is '$GATE_UNDECIDED'; it may be warn or fail" >&2; exit 2 ;;
esac
case "${GATE_PAGE:=true}" in
true | false) ;;
*) echo "gate.sh: GATE_PAGE is '$GATE_PAGE'; it may be true or false" >&2; exit 2 ;;
esac
out=${GATE_OUT:-gate}
# Patterns become paths here.
# shellcheck disable=SC2086
set -- ${GATE_SCENARIOS:-scenarios/*.yaml}
subjects=$#

# The caller's own options, split as a shell does it.
eval "set -- \"\$@\" ${GATE_ARGS:-}"
[ -z "${GATE_STACK:-}" ] || set -- "$@" --stack "$GATE_STACK"

status=0
venuesim gate "$@" --baselines "${GATE_BASELINES:-baselines}" --format "${GATE_FORMAT:-text}" --out "$out" || status=$?

why=
case $status in
0) verdict="nothing got worse" ;;
1) verdict="no judgement" why=": the environment failed, or the stack did; the reason stands above" ;;
2) verdict="no judgement" why=": bad input; the reason stands above" ;;
3) verdict="a figure got worse" ;;
4) verdict="a budget was missed" ;;
5) verdict="too little evidence to decide; more seeds would tell" ;;
*) verdict="no judgement" why=": venuesim ended with $status" ;;
esac
echo "gate.sh: $verdict$why"

if [ -n "${GITHUB_STEP_SUMMARY:-}" ] && [ -f "$out/gate.md" ]; then cat "$out/gate.md" >>"$GITHUB_STEP_SUMMARY"; fi
if [ -n "${GITHUB_OUTPUT:-}" ]; then printf 'status=%s\nverdict=%s\n' "$status" "$verdict" >>"$GITHUB_OUTPUT"; fi

# Options of 'gate' alone are left out for the page: it shows the unchanged scenarios.
page() {
  count=$#
  index=0
  while [ "$index" -lt "$count" ]; do
    index=$((index + 1))
    word=$1
    shift
    case "$word" in
    --set | --stack | --stack-timeout | --stack-cpu | --jobs | --cache)
      set -- "$@" "$word" "$1"
      shift
      index=$((index + 1))
      ;;
    --set=* | --stack=* | --stack-timeout=* | --stack-cpu=* | --jobs=* | --cache=*) set -- "$@" "$word" ;;
    -*) ;;
    *.yaml | *.yml) if [ "$index" -le "$subjects" ]; then set -- "$@" "$word"; fi ;;
    esac
  done
  case " $* " in
  *.yaml\ * | *.yml\ *) ;;
  *) return 0 ;; # recordings alone, without a scenario
  esac
  ended=0
  venuesim run "$@" --out "$out/page" --force --report --quiet >/dev/null || ended=$?
  # A missed budget has been reported already.
  case $ended in
  0 | 4) echo "gate.sh: the page is $out/page/report.html" ;;
  *) echo "gate.sh: there is no page, since the run for it ended with $ended" >&2 ;;
  esac
}
case "$GATE_PAGE$status" in
true0 | true3 | true4 | true5) page "$@" ;;
esac

case "$status$GATE_UNDECIDED" in
5warn) ;;
*) exit "$status" ;;
esac
