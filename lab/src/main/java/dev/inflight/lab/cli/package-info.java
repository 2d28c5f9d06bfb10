/** The commands, one class each; {@link Main} lists them all. */
@NullMarked
package dev.inflight.lab.cli;

import org.jspecify.annotations.NullMarked;
