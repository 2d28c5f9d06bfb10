/** Figures of runs for papers. {@link RunFigures} is the type to read first. */
@NullMarked
package dev.inflight.lab.figure;

import org.jspecify.annotations.NullMarked;
