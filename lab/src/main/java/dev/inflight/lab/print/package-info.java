/**
 * Text that the program writes: figures with units, tables, JSON, and what to say when it cannot. Start with
 * {@link Humanize}.
 */
@NullMarked
package dev.inflight.lab.print;

import org.jspecify.annotations.NullMarked;
