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
