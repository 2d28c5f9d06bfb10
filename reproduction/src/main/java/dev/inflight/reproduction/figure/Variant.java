package dev.inflight.reproduction.figure;

import java.util.List;

/**
 * Run of a figure: a scenario with some keys replaced.
 *
 * @param name name of its folder
 * @param file scenario in {@code scenarios/paper}, without its suffix
 * @param sets keys and their values, as after {@code --set}
 */
public record Variant(String name, String file, List<String> sets) {
}
