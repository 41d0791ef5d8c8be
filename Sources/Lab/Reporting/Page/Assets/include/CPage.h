#pragma once

/// The texts of the pages, in UTF-8 and zero-terminated. Each begins with a comment for readers of the
/// source, up to the first empty line, which is removed from the page.

/// The HTML between the head of a report's page and its data.
const char *_Nonnull page_frame(void);

/// The files of a report's script in the order of their dependencies, each followed by a form feed.
const char *_Nonnull page_script(void);

/// The style of a report's page.
const char *_Nonnull page_style(void);

/// The style of a sweep's chart.
const char *_Nonnull pareto_style(void);

/// The style of a validation page.
const char *_Nonnull signals_style(void);

/// The script of the page over weeks, and its style in addition to a report's.
const char *_Nonnull weeks_script(void);
const char *_Nonnull weeks_style(void);

/// The page of the plan editor after its head, the files of its script as above, and its style in addition to
/// a report's.
const char *_Nonnull editor_frame(void);
const char *_Nonnull editor_script(void);
const char *_Nonnull editor_style(void);

/// The files of the script of a served site's pages, each followed by a form feed.
const char *_Nonnull site_script(void);

/// The script that reloads a served report.
const char *_Nonnull live_script(void);

/// The style of a served site's pages, in addition to a report's.
const char *_Nonnull site_style(void);

/// The contents of the list of runs.
const char *_Nonnull runs_frame(void);

/// The contents of the page of an unfinished run.
const char *_Nonnull progress_frame(void);
