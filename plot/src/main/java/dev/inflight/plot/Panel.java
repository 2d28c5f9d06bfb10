package dev.inflight.plot;

import java.util.List;

/**
 * Pair of axes with their lines and marks.
 *
 * @param title title of the panel
 * @param x the axis below
 * @param y the axis at the left
 * @param lines measured lines; the first ones are drawn on top
 * @param marks values for comparison with the lines
 */
public record Panel(String title, PlotAxis x, PlotAxis y, List<Line> lines, List<Mark> marks) {
}
