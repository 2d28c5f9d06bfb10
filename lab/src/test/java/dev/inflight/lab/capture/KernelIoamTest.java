package dev.inflight.lab.capture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.lab.Program;
import dev.inflight.telemetry.DecodeStatus;
import dev.inflight.telemetry.DecodedHeader;
import dev.inflight.telemetry.Hops;
import dev.inflight.telemetry.format.ioam.IoamFormat;
import dev.inflight.telemetry.format.ioam.IoamTimestampFormat;
import dev.inflight.wire.frame.FrameView;
import dev.inflight.wire.header.Icrc;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Linux as the switches: frames of a run, sent through two of its routers as they are, and what our decoder finds that these have
 * written. The routers' identities are those of kernel_ioam.py; behind the first one is a slow queue, behind the second none.
 */
class KernelIoamTest {
  private static final String SCRIPT = "src/test/resources/wire/kernel_ioam.py";
  private static final String SCENARIO = """
      topology: star(hosts=2)
      flows: flow(from=0, to=1, size=12001B)
      framing: rocev2-ipv6
      """;
  private static final int UNABLE = 77;
  private static final int SENT = 13;
  private static final long[] NODES = {0x0A0001, 0x0A0002};
  private static final long[] INGRESS = {0x1101, 0x2201};
  private static final long[] EGRESS = {0x1102, 0x2202};

  @TempDir
  private static Path folder;

  /** The frames that arrived: first those with room for three nodes, then as many with room for one. */
  private static List<byte[]> arrived = List.of();
  private static Path capture = Path.of("");

  private static IoamFormat format(int hops) {
    return new IoamFormat(0x31, 0x8000, 0xD20000, 12, hops, IoamTimestampFormat.POSIX, 1, 1);
  }

  @BeforeAll
  static void send() {
    OutsideTool.require("ip", "iproute2");
    OutsideTool.require("python3", "python3");
    var frames = new ArrayList<byte[]>();
    frames.addAll(framesWithRoomFor(3));
    frames.addAll(framesWithRoomFor(1));
    assertThat(frames).hasSize(2 * SENT);
    Path sent = WireCaptures.write(folder.resolve("sent.pcap"), frames, 65_535);
    capture = folder.resolve("arrived.pcap");
    OutsideTool.Ended script = OutsideTool.run(folder, List.of("python3", SCRIPT, sent.toString(), capture.toString()));
    if (script.exit() == UNABLE) {
      OutsideTool.skip(script.out().strip());
    }
    assertThat(script.expectSuccess().out().strip()).isEqualTo(2 * SENT + " " + 2 * SENT);
    arrived = WireCaptures.frames(capture);
  }

  /** Frames of the first host, as they leave it. */
  private static List<byte[]> framesWithRoomFor(int hops) {
    Path run = new WireCaptures(folder.resolve("room" + hops)).ofPort("0:1", SCENARIO, "--telemetry", "ioam(hops=" + hops + ")");
    return WireCaptures.frames(run).stream().filter(frame -> frame[20] == 0).toList(); // those with hop-by-hop options
  }

  private static DecodedHeader described(byte[] frame, IoamFormat format) {
    var view = new FrameView(List.of(format));
    assertThat(view.parse(frame, 0, frame.length)).isEqualTo(DecodeStatus.READ);
    byte[] telemetry = new byte[view.telemetryBytes];
    view.copyTelemetry(telemetry, 0);
    DecodedHeader description = format.describe(telemetry, 0, telemetry.length);
    assertThat(description.outcome()).isEqualTo(DecodeStatus.READ);
    return description;
  }

  private static Object field(List<DecodedHeader.Field> fields, String name) {
    return fields.stream().filter(field -> field.name().equals(name)).findFirst().orElseThrow().value();
  }

