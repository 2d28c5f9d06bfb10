package dev.inflight.lab.capture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The invariant CRC of every frame against scapy's, or zlib's where scapy has none, after Python has taken telemetry out. */
class ScapyTest {
  private static final String SCRIPT = "src/test/resources/wire/icrc.py";

  @TempDir
  private static Path folder;

  private static WireCaptures captures;
  private static String python = "";

  @BeforeAll
  static void find() {
    captures = new WireCaptures(folder);
    python = List.of("/usr/bin/python3", "python3").stream().filter(program -> OutsideTool.isInstalled(program)
        && OutsideTool.run(folder, List.of(program, "-c", "import scapy.contrib.roce")).exit() == 0).findFirst().orElse("");
    if (python.isEmpty()) {
      OutsideTool.missing("scapy is not installed for /usr/bin/python3 or python3 (apt-get install python3-scapy)");
    }
  }

  /** Checks captures, of which all frames are RoCE, and returns from how many frames telemetry was taken in each. */
  private static List<Integer> check(Path... paths) {
    var command = new ArrayList<>(List.of(python, SCRIPT));
    Arrays.stream(paths).map(Path::toString).forEach(command::add);
    List<String> lines = OutsideTool.run(folder, command).expectSuccess().out().lines().toList();
    assertThat(lines).hasSameSizeAs(paths);
    var stripped = new ArrayList<Integer>();
    for (int capture = 0; capture < paths.length; capture++) {
      String[] counts = lines.get(capture).split(" ");
      int frames = WireCaptures.frames(paths[capture]).size();
      assertThat(counts).as(paths[capture].toString()).startsWith(String.valueOf(frames), String.valueOf(frames));
      stripped.add(Integer.parseInt(counts[2]));
    }
    return stripped;
  }

  @Test
  void scapyReadsPacketsWithoutTelemetry() {
    assertThat(
        check(captures.of(WireCaptures.LEAVES, "--scheme", "none"), captures.of(WireCaptures.LEAVES_IPV6, "--scheme", "none")))
        .containsExactly(0, 0);
  }

  @Test
  void scapyReadsTelemetryAfterUdp() {
    assertThat(check(captures.withTelemetry(WireCaptures.LEAVES, "native"), captures.withTelemetry(WireCaptures.LEAVES, "draft"),
        captures.withTelemetry(WireCaptures.LEAVES, "int"), captures.withTelemetry(WireCaptures.LEAVES, "ioam-incremental"),
        captures.withTelemetry(WireCaptures.LEAVES + "authenticateFeedback: true\n", "native")))
        .allMatch(stripped -> stripped > 100);
  }

  @Test
  void scapyReadsTelemetryBeforeUdp() {
    assertThat(check(captures.withTelemetry(WireCaptures.LEAVES, "ifa"), captures.withTelemetry(WireCaptures.LEAVES_IPV6, "ifa"),
        captures.withTelemetry(WireCaptures.LEAVES_IPV6, "ioam"), captures.withTelemetry(WireCaptures.LEAVES, "csig"),
        captures.withTelemetry(WireCaptures.LEAVES_IPV6, "csig-wide"))).allMatch(stripped -> stripped > 100);
  }

  /** All packets of connections, and of runs with them. */
  @Test
  void scapyReadsPacketsOfConnections() throws IOException {
    assertThat(check(StreamCaptures.ofEveryKind(folder, false), StreamCaptures.ofEveryKind(folder, true),
        captures.of(StreamCaptures.operations(), "--scheme", "none"))).containsExactly(0, 0, 0);
    assertThat(check(captures.withTelemetry(StreamCaptures.operations(), "native"),
        captures.withTelemetry(StreamCaptures.operations() + "framing: rocev2-ipv6\n", "ioam")))
        .allMatch(stripped -> stripped > 100);
  }
}
