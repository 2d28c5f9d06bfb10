package dev.inflight.plot;

import java.util.List;

/**
 * A titled row of panels.
 *
 * @param title what it is
 * @param panels from left to right, at least one
 */
public record Chart(String title, List<Panel> panels) {
}
