package dev.inflight.net.fuzz;

import dev.inflight.telemetry.Domain;
import dev.inflight.telemetry.EgressLink;
import dev.inflight.telemetry.Formats;
import dev.inflight.telemetry.Question;
import dev.inflight.telemetry.Snapshot;
import dev.inflight.telemetry.TelemetryFormat;
import dev.inflight.telemetry.TelemetryHeader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** Writes valid headers for a fuzzer to begin with: {@code FuzzSeeds DECODER FOLDER}. */
final class FuzzSeeds {
  private FuzzSeeds() {
  }

  public static void main(String[] args) throws IOException {
    for (TelemetryFormat format : Formats.ALL) {
      if (format.name().equals(args[0])) {
        write(format.within(new Domain((node, port) -> 100_000_000_000L, 10_000_000, 5)), Path.of(args[1]));
      }
    }
  }

  private static void write(TelemetryFormat format, Path folder) throws IOException {
    Files.createDirectories(folder);
    for (Question question : Question.values()) {
      var header = new TelemetryHeader(format, 5).begin(question);
      for (int hop = 0; hop <= 3; hop++) {
        Files.write(folder.resolve("seed-" + question + "-" + hop), Arrays.copyOf(header.bytes(), header.length()));
        header.stamp(format.stamper(new EgressLink(hop + 1, 2, 100_000_000_000L)),
            new Snapshot().at(hop * 1_000_000L, 7000, 900));
      }
    }
  }
}
