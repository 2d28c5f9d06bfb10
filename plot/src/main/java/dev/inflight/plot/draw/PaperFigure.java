package dev.inflight.plot.draw;

import dev.inflight.plot.Panel;

/**
 * A figure as a paper has it: one panel, and its data.
 *
 * @param name of its files, without their endings
 * @param panel what is drawn
 * @param data the same as numbers
 */
public record PaperFigure(String name, Panel panel, FigureTable data) {
}
