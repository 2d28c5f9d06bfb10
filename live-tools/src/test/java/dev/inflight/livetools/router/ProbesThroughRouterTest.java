package dev.inflight.livetools.router;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.lab.Program;
import dev.inflight.net.telemetrypackets.OnQueue;
import dev.inflight.net.telemetrypackets.TelemetryPacketKinds;
import dev.inflight.net.telemetrypackets.TelemetryPackets;
import dev.inflight.telemetry.TelemetryFormat;
import dev.inflight.telemetry.format.Formats;
import dev.inflight.wire.frame.FrameView;
import dev.inflight.wire.header.Opcode;
import dev.inflight.wire.pcap.CaptureReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Linux routes the captured packets of simulated flows over two next hops of equal cost. All packets of a flow, with telemetry and without,
 * and its probes take the same one (draft-miao-rtgwg-hpccplus §6.2.1, §7.1).
 */
@Tag("live")
class ProbesThroughRouterTest {
  private static final int SENDERS = 32; // all take one of two next hops by chance once in two billion times
  private static final int MOST_BYTES = 1024;
  private static final String FLOWS = """
      topology: star(hosts=33)
      flows: incast(senders=32, size=60KB)
      scheme: hpcc
      """;

  @TempDir
  private static Path folder;

  private static LinuxRouter router;

  @BeforeAll
  static void connect() {
    router = new LinuxRouter();
  }

  @AfterAll
  static void remove() {
    if (router != null) {
      router.close();
    }
  }

  /** CSIG's tag is in front of the IP header, where routers read none; the authors' format has no frames. */
  static Stream<Arguments> formatsAndKinds() {
    return Formats.ALL.stream().filter(format -> !format.name().equals("authors") && !format.name().startsWith("csig"))
        .flatMap(format -> TelemetryPacketKinds.ALL.stream().filter(kind -> runs(format, kind))
            .map(kind -> Arguments.of(format.name(), kind.name())));
  }

  private static boolean runs(TelemetryFormat format, TelemetryPackets kind) {
    return !(kind instanceof OnQueue) || !format.bottleneckOnly();
  }

  @ParameterizedTest
  @MethodSource("formatsAndKinds")
  void allPacketsOfAFlowTakeTheSameNextHop(String telemetry, String kind) throws IOException {
    TelemetryFormat format = Formats.ALL.stream().filter(one -> one.name().equals(telemetry)).findFirst().orElseThrow();
    List<byte[]> sent = frames(format, kind);
    List<List<byte[]>> received = router.route(sent);
    var view = new FrameView(List.of(format));
    byte[] blank = new byte[format.blankBytes()];
    format.writeBlank(blank, 0);
    byte[] header = new byte[MOST_BYTES];
    Map<String, BitSet> hopsOfData = new HashMap<>();
    Map<String, BitSet> hopsOfProbes = new HashMap<>();
    int with = 0;
    int without = 0;
    for (int hop = 0; hop < received.size(); hop++) {
      for (byte[] frame : received.get(hop)) {
        view.parse(frame, 0, frame.length);
        boolean ipv6 = frame[14] >> 4 == 6;
        int source = ipv6 ? 14 + 8 : 14 + 12;
        String flow = HexFormat.of().formatHex(frame, source, source + (ipv6 ? 16 : 4));
        var ofKind = view.opcode == Opcode.PROBE ? hopsOfProbes : hopsOfData;
        ofKind.computeIfAbsent(flow, unused -> new BitSet()).set(hop);
        int bytes = view.copyTelemetry(header, 0);
        boolean hasHeader = bytes > 0 && !Arrays.equals(header, 0, bytes, blank, 0, blank.length);
        with += hasHeader ? 1 : 0;
        without += hasHeader ? 0 : 1;
      }
    }
    assertThat(received.getFirst().size() + received.getLast().size()).as("packets behind the router").isEqualTo(sent.size());
    assertThat(received).as("both next hops are in use").noneSatisfy(hop -> assertThat(hop).isEmpty());
    assertThat(hopsOfData).hasSize(SENDERS).allSatisfy((flow, hops) -> assertThat(hops.cardinality()).isOne());
    assertThat(hopsOfProbes).isEqualTo(kind.equals("probes") ? hopsOfData : Map.of());
    assertThat(with).as("packets with a header").isPositive();
    boolean onAll = kind.equals("every") || kind.equals("on-queue");
    assertThat(without > 0).as("packets without one").isNotEqualTo(onAll);
  }

  /** Frames that the switch of simulated flows sends to their receiver. */
  private static List<byte[]> frames(TelemetryFormat format, String kind) throws IOException {
    String framing = format.placement().needsIpv6() ? "framing: rocev2-ipv6\n" : "";
    Path file = Files.writeString(folder.resolve("flows.yaml"), FLOWS + framing);
    Path run = folder.resolve("run");
    Program program = Program.run("run", file.toString(), "--out", run.toString(), "--force", "--quiet", "--telemetry",
        format.name(), "--set", "telemetryPackets=" + kind, "--pcap", "33:33");
    assertThat(program.exit()).as(program.err()).isZero();
    var frames = new ArrayList<byte[]>();
    var view = new FrameView(List.of(format));
    try (InputStream in = Files.newInputStream(run.resolve("pcap/33-33.pcap")); var reader = new CaptureReader(in::read)) {
      while (reader.next()) {
        view.parse(reader.bytes(), 0, reader.frameBytes());
        assertThat(view.opcode).isNotEqualTo(Opcode.UNKNOWN);
        if (view.opcode.code() < Opcode.ACKNOWLEDGE.code() || view.opcode == Opcode.PROBE) {
          frames.add(Arrays.copyOf(reader.bytes(), reader.frameBytes()));
        }
      }
    }
    return frames;
  }
}
