package dev.inflight.plot;

import java.util.List;

/**
 * One pair of axes and what is drawn over them.
 *
 * @param title what it shows
 * @param x the axis below
 * @param y the axis at the left
 * @param lines what was measured; the first ones are drawn on top
 * @param marks values to compare with
 */
public record Panel(String title, PlotAxis x, PlotAxis y, List<Line> lines, List<Mark> marks) {
}
