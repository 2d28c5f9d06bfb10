/** The command {@code paper}, and the figures that {@code list} shows. */
@NullMarked
package dev.inflight.reproduction.cli;

import org.jspecify.annotations.NullMarked;
