package dev.inflight.wire.frame;

import static dev.inflight.telemetry.DecodeStatus.MALFORMED;
import static dev.inflight.telemetry.DecodeStatus.READ;
import static dev.inflight.telemetry.DecodeStatus.TRUNCATED;
import static dev.inflight.telemetry.DecodeStatus.UNSUPPORTED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.telemetry.DecodeStatus;
import dev.inflight.telemetry.PathQuery;
import dev.inflight.telemetry.format.ifa.IfaFormat;
import dev.inflight.telemetry.format.p4int.IntFormat;
import dev.inflight.wire.TestFormats;
import dev.inflight.wire.TestFrame;
import dev.inflight.wire.Vector;
import dev.inflight.wire.header.Aeth;
import dev.inflight.wire.header.Bth;
import dev.inflight.wire.header.Ipv4;
import dev.inflight.wire.header.Opcode;
import dev.inflight.wire.header.Udp;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Results for truncated IPv4 packets of every length; the parser reads nothing behind the end, which is also the array's. */
class PacketEndsTest {
  private static final int IP = 14;
  private static final int INSIDE = IP + 20;
  private static final int UDP = 8;
  private static final int TCP = 20;
  /** Bytes of INT that determine its length: its shim. */
  private static final int INT_SHIM = 4;
  /** Telemetry of the published frames: INT of two hops, and IFA of two blocks. */
  private static final int INT = 96;
  private static final int IFA = 72;
  private static final int IFA_FIRST = 4;
  private static final int TEXT = 64;

  private final FrameView view = TestFormats.viewOfAll();

  /** Results by the number of bytes in a growing packet; its UDP length, if a UDP header is given, stays correct. */
  private Map<Integer, DecodeStatus> outcomes(byte[] frame, int udp) {
    var changes = new TreeMap<Integer, DecodeStatus>();
    int whole = Ipv4.totalBytes(frame, IP) - 20;
    for (int bytes = 0; bytes <= whole; bytes++) {
      DecodeStatus outcome = parse(frame, udp, bytes);
      if (changes.isEmpty() || changes.lastEntry().getValue() != outcome) {
        changes.put(bytes, outcome);
      }
      boolean found = view.telemetry != null;
      assertThat(!found || outcome != TRUNCATED).as("telemetry of %d bytes", bytes).isTrue();
    }
    return changes;
  }

  private DecodeStatus parse(byte[] frame, int udp, int bytes) {
    byte[] cut = Arrays.copyOf(frame, INSIDE + bytes);
    Ipv4.changeTotalBytes(cut, IP, 20 + bytes);
    if (udp > 0 && bytes >= udp + UDP - INSIDE) {
      Udp.length(cut, udp, bytes + INSIDE - udp);
    }
    return view.parse(cut, 0, cut.length);
  }

  private DecodeStatus parse(byte[] frame) {
    return view.parse(frame, 0, frame.length);
  }

  @Test
  void intBehindUdp() {
    Map<Integer, DecodeStatus> expected = Map.of(0, MALFORMED, UDP, TRUNCATED, UDP + INT_SHIM, MALFORMED, UDP + INT, READ);
    assertThat(outcomes(Vector.INT_UDP_DSCP.bytes(), INSIDE)).isEqualTo(expected);
    assertThat(outcomes(Vector.INT_UDP_PORT.bytes(), INSIDE)).isEqualTo(expected);
    parse(Vector.INT_UDP_PORT.bytes(), INSIDE, UDP + INT);
    assertThat(view.kind).isEqualTo(FrameView.Kind.UDP);
    assertThat(view.payload).isEqualTo(INSIDE + UDP + INT);
    assertThat(view.payloadBytes).isZero();
  }

  @Test
  void intBehindTcp() {
    byte[] frame = Vector.INT_TCP_DSCP.bytes();
    assertThat(outcomes(frame, 0)).isEqualTo(Map.of(0, MALFORMED, TCP, TRUNCATED, TCP + INT_SHIM, MALFORMED, TCP + INT, READ));
    parse(frame, 0, TCP + INT + 1);
    assertThat(view.kind).isEqualTo(FrameView.Kind.TCP);
    assertThat(view.tcp).isEqualTo(INSIDE);
    assertThat(view.telemetryAt).isEqualTo(INSIDE + TCP);
    assertThat(view.telemetryBytes).isEqualTo(INT);
    assertThat(view.payload).isEqualTo(INSIDE + TCP + INT);
    assertThat(view.payloadBytes).isEqualTo(1);
  }

