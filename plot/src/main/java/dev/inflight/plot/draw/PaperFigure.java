package dev.inflight.plot.draw;

import dev.inflight.plot.Panel;

/**
 * Figure of a paper: one panel, and its data.
 *
 * @param name name of its files, without their suffixes
 * @param panel panel to draw
 * @param data data of the panel as numbers
 */
public record PaperFigure(String name, Panel panel, FigureTable data) {
}
