/** User input: places, units, YAML, and errors with file and line. Start with {@link InputText} and {@link InputError}. */
@NullMarked
package dev.inflight.lab.read;

import org.jspecify.annotations.NullMarked;