  /** Without the DSCP, the bytes behind the header are payload. */
  @Test
  void withoutTheDscpIntIsPayload() {
    for (Vector vector : new Vector[] {Vector.INT_TCP_DSCP, Vector.INT_UDP_DSCP}) {
      int transport = vector == Vector.INT_TCP_DSCP ? TCP : UDP;
      byte[] frame = vector.bytes();
      Ipv4.trafficClass(frame, IP, 7, 0);
      assertThat(parse(frame)).isEqualTo(READ);
      assertThat(view.telemetry).isNull();
      assertThat(view.payload).isEqualTo(INSIDE + transport);
      assertThat(view.payloadBytes).isEqualTo(INT + TEXT);
      var deaf = new FrameView(TestFormats.ON_THE_WIRE);
      byte[] marked = vector.bytes();
      assertThat(deaf.parse(marked, 0, marked.length)).isEqualTo(READ);
      assertThat(deaf.telemetry).isNull();
      assertThat(deaf.payloadBytes).isEqualTo(INT + TEXT);
    }
  }

  /** A header that ends with its packet, and one with an impossible length. */
  @Test
  void tcpHeaders() {
    byte[] frame = Vector.INT_TCP_DSCP.bytes();
    Ipv4.trafficClass(frame, IP, 7, 0);
    assertThat(outcomes(frame, 0)).isEqualTo(Map.of(0, MALFORMED, TCP, READ));
    int dataOffset = INSIDE + 12;
    frame[dataOffset] = (byte) 0xF0;
    assertThat(outcomes(frame, 0)).isEqualTo(Map.of(0, MALFORMED, 60, READ));
    parse(frame, 0, 61);
    assertThat(view.payload).isEqualTo(INSIDE + 60);
    assertThat(view.payloadBytes).isEqualTo(1);
    frame[dataOffset] = 0x40;
    assertThat(outcomes(frame, 0)).isEqualTo(Map.of(0, MALFORMED));
    assertThat(view.tcp).isEqualTo(FrameView.ABSENT);
    byte[] marked = Vector.INT_TCP_DSCP.bytes();
    marked[dataOffset] = 0x40;
    assertThat(parse(marked)).isEqualTo(MALFORMED);
    assertThat(view.telemetry).isNull();
  }

  @Test
  void ifaAroundUdp() {
    byte[] frame = Vector.IFA.bytes();
    // The first piece, UDP, and the second piece, which states its length in the first 4 bytes.
    assertThat(outcomes(frame, INSIDE + IFA_FIRST))
        .isEqualTo(Map.of(0, MALFORMED, IFA_FIRST + UDP, TRUNCATED, IFA_FIRST + UDP + 4, MALFORMED, IFA + UDP, READ));
    parse(frame, INSIDE + IFA_FIRST, IFA + UDP);
    assertThat(view.telemetryRest).isEqualTo(INSIDE + IFA_FIRST + UDP);
    assertThat(view.telemetryBytes).isEqualTo(IFA);
    assertThat(view.payloadBytes).isZero();
    assertThat(view.telemetryInTransport).isTrue();
  }

  @Test
  void ifaAroundTcp() {
    byte[] published = Vector.IFA.bytes();
    byte[] frame = new byte[published.length + TCP - UDP];
    int rest = INSIDE + IFA_FIRST + UDP;
    System.arraycopy(published, 0, frame, 0, rest);
    System.arraycopy(published, rest, frame, rest + TCP - UDP, published.length - rest);
    frame[INSIDE + 1] = Ipv4.TCP;
    frame[INSIDE + IFA_FIRST + 12] = 0x50;
    Ipv4.changeTotalBytes(frame, IP, frame.length - IP);
    assertThat(outcomes(frame, 0))
        .isEqualTo(Map.of(0, MALFORMED, IFA_FIRST + TCP, TRUNCATED, IFA_FIRST + TCP + 4, MALFORMED, IFA + TCP, READ));
    parse(frame, 0, IFA + TCP);
    assertThat(view.kind).isEqualTo(FrameView.Kind.TCP);
    assertThat(view.payload).isEqualTo(INSIDE + IFA + TCP);
    assertThat(view.payloadBytes).isZero();
  }

  /** UDP's length includes the bytes that are foreign to it, or not; another length is wrong. */
  @Test
  void lengthsOfUdpInsideOfIfa() {
    byte[] frame = TestFrame.write(false, 5).with(IfaFormat.DEFAULT, PathQuery.UTILIZATION).bytes();
    int udp = INSIDE + IFA_FIRST;
    int there = frame.length - udp;
    for (int length = 0; length <= there + 1; length++) {
      Udp.length(frame, udp, length);
      boolean counted = length == there;
      assertThat(parse(frame)).as("a length of %d", length).isEqualTo(counted || length == there - 4 ? READ : MALFORMED);
      assertThat(view.telemetryInTransport).as("a length of %d", length).isEqualTo(counted);
    }
    byte[] empty = Arrays.copyOf(frame, udp + UDP + 4);
    Ipv4.changeTotalBytes(empty, IP, empty.length - IP);
    for (int length = 0; length <= 13; length++) { // 8 without the foreign bytes, which is UDP's minimum; and 12
      Udp.length(empty, udp, length);
      Udp.destination(empty, udp, 9);
      assertThat(parse(empty)).as("a length of %d", length).isEqualTo(length == 8 || length == 12 ? READ : MALFORMED);
    }
  }

