package dev.inflight.plot;

import java.util.List;

/**
 * Titled row of panels.
 *
 * @param title title of the chart
 * @param panels from left to right, at least one
 */
public record Chart(String title, List<Panel> panels) {
}
