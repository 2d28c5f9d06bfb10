/** Figures for papers: vector graphics with their data beside them. {@link FigureFormat} draws a {@link PaperFigure}. */
@NullMarked
package dev.inflight.plot.draw;

import org.jspecify.annotations.NullMarked;
