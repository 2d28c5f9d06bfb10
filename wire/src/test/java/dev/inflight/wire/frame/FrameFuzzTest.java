package dev.inflight.wire.frame;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.telemetry.DecodeStatus;
import dev.inflight.telemetry.EgressLink;
import dev.inflight.telemetry.PathQuery;
import dev.inflight.telemetry.PortSnapshot;
import dev.inflight.telemetry.TelemetryFormat;
import dev.inflight.telemetry.util.BigEndian;
import dev.inflight.wire.TestFormats;
import dev.inflight.wire.TestFrame;
import dev.inflight.wire.TestSegment;
import dev.inflight.wire.Vector;
import dev.inflight.wire.header.Ethernet;
import dev.inflight.wire.header.Icrc;
import dev.inflight.wire.header.Opcode;
import dev.inflight.wire.header.Pfc;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Parsing any bytes throws no exception, and reads and finds nothing outside the frame. */
class FrameFuzzTest {
  private static final int ROUNDS = 20_000;
  private static final int MARGIN = 64;
  private static final int[] TYPES = {Ethernet.IPV4, Ethernet.IPV6, Ethernet.VLAN, Ethernet.MAC_CONTROL, Ethernet.ROCE_V1,
      0x9900};

  private final SplittableRandom random = new SplittableRandom(20);
  private final FrameView view = TestFormats.viewOfAll();
  private final FrameView other = TestFormats.viewOfAll();
  private final Icrc icrc = new Icrc();
  private final byte[] gathered = new byte[4096];
  private final List<FrameForwarder> transits = TestFormats.ALL.stream()
      .map(format -> new FrameForwarder(view, format, new EgressLink(1, 2, 100_000_000_000L), random.nextBoolean())).toList();

  private static List<byte[]> frames() {
    var frames = new ArrayList<byte[]>();
    for (Vector vector : Vector.ALL) {
      frames.add(vector.bytes());
    }
    for (TelemetryFormat format : TestFormats.ALL) {
      for (boolean ipv6 : new boolean[] {false, true}) {
        if (ipv6 || !format.placement().needsIpv6()) {
          frames.add(TestFrame.write(ipv6, 33).with(format, PathQuery.UTILIZATION).withTag().bytes());
          if (TestSegment.carries(format)) {
            frames.add(TestSegment.probe(ipv6, format).bytes());
          }
        }
      }
    }
    for (Opcode opcode : Opcode.values()) {
      if (opcode != Opcode.UNKNOWN) {
        frames.add(TestFrame.of(true, opcode, 5).bytes());
      }
    }
    byte[] pause = new byte[60];
    Pfc.write(pause, 0, 3);
    frames.add(pause);
    frames.add(FrameViewTest.roceV1Frame());
    return frames;
  }

  /** Parses it at the very end of an array, and inside other bytes, with the same result. */
  private DecodeStatus check(byte[] frame) {
    byte[] last = new byte[3 + frame.length];
    System.arraycopy(frame, 0, last, 3, frame.length);
    DecodeStatus outcome = view.parse(last, 3, frame.length);
    assertWithin(3, last.length);
    byte[] inside = new byte[3 + frame.length + MARGIN];
    Arrays.fill(inside, (byte) random.nextInt());
    System.arraycopy(frame, 0, inside, 3, frame.length);
    assertThat(other.parse(inside, 3, frame.length)).isEqualTo(outcome);
    assertThat(found(other)).isEqualTo(found(view));
    if (view.icrc != FrameView.ABSENT) {
      assertThat(view.computeIcrc(icrc)).isEqualTo(other.computeIcrc(icrc));
    }
    return outcome;
  }

  private static List<Object> found(FrameView view) {
    return Arrays.asList(view.kind, view.end, view.type, view.tag, view.ip, view.ipEnd, view.udp, view.tcp, view.tcpProbe,
        view.telemetry, view.telemetryAt, view.telemetryRest, view.telemetryBytes, view.bth, view.opcode, view.deth, view.reth,
        view.aeth, view.immediate, view.payload, view.payloadBytes, view.padBytes, view.icrc);
  }

