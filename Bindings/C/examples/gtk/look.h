/* What a window really looks like: read from the toolkit, never from what was asked of it. */
#ifndef LOOK_H
#define LOOK_H

#include <gtk/gtk.h>

/** What GTK will draw a window with. */
struct look {
  /** Whether the theme names its colors; without that, the contrasts are 0. */
  gboolean has_colors;
  /** Whether text is lighter than what is behind it. */
  gboolean is_dark;
  /** How much lines around controls stand out from the background: 1 (not at all) to 21. */
  double border_contrast;
  /** The height of ordinary text, in pixels. */
  double text_size;
};

/** Reads how a window looks, from ordinary text in it. */
struct look look_of(GtkWidget *text);

#endif
