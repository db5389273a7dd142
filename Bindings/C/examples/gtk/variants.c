#include "variants.h"

#include <math.h>

/* GTK keeps these settings for a display: they reach all windows of the program at once. */
static GtkSettings *settings_of(const struct target *target) {
  return gtk_widget_get_settings(target->text);
}

/* ------------------------------------------------------------------ color_scheme */

static void change_color_scheme(const struct target *target, const char *value) {
  const char *property = "gtk-application-prefer-dark-theme";
  if (g_str_equal(value, "system"))
    gtk_settings_reset_property(settings_of(target), property);
  else
    g_object_set(settings_of(target), property, (gboolean)g_str_equal(value, "dark"), NULL);
}

static const char *read_color_scheme(const struct target *target, const char *value) {
  struct look look = look_of(target->text);
  if (!look.has_colors)
    return NULL;
  if (g_str_equal(value, "system") && look.is_dark == target->desktop->look.is_dark)
    return "system";
  return look.is_dark ? "dark" : "light";
}

/* -------------------------------------------------------- accessibility.contrast */

/* Lines in GTK's ordinary theme have 1.4 (dark) and 1.6; in its high-contrast one 2.3 and 4.1. */
static const double HIGH_BORDER_CONTRAST = 2;

static gboolean has_high_contrast(const struct look *look) {
  return look->border_contrast >= HIGH_BORDER_CONTRAST;
}

static void change_contrast(const struct target *target, const char *value) {
  const char *property = "gtk-theme-name";
  if (g_str_equal(value, "high"))
    g_object_set(settings_of(target), property, "HighContrast", NULL);
  else if (has_high_contrast(&target->desktop->look))
    g_object_set(settings_of(target), property, "Default", NULL);
  else
    gtk_settings_reset_property(settings_of(target), property);
}

static const char *read_contrast(const struct target *target, const char *value) {
  (void)value;
  struct look look = look_of(target->text);
  if (!look.has_colors)
    return NULL;
  return has_high_contrast(&look) ? "high" : "normal";
}

/* ---------------------------------------------------- accessibility.content_size */

/* Percentages of the desktop's text size, which stands for `large`: elsewhere the default, too. */
static const struct {
  const char *value;
  int percent;
} content_sizes[] = {
    {"x_small", 82},
    {"small", 88},
    {"medium", 94},
    {"large", 100},
    {"x_large", 112},
    {"xx_large", 124},
    {"xxx_large", 135},
    {"accessibility_medium", 165},
    {"accessibility_large", 194},
    {"accessibility_x_large", 235},
    {"accessibility_xx_large", 276},
    {"accessibility_xxx_large", 312},
};

static void change_content_size(const struct target *target, const char *value) {
  for (size_t i = 0; i < G_N_ELEMENTS(content_sizes); i++) {
    if (g_str_equal(content_sizes[i].value, value)) {
      int dpi = target->desktop->dpi * content_sizes[i].percent / 100;
      g_object_set(settings_of(target), "gtk-xft-dpi", dpi, NULL);
      return;
    }
  }
}

static const char *read_content_size(const struct target *target, const char *value) {
  (void)value;
  double percent = look_of(target->text).text_size / target->desktop->look.text_size * 100;
  for (size_t i = 0; i < G_N_ELEMENTS(content_sizes); i++) {
    if (fabs(percent - content_sizes[i].percent) < 1)
      return content_sizes[i].value;
  }
  return NULL;
}

/* ----------------------------------------------------------------------- adapters */

static const struct variant {
  const char *key;
  void (*change)(const struct target *target, const char *value);
  /* What the window looks like, as a value of the variant; NULL if it looks like none. */
  const char *(*read)(const struct target *target, const char *value);
} variants[VARIANT_COUNT] = {
    {"accessibility.content_size", change_content_size, read_content_size},
    {"accessibility.contrast", change_contrast, read_contrast},
    {"color_scheme", change_color_scheme, read_color_scheme},
};

static void set_unverified(pyxis_result *result, const char *reason) {
  pyxis_result_set(result, PYXIS_VARIANT_UNVERIFIED, NULL, 0, reason, PYXIS_ZERO_TERMINATED);
}

static void read_back(const struct variant *variant, const struct target *target, const char *value,
                      pyxis_result *result) {
  const char *found = variant->read(target, value);
  if (found == NULL) {
    set_unverified(result, "GTK does not say what the window looks like.");
  } else if (g_str_equal(found, value)) {
    pyxis_result_set(result, PYXIS_VARIANT_APPLIED, found, PYXIS_ZERO_TERMINATED, NULL, 0);
  } else {
    char *reason = g_strdup_printf("GTK says that %s is %s.", variant->key, found);
    set_unverified(result, reason);
    g_free(reason);
  }
}

static void apply(const pyxis_string *key, const pyxis_string *value, pyxis_result *result,
                  void *user_data) {
  const struct target *target = user_data;
  const struct variant *variant = variants;
  while (!g_str_equal(variant->key, key->data))
    variant++;
  if (target->is_on_screen) {
    read_back(variant, target, value->data, result);
    return;
  }
  variant->change(target, value->data);
  set_unverified(result, "The window is not on the screen yet.");
}

static void apply_nowhere(const pyxis_string *key, const pyxis_string *value, pyxis_result *result,
                          void *user_data) {
  (void)key, (void)value, (void)user_data;
  set_unverified(result, "No window has opened yet.");
}

static void fill(pyxis_adapter adapters[VARIANT_COUNT], pyxis_adapter_function function,
                 void *user_data) {
  for (size_t i = 0; i < VARIANT_COUNT; i++) {
    adapters[i] = (pyxis_adapter)PYXIS_ADAPTER_INIT;
    adapters[i].flags = PYXIS_ADAPTER_KNOWN_VALUES;
    adapters[i].key = variants[i].key;
    adapters[i].apply = function;
    adapters[i].user_data = user_data;
  }
}

void window_adapters(struct target *target, pyxis_adapter adapters[VARIANT_COUNT]) {
  fill(adapters, apply, target);
}

void windowless_adapters(pyxis_adapter adapters[VARIANT_COUNT]) {
  fill(adapters, apply_nowhere, NULL);
}

struct desktop desktop_of(GtkWidget *text) {
  struct desktop desktop = {.look = look_of(text)};
  g_object_get(gtk_widget_get_settings(text), "gtk-xft-dpi", &desktop.dpi, NULL);
  /* A display that does not say has 96 dots per inch. */
  if (desktop.dpi <= 0)
    desktop.dpi = 96 * 1024;
  return desktop;
}
