/* The variants of windows, applied to GTK's settings and read back from a window. */
#ifndef VARIANTS_H
#define VARIANTS_H

#include "look.h"

#include <pyxis.h>

/** How windows look without variants: as the desktop has it. */
struct desktop {
  struct look look;
  /** Of `gtk-xft-dpi`: dots per inch times 1024. */
  int dpi;
};

/** Reads the desktop's look. Call it before the first variant is applied. */
struct desktop desktop_of(GtkWidget *text);

/** A window to apply variants to. */
struct target {
  /** Ordinary text in the window. */
  GtkWidget *text;
  const struct desktop *desktop;
  /** FALSE: change how the window will look, and say nothing of it yet. TRUE: only read it. */
  gboolean is_on_screen;
};

#define VARIANT_COUNT 3

/** Fills in the adapters of a window's variants. They use `target` for as long as they live. */
void window_adapters(struct target *target, pyxis_adapter adapters[VARIANT_COUNT]);

/** Fills in adapters for before there is a window: they say so. */
void windowless_adapters(pyxis_adapter adapters[VARIANT_COUNT]);

#endif
