// Embeds the files of this folder in the program, which needs none of them at run time. The
// compiler treats each `#embed` as a dependency, like `#include`: changed files are rebuilt.

#include "CPage.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

// The script's files in the order of their dependencies, each followed by a form feed.
// `Scripts/lint-page` reads the order here too.
static const char script[] = {
#embed "basics.js" suffix(, '\f', )
#embed "data.js" suffix(, '\f', )
#embed "figures.js" suffix(, '\f', )
#embed "compared.js" suffix(, '\f', )
#embed "curves.js" suffix(, '\f', )
#embed "activity.js" suffix(, '\f', )
#embed "tracks.js" suffix(, '\f', )
#embed "plan.js" suffix(, '\f', )
#embed "plan-layers.js" suffix(, '\f', )
#embed "errors.js" suffix(, '\f', )
#embed "lanes.js" suffix(, '\f', )
#embed "player.js" suffix(, '\f', )
#embed "opening.js" suffix(, '\f', )
#embed "moments.js" suffix(, '\f', )
    0};

// The script of the page over weeks, independent of a report's.
static const char weeksScript[] = {
#embed "weeks.js" suffix(, 0)
};

static const char weeks[] = {
#embed "weeks.css" suffix(, 0)
};

// The script of the plan editor, likewise.
static const char editorScript[] = {
#embed "editor-basics.js" suffix(, '\f', )
#embed "editor-model.js" suffix(, '\f', )
#embed "editor-view.js" suffix(, '\f', )
#embed "editor-tools.js" suffix(, '\f', )
#embed "editor-pointer.js" suffix(, '\f', )
#embed "editor-form.js" suffix(, '\f', )
#embed "editor.js" suffix(, '\f', )
    0};

static const char editorFrame[] = {
#embed "editor.html" suffix(, 0)
};

static const char editorStyle[] = {
#embed "editor.css" suffix(, 0)
};

// The script, the style and the pages of a served site.
static const char site[] = {
#embed "basics.js" suffix(, '\f', )
#embed "runs.js" suffix(, '\f', )
#embed "progress.js" suffix(, '\f', )
#embed "site.js" suffix(, '\f', )
    0};

static const char live[] = {
#embed "live.js" suffix(, 0)
};

static const char siteStyle[] = {
#embed "site.css" suffix(, 0)
};

static const char runs[] = {
#embed "runs.html" suffix(, 0)
};

static const char progress[] = {
#embed "progress.html" suffix(, 0)
};

static const char frame[] = {
#embed "frame.html" suffix(, 0)
};

static const char style[] = {
#embed "page.css" suffix(, 0)
};

static const char pareto[] = {
#embed "pareto.css" suffix(, 0)
};

static const char signals[] = {
#embed "signals.css" suffix(, 0)
};

const char *page_frame(void) { return frame; }
const char *page_script(void) { return script; }
const char *page_style(void) { return style; }
const char *pareto_style(void) { return pareto; }
const char *signals_style(void) { return signals; }
const char *weeks_script(void) { return weeksScript; }
const char *weeks_style(void) { return weeks; }
const char *editor_frame(void) { return editorFrame; }
const char *editor_script(void) { return editorScript; }
const char *editor_style(void) { return editorStyle; }
const char *site_script(void) { return site; }
const char *live_script(void) { return live; }
const char *site_style(void) { return siteStyle; }
const char *runs_frame(void) { return runs; }
const char *progress_frame(void) { return progress; }
