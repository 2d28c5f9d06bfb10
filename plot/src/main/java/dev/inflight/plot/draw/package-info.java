/** Figures for papers: vector graphics together with their data. {@link FigureFormat} draws a {@link PaperFigure}. */
@NullMarked
package dev.inflight.plot.draw;

import org.jspecify.annotations.NullMarked;
