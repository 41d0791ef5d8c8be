#pragma once

/// The texts that the pages are made of, in UTF-8 and ended by a zero. Each begins with a comment for
/// whoever reads the file, up to the first empty line, that no page carries.

/// What stands between the head of a report's page and its data.
const char *_Nonnull page_frame(void);

/// The files of a report's script, in the order in which they build on each other; a form feed stands
/// behind each.
const char *_Nonnull page_script(void);

/// How a report's page looks.
const char *_Nonnull page_style(void);

/// How the picture of a sweep looks.
const char *_Nonnull pareto_style(void);

/// How the page of a validation looks.
const char *_Nonnull signals_style(void);

/// What the page over weeks does, and how it looks besides a report's style.
const char *_Nonnull weeks_script(void);
const char *_Nonnull weeks_style(void);
