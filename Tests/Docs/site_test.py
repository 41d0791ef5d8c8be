"""Tests of Scripts/site: faults of built pages, and the conversion of pages, links and schemas."""

import importlib.machinery
import importlib.util
import pathlib
import tempfile

import links
import pages

ROOT = pathlib.Path(__file__).resolve().parents[2]


def load():
    """Scripts/site as a module."""
    loader = importlib.machinery.SourceFileLoader("venuesim_site", str(ROOT / "Scripts" / "site"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    loader.exec_module(module)
    return module


# Content of a built page, and the expected faults; empty if there are none.
PAGES = [
    ('<a href="b.html#here">b</a> <img src="data:image/png;base64,AA"> <a href="https://example.org">out</a>', None),
    ('<a href="nowhere.html">x</a>', "nowhere.html leads nowhere"),
    ('<a href="b.html#there">x</a>', "names a place that isn't there"),
    ('<a href="../../out.html">x</a>', "leads nowhere"),
    ('<a href="swift/documentation/venuesim/index.html">x</a>', "leads nowhere"),
    ('<script src="https://example.org/a.js"></script>', "loads https://example.org/a.js from elsewhere"),
    ('<link rel="stylesheet" href="//example.org/a.css">', "loads //example.org/a.css from elsewhere"),
    ('<img src="missing.png">', "missing.png leads nowhere"),
]


def test_follow(site, folder):
    """Built pages with one mistake each."""
    for number, (text, wanted) in enumerate(PAGES):
        place = folder / str(number)
        place.mkdir()
        (place / "a.html").write_text(text)
        (place / "b.html").write_text('<h1 id="here">b</h1>')
        found = site.follow(place, folder / "out")
        if wanted is None:
            assert not found, found
        else:
            assert len(found) == 1 and wanted in found[0], (text, found)


def test_styles_from_elsewhere(site, folder):
    place = folder / "styles"
    place.mkdir()
    (place / "a.css").write_text("@import url(https://example.org/font.css);")
    assert "example.org/font.css from elsewhere" in site.follow(place, folder)[0]


def test_links(site, folder):
    """Links out of Docs lead to the repository, and must exist."""
    docs = ROOT / "Docs"
    made = site.relink("[a](../LICENSE) [b](GLOSSARY.md) [c](https://example.org)", docs, folder)
    assert made == f"[a]({site.REPOSITORY}/blob/main/LICENSE) [b](GLOSSARY.md) [c](https://example.org)", made
    try:
        site.relink("[a](../nowhere.md)", docs, folder)
    except site.Wrong as wrong:
        assert "leads nowhere" in str(wrong)
    else:
        raise AssertionError("a link to nothing passed")


def test_fences(site, folder):
    """A fence keeps its title; what only the test reads goes; links in code stay."""
    text = '```yaml title="a.yaml"\nb: 1\n```\n\n```sh skip="why" exit="3"\n[a](nowhere.md)\n```\n\n```output of="c.csv"\nx\n```'
    made = site.staged(text, ROOT / "Docs", folder, None)
    assert made == ('```yaml title="a.yaml"\nb: 1\n```\n\n```sh\n[a](nowhere.md)\n```\n\n'
                    '```text title="c.csv"\nx\n```'), made


def test_inserts(site, folder):
    """Unknown inserts are errors."""
    inserts = site.Inserts(pathlib.Path("/bin/true"), folder, folder)
    try:
        site.staged("<!-- insert: nothing -->", ROOT / "Docs", folder, inserts)
    except site.Wrong as wrong:
        assert "wants to insert 'nothing'" in str(wrong)
    else:
        raise AssertionError("an unknown insert passed")


def test_committed_inserts(site, folder):
    """A committed page gets the text of today, again and again; the site's page has it once."""
    class Inserts:
        text = "old\n\n`````text\na\n`````"

        def of(self, name):
            return f"{name}: {self.text}"

    inserts = Inserts()
    page = "# Title\n\n<!-- insert: verbs -->\n\n## Next\n\n<!-- insert: swift -->\n"
    first = site.with_inserts(page, inserts)
    inserts.text = "new"
    second = site.with_inserts(first, inserts)
    assert second == page.replace("verbs -->", "verbs -->\n\nverbs: new\n\n<!-- end of insert -->"), second
    made = site.staged(first, ROOT / "Docs", folder, inserts)
    assert made == "# Title\n\nverbs: new\n\n## Next\n\nswift: new\n", made


def test_tables(site, folder):
    """A table directive becomes the selected columns and rows; a wrong name is an error."""
    (folder / "a.csv").write_text('name,"mean, m",n\nx1,2.5,3\nx2,a|b,4\ny,9,5\n')
    (folder / "a.md").write_text("# Title\n\n| name | p50, m |\n|---|---|\n| x |  |\n\n| other |\n|---|\n| z |\n")
    root, site.ROOT = site.ROOT, folder
    try:
        made = site.results_table("a.csv", ' columns="name; mean, m" where="name=x*|z; n=3|4"')
        assert made == "| name | mean, m |\n| --- | --- |\n| x1 | 2.5 |\n| x2 | a\\|b |", made
        made = site.results_table("a.md", "")
        assert made == "| name | p50, m |\n| --- | --- |\n| x |  |", made
        for name, options, wanted in (("b.csv", "", "there is no table"), ("a.csv", ' columns="mean"', "no column 'mean'"),
                                      ("a.csv", ' where="name=z"', "0 rows"), ("a.csv", ' rows="1"', "unknown option 'rows'")):
            try:
                site.results_table(name, options)
            except site.Wrong as wrong:
                assert wanted in str(wrong), wrong
            else:
                raise AssertionError(f"{name}{options} passed")
    finally:
        site.ROOT = root
    directive = '<!-- table: results/fidelity.md\n     columns="study; tau" -->'
    staged = site.staged(f"before\n\n{directive}\n\nafter", root / "Docs", folder, None)
    assert staged.startswith("before\n\n| study | tau |\n| --- | --- |\n") and staged.endswith("\n\nafter"), staged


def test_commands_of_tables(site, folder):
    """A linked table needs its command on the page; folders of programs and silencing options may be left out."""
    index = {"results/a.csv": ".build/release/venuesim study a --out results --force --quiet", "results/b.csv": ""}
    page = folder / "a.md"
    for command, wrong in (("venuesim study a \\\n  --out results", 0), ("venuesim study b --out results", 1)):
        page.write_text(f"```sh skip=\"long\"\n{command}\n```\n\n[a](../../results/a.csv) [b](../../results/b.csv)\n")
        found = list(links.check_evidence(pages.read(page), index))
        assert len(found) == wrong, found


def test_what_the_command_says(site, folder):
    """Man pages on the site are those of the packages; a failure gives a message of one line."""
    binary = folder / "venuesim"
    binary.write_text("#!/bin/sh\n[ $# = 1 ] && printf '  run     Run.\\n  gate  Gate.\\n  help  Say.\\n  run  Again.\\n' "
                      "|| { echo oh dear >&2; echo and more >&2; exit 1; }\n")
    binary.chmod(0o755)
    inserts = site.Inserts(binary, folder, folder)
    assert inserts.verbs() == ["run", "gate"], inserts.verbs()
    try:
        inserts.ask("help", "run")
    except site.DistError as error:
        assert str(error) == "'venuesim help run' failed: oh dear", error
    else:
        raise AssertionError("a failed question passed")


def test_only_sites_are_emptied(site, folder):
    """Keeps a folder with a user's files; empties one of the site itself, or with Swift's pages alone."""
    (folder / "mine").mkdir()
    (folder / "mine" / "thesis.txt").touch()
    try:
        site.see_that_it_may_go(folder / "mine")
    except site.Wrong as wrong:
        assert "thesis.txt" in str(wrong)
    else:
        raise AssertionError("somebody's files would have gone")
    (folder / "new").mkdir()
    (folder / "new" / "index.html").touch()
    (folder / "site" / "swift").mkdir(parents=True)
    (folder / "site" / "swift" / "a.html").touch()
    (folder / "site" / "old.html").touch()
    (folder / "site" / site.MARK).touch()
    site.see_that_it_may_go(folder / "site")
    site.install(folder / "new", folder / "site")
    assert {p.name for p in (folder / "site").iterdir()} == {"swift", "index.html", site.MARK}


def test_keys(site, folder):
    """A schema becomes tables."""
    schema = {"$defs": {"A": {"properties": {"b": {"type": "string", "default": "x", "description": "Some | text."},
                                             "c": {"$ref": "#/$defs/BEntry"}}, "required": ["c"]}}}
    made = site.keys(schema)
    assert "| `b` | string | `x` | Some \\| text. |" in made and "| `c` | [B](#b) | required |" in made, made


def test_listing(site, folder):
    """The command's list becomes a table."""
    made = site.listing("parameter", "meaning", [{"parameter": "a.b_c", "part": "p", "meaning": "Less | more.", "source": ""}])
    assert '| `a.b_c` | Less \\| more.<br><small>part: p</small> |' in made, made


def run(report):
    """Runs all tests of this file and adds them to a report."""
    site = load()
    for name, test in sorted(globals().items()):
        if not name.startswith("test_"):
            continue
        with tempfile.TemporaryDirectory() as folder:
            try:
                test(site, pathlib.Path(folder))
                report.succeed(f"site: {name}")
            except AssertionError as error:
                report.fail(f"site: {name}", str(error))
