#include "window.h"

#include "report.h"

static GtkWidget *label(const char *text, const char *style) {
  GtkWidget *label = gtk_label_new(text);
  gtk_label_set_wrap(GTK_LABEL(label), TRUE);
  gtk_label_set_wrap_mode(GTK_LABEL(label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_xalign(GTK_LABEL(label), 0);
  if (style != NULL)
    gtk_widget_add_css_class(label, style);
  return label;
}

static GtkWidget *controls(void) {
  GtkWidget *row = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *warnings = gtk_check_button_new_with_label("Warn of storms");
  gtk_widget_set_hexpand(warnings, TRUE);
  gtk_box_append(GTK_BOX(row), warnings);
  gtk_box_append(GTK_BOX(row), gtk_button_new_with_label("Next day"));
  return row;
}

static void set_margins(GtkWidget *widget, int margin) {
  gtk_widget_set_margin_start(widget, margin);
  gtk_widget_set_margin_end(widget, margin);
  gtk_widget_set_margin_top(widget, margin);
  gtk_widget_set_margin_bottom(widget, margin);
}

static GtkWidget *framed(GtkWidget *child) {
  set_margins(child, 12);
  GtkWidget *frame = gtk_frame_new(NULL);
  gtk_frame_set_child(GTK_FRAME(frame), child);
  return frame;
}

static GtkWidget *header_bar(void) {
  GtkWidget *bar = gtk_header_bar_new();
  GtkWidget *another = gtk_button_new_with_label("New window");
  gtk_actionable_set_action_name(GTK_ACTIONABLE(another), "app.new-window");
  gtk_header_bar_pack_start(GTK_HEADER_BAR(bar), another);
  return bar;
}

struct window window_new(GtkApplication *application) {
  struct window window = {
      .window = GTK_WINDOW(gtk_application_window_new(application)),
      .text = label("Dry until sunset, with light wind from the south-west. Clouds come in "
                    "during the night, and by morning there may be some rain.",
                    NULL),
      .results = GTK_BOX(gtk_box_new(GTK_ORIENTATION_VERTICAL, 12)),
  };
  GtkWidget *content = gtk_box_new(GTK_ORIENTATION_VERTICAL, 18);
  set_margins(content, 24);
  gtk_box_append(GTK_BOX(content), label("Tonight's weather", "title-1"));
  gtk_box_append(GTK_BOX(content), window.text);
  gtk_box_append(GTK_BOX(content), controls());
  gtk_box_append(GTK_BOX(content), framed(GTK_WIDGET(window.results)));
  /* Large text needs more room than a window has. */
  GtkWidget *scrolled = gtk_scrolled_window_new();
  gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(scrolled), GTK_POLICY_NEVER,
                                 GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), content);
  gtk_window_set_child(window.window, scrolled);
  gtk_window_set_titlebar(window.window, header_bar());
  gtk_window_set_title(window.window, "Weather");
  gtk_window_set_default_size(window.window, 800, 600);
  return window;
}

static void add_result(GtkBox *results, const struct result *result) {
  GtkWidget *row = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0);
  char *outcome = g_strdup_printf("%s: %s", result->status, result->detail);
  gtk_box_append(GTK_BOX(row), label(result->key, "heading"));
  gtk_box_append(GTK_BOX(row), label(outcome, NULL));
  gtk_box_append(results, row);
  g_free(outcome);
}

void window_show_report(const struct window *window, const pyxis_report *report) {
  GtkWidget *shown;
  while ((shown = gtk_widget_get_first_child(GTK_WIDGET(window->results))) != NULL)
    gtk_box_remove(window->results, shown);
  struct result result;
  for (size_t i = 0; report != NULL && result_at(report, i, &result); i++) {
    add_result(window->results, &result);
    result_clear(&result);
  }
  if (gtk_widget_get_first_child(GTK_WIDGET(window->results)) == NULL)
    gtk_box_append(window->results, label("No variants were requested.", NULL));
}
