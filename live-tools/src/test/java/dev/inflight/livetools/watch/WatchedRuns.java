package dev.inflight.livetools.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.lab.Program;
import dev.inflight.wire.pcap.CaptureReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Simulated runs, and the frames that passed one of their ports. */
record WatchedRuns(Path folder) {
  /** Eight hosts send to one over two leaves. */
  static final String INCAST = """
      topology: leaf-spine(leaves=2, spines=1, hostsPerLeaf=5, hostRate=100Gbps, fabricRate=100Gbps)
      flows: incast(senders=8, receiver=9, size=400KB)
      """;

  /** A frame and the time at which it passed. */
  record Frame(byte[] bytes, long timeNs) {
  }

  /** Creates a capture of a port. */
  Path capture(String port, String... options) {
    try {
      Path file = Files.writeString(folder.resolve("s.yaml"), INCAST);
      var arguments = new ArrayList<>(
          List.of("run", file.toString(), "--out", run().toString(), "--force", "--quiet", "--pcap", port));
      arguments.addAll(List.of(options));
      Program program = Program.run(arguments.toArray(String[]::new));
      assertThat(program.exit()).as(program.err()).isZero();
      return run().resolve("pcap").resolve(port.replace(':', '-') + ".pcap");
    } catch (IOException failed) {
      throw new IllegalStateException(failed);
    }
  }

  /** Folder of the latest run. */
  Path run() {
    return folder.resolve("run");
  }

  /** Frames of a capture. */
  static List<Frame> frames(Path capture) {
    var frames = new ArrayList<Frame>();
    try (InputStream in = Files.newInputStream(capture); var reader = new CaptureReader(in::read)) {
      while (reader.next()) {
        frames.add(new Frame(Arrays.copyOf(reader.bytes(), reader.frameBytes()), reader.timeNs()));
      }
    } catch (IOException failed) {
      throw new IllegalStateException(failed);
    }
    return frames;
  }
}
