/* The window: something to read, and the report of what was applied to it. */
#ifndef WINDOW_H
#define WINDOW_H

#include <gtk/gtk.h>
#include <pyxis.h>

/** A window's parts; they belong to the window. */
struct window {
  GtkWindow *window;
  /** Ordinary text, to read fonts and colors from. */
  GtkWidget *text;
  /** Where the report goes. */
  GtkBox *results;
};

/** Makes a window that is not shown yet and has no report. Its button runs the action
 * `app.new-window`. */
struct window window_new(GtkApplication *application);

/** Shows a report in the window; NULL: nothing was requested. */
void window_show_report(const struct window *window, const pyxis_report *report);

#endif
