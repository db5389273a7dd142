/* The entries of this host; the other hosts define the same ones. */
#ifndef ENTRIES_H
#define ENTRIES_H

#include <pyxis.h>

extern pyxis_key color_scheme;
extern pyxis_key subscription_status;
extern pyxis_key animation_scale;
extern pyxis_key retries;
extern pyxis_key feature_beta;

/* Defines the keys. */
void define_keys(void);

/* Prints what every entry reads as here and now, as a step of the document. */
void print_step(const char *name);

/* Copies the requested values into the typed entries. Returns 0, or 1 if a value is malformed. */
int32_t copy_requested(pyxis_configuration *configuration, const pyxis_variants *requested);

#endif
