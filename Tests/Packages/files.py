"""Contents of the packages: pages, completions, checks by Debian's own tools; and installation into a prefix."""
import gzip
import os
import shutil

from bench import ROOT, expect, run, worked
from roots import LeftOut


def debians_checker_finds_nothing(bench):
    if not shutil.which("lintian"):
        raise LeftOut("lintian is not installed (apt-get install lintian)")
    done = run("lintian", "--allow-root", "--fail-on", "error,warning", bench.deb)
    worked(done, "lintian")
    expect(not done.stdout.strip(), done.stdout)


def man_pages_are_whole(bench):
    folder = os.path.join(bench.unpacked, "share/man/man1")
    names = sorted(os.listdir(folder))
    verbs = [name[len("venuesim-"):-len(".1.gz")] for name in names if name.startswith("venuesim-")]
    for verb in ("run", "gate", "demo", "play"):
        expect(verb in verbs, f"'{verb}' has no page among {verbs}")
    for verb in verbs:
        worked(run(bench.program, "help", verb), f"help {verb}")
    plain = bench.folder("man")
    for name in names:
        with gzip.open(os.path.join(folder, name)) as packed, open(f"{plain}/{name[:-3]}", "wb") as file:
            file.write(packed.read())
    again = os.path.join(bench.work, "man-again")
    worked(run(os.path.join(ROOT, "Scripts/man"), again, bench.program), "Scripts/man")
    expect(sorted(os.listdir(again)) == sorted(os.listdir(plain)), "Scripts/man writes other pages than are packed")
    if not shutil.which("mandoc"):
        raise LeftOut("mandoc is not installed (apt-get install mandoc)")
    done = run("mandoc", "-T", "lint", "-W", "warning", *(f"{plain}/{name[:-3]}" for name in names))
    expect(done.returncode == 0 and not done.stdout, done.stdout + done.stderr)
    return f"{len(names)} pages"


def shells_complete(bench):
    share = os.path.join(bench.unpacked, "share")
    asked = (
        f". '{share}/bash-completion/completions/venuesim'; COMP_WORDS=(venuesim ga); COMP_CWORD=1; _venuesim;"
        ' echo "${COMPREPLY[@]}"')
    expect(worked(run("bash", "-c", asked), "bash") == "gate\n", "bash doesn't complete 'venuesim ga'")
    missing = [shell for shell in ("fish", "zsh") if not shutil.which(shell)]
    if "fish" not in missing:
        asked = f"source '{share}/fish/vendor_completions.d/venuesim.fish'; complete -C 'venuesim ga'"
        said = worked(run("fish", "--no-config", "-c", asked), "fish")
        expect(said.startswith("gate\t"), f"fish completes 'venuesim ga' with: {said}")
    if "zsh" not in missing:
        expect(zsh_completes(share) == "venuesim gate ", "zsh doesn't complete 'venuesim ga' at the first Tab")
    if missing:
        raise LeftOut(f"{' and '.join(missing)} can't be asked (apt-get install {' '.join(missing)})")


def zsh_completes(share):
    """The line after 'venuesim ga' and one Tab, in a new zsh."""
    script = f"""
    zmodload zsh/zpty
    zpty shell zsh -f -i
    zpty -w shell 'PS1=; fpath=({share}/zsh/site-functions $fpath); autoload -Uz compinit; compinit -u -D'
    zpty -w shell 'show() {{ print -r -- "<$BUFFER>" }}; zle -N show; bindkey "^X" show; print rea""dy'
    zpty -r -m shell line '*ready*'
    zpty -w -n shell $'venuesim ga\\t\\x18'
    zpty -r -m shell line '*<*>*'
    print -r -- "$line"
    """
    done = run("timeout", "1800", "zsh", "-f", "-c", script, env={"TERM": "dumb"})
    return done.stdout.rpartition("<")[2].partition(">")[0]


def the_gate_ends_as_the_program_does(bench):
    """Exit statuses distinguish a fault of the machine, a worse figure, a missed budget and too few seeds."""
    programs = bench.folder("stand-in")
    program = os.path.join(programs, "venuesim")
    with open(program, "w", encoding="utf-8") as file:
        file.write('#!/bin/sh\nexit "$STATUS"\n')
    os.chmod(program, 0o755)
    said = {
        0: "nothing got worse", 1: "no judgement: the environment failed", 2: "no judgement: bad input",
        3: "a figure got worse", 4: "a budget was missed", 5: "too little evidence to decide", 130: "no judgement"}
    for status, words in said.items():
        for undecided in ("warn", "fail"):
            done = run(
                "sh", os.path.join(ROOT, "scenarios/examples/ci/gate.sh"), cwd=bench.work, env={
                    "PATH": f"{programs}:{os.environ['PATH']}", "STATUS": str(status), "GATE_UNDECIDED": undecided,
                    "GATE_PAGE": "false"})
            wanted = 0 if (status, undecided) == (5, "warn") else status
            expect(done.returncode == wanted, f"of {status} and '{undecided}' came {done.returncode}, not {wanted}")
            expect(f"gate.sh: {words}" in done.stdout, f"of {status} was said: {done.stdout}")


def listing(folder):
    found = {}
    for inside, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(inside, name)
            with open(path, "rb") as file:
                found[os.path.relpath(path, folder)] = (file.read(), os.stat(path).st_mode)
    return found


def a_prefix_gets_the_same_files(bench):
    stage = os.path.join(bench.work, "stage")
    said = worked(
        run(os.path.join(ROOT, "Scripts/dist"), bench.program, "--install", "/opt/venue sim", env={"DESTDIR": stage}),
        "install")
    installed = listing(stage + "/opt/venue sim")
    unpacked = listing(bench.unpacked)
    # Only archives have a README with instructions for unpacking.
    del unpacked["README"]
    differing = sorted(name for name in installed | unpacked if installed.get(name) != unpacked.get(name))
    expect(not differing, f"differing, unless the tree has changed since the packages were made: {differing}")
    program = f"{stage}/opt/venue sim/bin/venuesim"
    expect(program in said, said)
    # Installs again, over a running program.
    again = run(os.path.join(ROOT, "Scripts/dist"), program, "--install", "/opt/venue sim", env={"DESTDIR": stage})
    worked(again, "installing again")
    worked(run(program, "run", "--out", os.path.join(bench.work, "prefix-run"), "--quiet",
               f"{stage}/opt/venue sim/share/venuesim/scenarios/corridor.yaml"), "a run from the prefix")


def nothing_of_the_makers_machine_is_in_the_files(bench):
    """Packages contain no paths and names of the machine that made them."""
    words = {os.uname().nodename.encode(), ROOT.encode() + b"/", os.path.expanduser("~").encode() + b"/"}
    # Short names are words of other languages, and a tree right below / has too common a path.
    words = {word for word in words if len(word) > 4 and word not in (b"/root/", b"localhost")}
    wrong = [
        f"{path} has {word.decode()}" for path, (data, _) in listing(bench.unpacked).items() for word in words
        if word in data and path != "bin/venuesim"]
    expect(not wrong, "; ".join(wrong[:5]))


CASES = [
    debians_checker_finds_nothing, man_pages_are_whole, shells_complete, the_gate_ends_as_the_program_does,
    a_prefix_gets_the_same_files, nothing_of_the_makers_machine_is_in_the_files,
]
