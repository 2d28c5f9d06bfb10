/** The command {@code paper}, and what {@code list} shows of figures. */
@NullMarked
package dev.inflight.reproduction.cli;

import org.jspecify.annotations.NullMarked;
