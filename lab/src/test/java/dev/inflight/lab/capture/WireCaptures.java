package dev.inflight.lab.capture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.lab.Program;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Captures of small runs, as the program writes them; each is made once. */
public final class WireCaptures {
  /** Three hosts send to one across two leaves and two spines; cables lose packets, queues grow long enough for marks. */
  static final String LEAVES = """
      topology: leaf-spine(leaves=2, spines=2, hostsPerLeaf=3, hostRate=100Gbps, fabricRate=200Gbps)
      flows:
        - flow(from=0, to=3, size=15001B)
        - flow(from=1, to=3, size=10002B)
        - flow(from=2, to=3, size=5003B)
        - flow(from=3, to=0, size=4000B)
      lossRate: 0.01
      retransmitTimeout: 1ms
      ecn:
        - {rate: 100Gbps, kmin: 2KB, kmax: 8KB, pmax: 1.0}
        - {rate: 200Gbps, kmin: 2KB, kmax: 8KB, pmax: 1.0}
      """;
  static final String LEAVES_IPV6 = LEAVES + "framing: rocev2-ipv6\n";

  /** Eight hosts fill a small buffer. */
  static final String PAUSES = """
      topology: star(hosts=9)
      flows: incast(senders=8, size=100KB)
      scheme: none
      buffer: 520KB
      """;

  private final Path folder;
  private final Map<List<String>, Path> made = new HashMap<>();
  private int runs;

  WireCaptures(Path folder) {
    this.folder = folder;
    assertThat(folder.toFile().isDirectory() || folder.toFile().mkdirs()).isTrue();
  }

  /** All packets of a run, each as it leaves a port. */
  Path of(String scenario, String... options) {
    var key = new ArrayList<>(List.of(options));
    key.add(scenario);
    return made.computeIfAbsent(key, unused -> ofPort("all", scenario, options));
  }

  /** Returns the capture of a run whose packets carry telemetry of this kind. */
  Path withTelemetry(String scenario, String telemetry) {
    return of(scenario, "--telemetry", telemetry);
  }

  /** The packets that pass one port of a run. */
  Path ofPort(String port, String scenario, String... options) {
    Path out = folder.resolve("run" + runs);
    try {
      Path file = Files.writeString(folder.resolve("wire" + runs++ + ".yaml"), scenario);
      var arguments = new ArrayList<>(List.of("run", file.toString(), "--out", out.toString(), "--quiet", "--pcap", port));
      arguments.addAll(List.of(options));
      Program program = Program.run(arguments.toArray(String[]::new));
      assertThat(program.exit()).as(program.err()).isZero();
      return out.resolve("pcap").resolve(port.replace(':', '-') + ".pcap");
    } catch (IOException failed) {
      throw new IllegalStateException(failed);
    }
  }

  /** The frames of a capture; a second reading of that format too. */
  public static List<byte[]> frames(Path capture) {
    try {
      ByteBuffer file = ByteBuffer.wrap(Files.readAllBytes(capture)).order(ByteOrder.LITTLE_ENDIAN);
      assertThat(file.getInt()).isEqualTo(0xA1B23C4D);
      file.position(24);
      var frames = new ArrayList<byte[]>();
      while (file.hasRemaining()) {
        file.getLong();
        byte[] frame = new byte[file.getInt()];
        assertThat(file.getInt()).isEqualTo(frame.length);
        file.get(frame);
        frames.add(frame);
      }
      return frames;
    } catch (IOException failed) {
      throw new IllegalStateException(failed);
    }
  }

  /** Returns the errors of decode, except notes about unknown parameters. */
  public static List<String> complaints(Program decode) {
    return decode.err().lines().filter(line -> !line.contains(": assumed the default parameters of ")).toList();
  }

  /** Returns the fields of a capture's frames. */
  static List<SecondReading> readings(Path capture) {
    return frames(capture).stream().map(SecondReading::of).toList();
  }

  /** Writes a capture of frames, of which at most some bytes are kept. */
  public static Path write(Path file, List<byte[]> frames, int snapBytes) {
    ByteBuffer bytes = ByteBuffer.allocate(24 + frames.stream().mapToInt(frame -> 16 + Math.min(frame.length, snapBytes)).sum())
        .order(ByteOrder.LITTLE_ENDIAN);
    bytes.putInt(0xA1B23C4D).putInt(4 << 16 | 2).putLong(0).putInt(snapBytes).putInt(1);
    for (int number = 0; number < frames.size(); number++) {
      byte[] frame = frames.get(number);
      int kept = Math.min(frame.length, snapBytes);
      bytes.putInt(0).putInt(number).putInt(kept).putInt(frame.length).put(frame, 0, kept);
    }
    try {
      return Files.write(file, bytes.array());
    } catch (IOException failed) {
      throw new IllegalStateException(failed);
    }
  }
}
