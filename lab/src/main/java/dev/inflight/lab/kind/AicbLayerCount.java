package dev.inflight.lab.kind;

import dev.inflight.lab.graph.text.Tokenizer;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Announced and actual number of layers of an AICB workload. Some workloads that AICB ships announce more than they have.
 *
 * @param announced number of layers in the line after the header
 * @param written number of lines of layers, 1 or more
 */
record AicbLayerCount(long announced, long written) {
  static final String PARAMETER = "layers";

  /**
   * Returns the numbers; empty if they agree, or if the file has another error, which its reader reports.
   *
   * @throws dev.inflight.lab.read.InputError if the file cannot be read
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
