/** Text output: numbers with units, tables, JSON, and messages about failed output. Start with {@link Humanize}. */
@NullMarked
package dev.inflight.lab.print;

import org.jspecify.annotations.NullMarked;
