/**
 * Text that the user wrote: places in it, units, YAML, and errors that name file and line. Read
 * {@link InputText} and {@link InputError} first.
 */
@NullMarked
package dev.inflight.lab.read;

import org.jspecify.annotations.NullMarked;