  @Test
  void ifaAroundOtherProtocolsOrOfOtherVersions() {
    byte[] frame = Vector.IFA.bytes();
    frame[INSIDE + 1] = 89;
    assertThat(parse(frame)).isEqualTo(UNSUPPORTED);
    assertThat(view.telemetry).isNull();
    byte[] version = Vector.IFA.bytes();
    version[INSIDE] = 0x4F;
    assertThat(parse(version)).isEqualTo(UNSUPPORTED);
    assertThat(view.telemetry).isSameAs(TestFormats.PUBLISHED_IFA);
    assertThat(view.telemetryAt).isEqualTo(INSIDE);
    assertThat(view.telemetryBytes).isEqualTo(IFA_FIRST);
    assertThat(view.telemetryRest).isEqualTo(FrameView.ABSENT);
  }

  @Test
  void rdma() {
    int headers = UDP + 12 + 4; // of UDP, BTH and ICRC
    assertThat(outcomes(Vector.UC_IPV4.bytes(), INSIDE)).isEqualTo(Map.of(0, MALFORMED, headers, UNSUPPORTED));
    byte[] write = TestFrame.write(false, 8).bytes();
    assertThat(outcomes(write, INSIDE)).isEqualTo(Map.of(0, MALFORMED, headers + 16, READ));
    byte[] padded = TestFrame.write(false, 5).bytes();
    assertThat(outcomes(padded, INSIDE)).isEqualTo(Map.of(0, MALFORMED, headers + 16 + 3, READ));
    assertThat(view.padBytes).isEqualTo(3);
    assertThat(view.payloadBytes).isEqualTo(5);
    padded[INSIDE + UDP + 1] |= 1;
    assertThat(Bth.version(padded, INSIDE + UDP)).isEqualTo(1);
    assertThat(parse(padded)).isEqualTo(UNSUPPORTED);
    assertThat(view.reth).isEqualTo(FrameView.ABSENT);
    int atInt = UDP + 16; // INT without a hop
    byte[] measured = TestFrame.write(false, 8).with(IntFormat.DEFAULT, PathQuery.UTILIZATION).bytes();
    assertThat(outcomes(measured, INSIDE)).isEqualTo(
        Map.of(0, MALFORMED, UDP, TRUNCATED, UDP + INT_SHIM, MALFORMED, atInt + 12 + 16 + 4, READ));
  }

  /** The field for a packet behind a gap is read behind the AETH if it is complete. */
  @Test
  void namesOfArrivals() {
    byte[] frame = TestFrame.of(false, Opcode.ACKNOWLEDGE, 8).bytes();
    int aeth = INSIDE + UDP + 12;
    Aeth.write(frame, aeth, Aeth.NAK_OUT_OF_ORDER, 3);
    int least = UDP + 12 + 4 + 4;
    for (int payload = 0; payload <= 8; payload++) {
      assertThat(parse(frame, INSIDE, least + payload)).isEqualTo(READ);
      boolean named = payload >= 4;
      assertThat(view.aeth).isEqualTo(aeth);
      assertThat(view.arrival).isEqualTo(named ? aeth + 4 : FrameView.ABSENT);
      assertThat(view.payload).isEqualTo(named ? aeth + 8 : aeth + 4);
      assertThat(view.payloadBytes).isEqualTo(named ? payload - 4 : payload);
    }
    Bth.padBytes(frame, INSIDE + UDP, 1);
    parse(frame, INSIDE, least + 4);
    assertThat(view.arrival).as("no room, for the pad").isEqualTo(FrameView.ABSENT);
    parse(frame, INSIDE, least + 5);
    assertThat(view.arrival).isEqualTo(aeth + 4);
    Bth.padBytes(frame, INSIDE + UDP, 0);
    Aeth.write(frame, aeth, Aeth.NAK_SEQUENCE_ERROR, 3);
    parse(frame);
    assertThat(view.arrival).isEqualTo(FrameView.ABSENT);
    assertThat(view.payloadBytes).isEqualTo(8);
    byte[] answer = TestFrame.of(false, Opcode.READ_RESPONSE_ONLY, 8).bytes();
    Aeth.write(answer, aeth, Aeth.NAK_OUT_OF_ORDER, 3);
    parse(answer);
    assertThat(view.arrival).as("an answer to a READ is no acknowledgement").isEqualTo(FrameView.ABSENT);
  }
}