  @Test
  void eachRouterWroteItsIdentity() {
    for (byte[] frame : arrived.subList(0, SENT)) {
      DecodedHeader description = described(frame, format(3));
      assertThat(field(description.header(), "remainingLen")).isEqualTo(5L);
      assertThat(field(description.header(), "overflow")).isEqualTo(false);
      assertThat(description.hops()).hasSize(2);
      for (int hop = 0; hop < 2; hop++) {
        List<DecodedHeader.Field> fields = description.hops().get(hop);
        assertThat(field(fields, "nodeId")).isEqualTo(NODES[hop]);
        assertThat(field(fields, "ingressIf")).isEqualTo(INGRESS[hop]);
        assertThat(field(fields, "egressIf")).isEqualTo(EGRESS[hop]);
        assertThat(field(fields, "hopLimit")).isEqualTo(63L - hop);
        assertThat((long) field(fields, "timestampFractionUs")).isBetween(0L, 999_999L);
        assertThat(field(fields, "txBytes")).as("a bit that Linux has no meaning for").isEqualTo("unavailable");
      }
    }
  }

  /** All frames but the last one have the same size, and the queue gets longer as long as the burst lasts. */
  @Test
  void queueDepthCountsEarlierFrames() {
    List<Long> first = arrived.subList(0, SENT).stream()
        .map(frame -> (long) field(described(frame, format(3)).hops().getFirst(), "queueDepthBytes")).toList();
    List<Long> second = arrived.subList(0, SENT).stream()
        .map(frame -> (long) field(described(frame, format(3)).hops().getLast(), "queueDepthBytes")).toList();
    long frameBytes = arrived.get(1).length;
    assertThat(first.getFirst()).isZero();
    assertThat(first).allMatch(depth -> depth % frameBytes == 0).anyMatch(depth -> depth >= frameBytes);
    assertThat(second).containsOnly(0L);
  }

  @Test
  void secondRouterSetsTheOverflowFlag() {
    for (byte[] frame : arrived.subList(SENT, 2 * SENT)) {
      DecodedHeader description = described(frame, format(1));
      assertThat(field(description.header(), "overflow")).isEqualTo(true);
      assertThat(field(description.header(), "remainingLen")).isEqualTo(0L);
      assertThat(description.hops()).hasSize(1);
      assertThat(field(description.hops().getFirst(), "nodeId")).isEqualTo(NODES[0]);
    }
  }

  @Test
  void endpointsReadHopsButCannotMeasureThem() {
    var view = new FrameView(List.of(format(3)));
    view.parse(arrived.getFirst(), 0, arrived.getFirst().length);
    byte[] telemetry = new byte[view.telemetryBytes];
    view.copyTelemetry(telemetry, 0);
    var hops = new Hops(3);
    assertThat(format(3).read(telemetry, 0, telemetry.length, hops)).isEqualTo(DecodeStatus.READ);
    assertThat(hops.count()).isEqualTo(2);
    for (int hop = 0; hop < 2; hop++) {
      assertThat(hops.link(hop)).isEqualTo(Hops.link(NODES[hop], (int) EGRESS[hop]));
      assertThat(hops.rateBitsPerSec(hop)).as("no bytes sent, and no table of links").isZero();
    }
  }

  @Test
  void invariantCrcIsRight() {
    var view = new FrameView(List.of(format(3)));
    assertThat(arrived)
        .allMatch(frame -> view.parse(frame, 0, frame.length) == DecodeStatus.READ && view.icrcMatches(new Icrc()));
  }

  @Test
  void secondReadingFindsTheSame() {
    List<SecondReading> frames = arrived.stream().map(SecondReading::of).toList();
    assertThat(frames.subList(0, SENT)).allSatisfy(frame -> {
      assertThat(frame.all("ipv6.opt.ioam.trace.node.id")).containsExactly(NODES[1], NODES[0]);
      assertThat(frame.all("ipv6.opt.ioam.trace.node.iif")).containsExactly(INGRESS[1], INGRESS[0]);
      assertThat(frame.all("ipv6.opt.ioam.trace.node.undefined")).containsOnly(0xFFFF_FFFFL);
    });
    assertThat(frames.stream().map(frame -> frame.last("infiniband.bth.psn")))
        .containsExactlyElementsOf(IntStream.range(0, 2 * SENT).mapToObj(number -> (long) number % SENT).toList());
  }

  @Test
  void programDecodesTheCapture() {
    Program program = Program.run("decode", capture.toString(), "--telemetry", "ioam(timestamps=posix)");
    assertThat(program.err()).isEmpty();
    assertThat(program.out().lines()).hasSize(2 * SENT)
        .allMatch(line -> line.contains("nodeId=" + NODES[0]) && line.contains("egressIf=" + EGRESS[0]));
  }
}