  private void assertWithin(int from, int to) {
    assertPart(from, to, view.type, 2);
    assertPart(from, to, view.tag, 4);
    assertPart(from, to, view.ip, 20);
    assertPart(from, to, view.udp, 8);
    assertPart(from, to, view.tcp, 20);
    assertPart(from, to, view.tcpProbe, 8);
    assertPart(from, to, view.bth, 12);
    assertPart(from, to, view.deth, 8);
    assertPart(from, to, view.reth, 16);
    assertPart(from, to, view.aeth, 4);
    assertPart(from, to, view.immediate, 4);
    assertPart(from, to, view.payload, view.payloadBytes + view.padBytes);
    assertPart(from, to, view.icrc, 4);
    int first = view.telemetryRest == FrameView.ABSENT ? view.telemetryBytes : 4;
    assertPart(from, to, view.telemetryAt, first);
    assertPart(from, to, view.telemetryRest, view.telemetryBytes - first);
    assertThat(view.copyTelemetry(gathered, 0)).isEqualTo(view.telemetryBytes);
    assertThat(view.ipEnd).isLessThanOrEqualTo(to);
  }

  private static void assertPart(int from, int to, int at, int length) {
    if (at != FrameView.ABSENT) {
      assertThat(at).isGreaterThanOrEqualTo(from);
      assertThat(length).isGreaterThanOrEqualTo(0);
      assertThat(at + length).isLessThanOrEqualTo(to);
    }
  }

  /** Forwards it by all ports: it must stay within its room, and a valid frame must stay valid. */
  private void forward(byte[] frame, DecodeStatus before, boolean icrcMatched) {
    byte[] room = new byte[MARGIN + frame.length + MARGIN];
    Arrays.fill(room, (byte) 0xEE);
    System.arraycopy(frame, 0, room, MARGIN, frame.length);
    int limit = MARGIN + frame.length + random.nextInt(MARGIN);
    var snapshot = new PortSnapshot();
    snapshot.nowPs = 1_000_000_000;
    int length = transits.get(random.nextInt(transits.size())).forward(room, MARGIN, frame.length, limit, snapshot,
        random.nextBoolean());
    for (int at = 0; at < MARGIN; at++) {
      assertThat(room[at]).isEqualTo((byte) 0xEE);
    }
    for (int at = Math.max(MARGIN + length, MARGIN + frame.length); at < room.length; at++) {
      assertThat(room[at]).isEqualTo((byte) 0xEE);
    }
    if (length != FrameForwarder.DISCARD) {
      assertThat(length).isBetween(frame.length, limit - MARGIN);
      assertThat(view.parse(room, MARGIN, length)).isEqualTo(before);
      assertThat(view.icrcMatches(icrc)).isEqualTo(icrcMatched);
    }
  }

  private void both(byte[] frame) {
    DecodeStatus outcome = check(frame);
    forward(frame, outcome, view.icrcMatches(icrc));
  }

  @Test
  void everyTruncation() {
    for (byte[] frame : frames()) {
      for (int length = 0; length <= frame.length; length++) {
        both(Arrays.copyOf(frame, length));
      }
    }
  }

  @Test
  void neverReadsBehindTheEnd() {
    for (byte[] frame : frames()) {
      boolean control = Ethernet.type(frame, 0) == Ethernet.MAC_CONTROL;
      int needed = control ? 34 : frame.length; // the rest is padding
      for (int length = 0; length < needed; length++) {
        DecodeStatus outcome = check(Arrays.copyOf(frame, length));
        assertThat(outcome).isEqualTo(control && length >= 14 ? DecodeStatus.UNSUPPORTED : DecodeStatus.TRUNCATED);
      }
    }
  }

  @Test
  void mutations() {
    List<byte[]> frames = frames();
    for (int round = 0; round < ROUNDS; round++) {
      byte[] frame = frames.get(random.nextInt(frames.size())).clone();
      int changes = random.nextInt(1, 5);
      for (int change = 0; change < changes; change++) {
        // Headers are at the front.
        int at = random.nextInt(random.nextInt(1, frame.length + 1));
        frame[at] = (byte) (random.nextBoolean() ? random.nextInt() : frame[at] ^ 1 << random.nextInt(8));
      }
      both(Arrays.copyOf(frame, frame.length - (random.nextInt(4) == 0 ? random.nextInt(frame.length) : 0)));
    }
  }

  @Test
  void randomBytes() {
    for (int round = 0; round < ROUNDS; round++) {
      byte[] frame = new byte[random.nextInt(200)];
      random.nextBytes(frame);
      if (frame.length >= 16) {
        BigEndian.set16(frame, 12, TYPES[random.nextInt(TYPES.length)]);
        frame[14] = (byte) (frame[13] == 0 ? 0x45 : 0x60);
      }
      both(frame);
    }
  }
}
