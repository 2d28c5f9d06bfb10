/** Figures of runs for papers. Read {@link RunFigures} first. */
@NullMarked
package dev.inflight.lab.figure;

import org.jspecify.annotations.NullMarked;
