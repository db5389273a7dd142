/*
 * A GTK program whose windows take the variants that a test runner asks for.
 *
 *   pyxis run --set color_scheme=dark -- ./pyxis-window
 *
 * It prepares at start, before there is a window. Each window then takes the variants of windows
 * before it is shown, so that it never shows another look. After its first frame it reads back what
 * it looks like: only that counts as applied, and is in the last report that the runner gets.
 * Without a request it is a program like any other. It ends when its windows are closed, and on
 * TERM and INT.
 */
#include "report.h"
#include "variants.h"
#include "window.h"

#include <glib-unix.h>
#include <stdio.h>
#include <stdlib.h>

struct program {
  GtkApplication *application;
  struct desktop desktop;
  int exit_status;
};

/* A window that is about to be seen. */
struct opening {
  struct program *program;
  struct window window;
  /* Whether the window was read, and shows `report`. */
  gboolean has_report;
  /* NULL if nothing was requested. */
  pyxis_report *report;
};

/* Applies variants to a window, or reads them back; returns the window's report, or NULL. */
static pyxis_report *apply_variants(struct opening *opening, gboolean is_on_screen) {
  struct target target = {opening->window.text, &opening->program->desktop, is_on_screen};
  pyxis_adapter adapters[VARIANT_COUNT];
  window_adapters(&target, adapters);
  pyxis_report *report = NULL;
  pyxis_error *error = NULL;
  pyxis_status status = pyxis_apply(NULL, adapters, VARIANT_COUNT, &report, &error);
  if (status < 0) {
    print_error("The variants could not be applied to the window", status, error);
    opening->program->exit_status = EXIT_FAILURE;
  }
  return report;
}

static void print_report(const pyxis_report *report) {
  struct result result;
  for (size_t i = 0; report != NULL && result_at(report, i, &result); i++) {
    printf("%s: %s, %s\n", result.key, result.status, result.detail);
    result_clear(&result);
  }
  printf("The window is on the screen.\n");
  fflush(stdout);
}

/* Runs after each frame until the window shows its report. */
static void after_frame(GdkFrameClock *clock, gpointer data) {
  struct opening *opening = data;
  GtkWidget *window = GTK_WIDGET(opening->window.window);
  if (gtk_widget_get_mapped(window) && !opening->has_report) {
    opening->report = apply_variants(opening, TRUE);
    opening->has_report = TRUE;
    window_show_report(&opening->window, opening->report);
    gtk_widget_queue_draw(window);
    return;
  }
  if (gtk_widget_get_mapped(window)) {
    /* What was drawn is on the screen when the display answers. */
    gdk_display_sync(gtk_widget_get_display(window));
    print_report(opening->report);
  }
  g_signal_handlers_disconnect_by_data(clock, opening);
}

static void free_opening(gpointer data, GClosure *closure) {
  (void)closure;
  struct opening *opening = data;
  pyxis_report_release(opening->report);
  g_object_unref(opening->window.window);
  g_free(opening);
}

static void open_window(GSimpleAction *action, GVariant *parameter, gpointer data) {
  (void)action, (void)parameter;
  struct program *program = data;
  struct opening *opening = g_new0(struct opening, 1);
  opening->program = program;
  opening->window = window_new(program->application);
  if (program->desktop.dpi == 0)
    program->desktop = desktop_of(opening->window.text);
  pyxis_report_release(apply_variants(opening, FALSE));
  gtk_window_present(opening->window.window);
  /* Whether it comes to a first frame or the window is closed before. */
  g_object_ref(opening->window.window);
  GdkSurface *surface = gtk_native_get_surface(GTK_NATIVE(opening->window.window));
  g_signal_connect_data(gdk_surface_get_frame_clock(surface), "after-paint",
                        G_CALLBACK(after_frame), opening, free_opening, G_CONNECT_DEFAULT);
}

static void activate(GApplication *application, gpointer data) {
  (void)application;
  open_window(NULL, NULL, data);
}

static gboolean quit(gpointer application) {
  g_application_quit(application);
  return G_SOURCE_REMOVE;
}

static gboolean prepare(void) {
  pyxis_adapter adapters[VARIANT_COUNT];
  windowless_adapters(adapters);
  pyxis_prepare_options options = PYXIS_PREPARE_OPTIONS_INIT;
  options.adapters = adapters;
  options.adapter_count = VARIANT_COUNT;
  pyxis_error *error = NULL;
  pyxis_status status = pyxis_prepare(&options, NULL, &error);
  if (status < 0)
    print_error("What was requested cannot be prepared", status, error);
  return status >= 0;
}

int main(int argc, char **argv) {
  if (!prepare())
    return EXIT_FAILURE;
  struct program program = {gtk_application_new(NULL, G_APPLICATION_NON_UNIQUE), {.dpi = 0}, 0};
  GSimpleAction *new_window = g_simple_action_new("new-window", NULL);
  g_signal_connect(new_window, "activate", G_CALLBACK(open_window), &program);
  g_action_map_add_action(G_ACTION_MAP(program.application), G_ACTION(new_window));
  g_object_unref(new_window);
  g_signal_connect(program.application, "activate", G_CALLBACK(activate), &program);
  g_unix_signal_add(SIGTERM, quit, program.application);
  g_unix_signal_add(SIGINT, quit, program.application);
  int status = g_application_run(G_APPLICATION(program.application), argc, argv);
  g_object_unref(program.application);
  return status != 0 ? status : program.exit_status;
}
