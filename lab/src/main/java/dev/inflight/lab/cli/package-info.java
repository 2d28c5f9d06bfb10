/** The commands, one class each; {@link Main} knows them all. */
@NullMarked
package dev.inflight.lab.cli;

import org.jspecify.annotations.NullMarked;
