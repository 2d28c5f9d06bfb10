package dev.inflight.lab.sweep;

import dev.inflight.lab.read.SourceLocation;
import java.util.List;

/**
 * A key of a scenario with several values.
 *
 * @param key as in {@code scheme} or {@code acks.every}
 * @param values at least one, each once
 * @param place where they are listed
 */
public record SweepAxis(String key, List<String> values, SourceLocation place) {
}
