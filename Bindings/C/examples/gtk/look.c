#include "look.h"

#include <math.h>

/* The relative luminance of a color, 0 to 1, as the accessibility guidelines of the web define it.
 */
static double channel(float value) {
  double v = (double)value;
  return v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4);
}

static double luminance(const GdkRGBA *color) {
  return 0.2126 * channel(color->red) + 0.7152 * channel(color->green) +
         0.0722 * channel(color->blue);
}

/* 1 for the same luminance, 21 for black and white. */
static double contrast(double one, double other) {
  return (fmax(one, other) + 0.05) / (fmin(one, other) + 0.05);
}

/* Pixels of the font that GTK has chosen for a widget, after theme, settings and resolution. */
static double text_size(GtkWidget *text) {
  PangoContext *context = gtk_widget_create_pango_context(text);
  const PangoFontDescription *font = pango_context_get_font_description(context);
  double size = (double)pango_font_description_get_size(font) / PANGO_SCALE;
  if (!pango_font_description_get_size_is_absolute(font))
    size *= pango_cairo_context_get_resolution(context) / 72;
  g_object_unref(context);
  return size;
}

struct look look_of(GtkWidget *text) {
  /* Of the theme that is loaded: settings alone would not show that GTK_THEME overrules them. */
  GtkStyleContext *style = gtk_widget_get_style_context(text);
  GdkRGBA foreground, background, borders;
  gtk_style_context_get_color(style, &foreground);
  struct look look = {.text_size = text_size(text)};
  look.has_colors = gtk_style_context_lookup_color(style, "theme_bg_color", &background) &&
                    gtk_style_context_lookup_color(style, "borders", &borders);
  if (!look.has_colors)
    return look;
  look.is_dark = luminance(&foreground) > luminance(&background);
  look.border_contrast = contrast(luminance(&borders), luminance(&background));
  return look;
}
