package dev.inflight.lab.kind;

import dev.inflight.lab.graph.text.Tokenizer;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Numbers of layers of an AICB workload that announces more than it has, as some that AICB ships do.
 *
 * @param announced number of layers in the line after the header
 * @param written number of lines of layers, 1 or more
 */
record AicbLayerCount(long announced, long written) {
  static final String PARAMETER = "layers";

  /**
   * Returns the two numbers; empty where the file has as many layers as it announces, or has another error, which its reader reports.
   *
   * @throws dev.inflight.lab.read.InputError when the file cannot be read
   */
  static Optional<AicbLayerCount> of(Path path) {
    try (var words = new Tokenizer(path, "")) {
      words.nextLine();
      List<String> count = words.nextLine();
      if (count.size() != 1 || !count.getFirst().matches("\\d{1,9}")) {
        return Optional.empty();
      }
      long announced = Long.parseLong(count.getFirst());
      long written = 0;
      while (written < announced && !words.nextLine().isEmpty()) {
        written++;
      }
      return written > 0 && written < announced ? Optional.of(new AicbLayerCount(announced, written)) : Optional.empty();
    }
  }

  String note() {
    return "the file announces " + announced + " layers and has " + written + ", so the scenario states " + PARAMETER + "="
        + written;
  }
}
