package dev.inflight.net.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.inflight.net.link.Packet.Kind;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** A reused packet keeps nothing of its former use. */
class PacketTest {
  private static final Flow FLOW = new Flow(7, 1, 2, 10_000, 4791, 5, 3000, 0);

  private final PacketPool pool = new PacketPool(40);

  /** A packet with a value in every field. */
  private Packet used() {
    Packet packet = pool.take();
    packet.kind = Kind.DATA;
    packet.flow = FLOW;
    packet.priority = 2;
    packet.hop = 3;
    packet.sequence = 4;
    packet.sizeBytes = 5;
    packet.payloadBytes = 6;
    packet.telemetryBytes = 7;
    packet.ecnMarked = true;
    packet.afterTimeout = true;
    packet.sentPs = 8;
    packet.timePs = 9;
    return packet;
  }

  private static void assertFresh(Packet packet, int sizeBytes, long nowPs) {
    assertThat(packet.hop).isZero();
    assertThat(packet.sizeBytes).isEqualTo(sizeBytes);
    assertThat(packet.payloadBytes).isZero();
    assertThat(packet.telemetryBytes).isZero();
    assertThat(packet.ecnMarked).isFalse();
    assertThat(packet.afterTimeout).isFalse();
    assertThat(packet.sentPs).isEqualTo(nowPs);
    assertThat(packet.timePs).isEqualTo(nowPs);
  }

  @Test
  void aCongestionNotificationIsOfItsFlowAndTravelsApart() {
    Packet packet = used();
    packet.becomeCnp(FLOW, 78, 1000);
    assertFresh(packet, 78, 1000);
    assertThat(packet.kind).isEqualTo(Kind.CNP);
    assertThat(packet.flow()).isSameAs(FLOW);
    assertThat(packet.priority).isEqualTo((byte) 6);
    assertThat(packet.sequence).isZero();
  }

  @Test
  void aControlPacketIsOfItsStreamsPriority() {
    Packet packet = used();
    packet.becomeControl(3, FLOW, 326, 2000);
    assertFresh(packet, 326, 2000);
    assertThat(packet.kind).isEqualTo(Kind.CONTROL);
    assertThat(packet.code).isEqualTo((byte) 3);
    assertThat(packet.priority).isEqualTo((byte) 5);
    assertThat(packet.sequence).isZero();
  }

  @Test
  void pfcFrameHasNoFlowButPriorityAndDirection() {
    Packet packet = used();
    packet.becomePauseFrame(Kind.PAUSE, 3, 64, 3000);
    assertFresh(packet, 64, 3000);
    assertThat(packet.kind).isEqualTo(Kind.PAUSE);
    assertThat(packet.priority).isEqualTo((byte) 3);
    assertThat(packet.sequence).isEqualTo(7);
    assertThatThrownBy(packet::flow).isInstanceOf(IllegalStateException.class)
        .hasMessage("PAUSE seq=7 size=64B of null is of no flow");
    packet.becomePauseFrame(Kind.RESUME, 3, 64, 3000);
    assertThat(packet.kind).isEqualTo(Kind.RESUME);
    assertThat(packet.sequence).isEqualTo(6);
  }

  @Test
  void textNamesKindSizeAndFlow() {
    Packet packet = used();
    packet.sequence = 2000;
    packet.sizeBytes = 1062;
    assertThat(packet).hasToString("DATA seq=2000 size=1062B of flow 7 (host 1 to host 2, 3000 B)");
    assertThat(packet.hopLimit()).as("three switches behind the NIC").isEqualTo(61);
  }

  /** A seal covers it: a report of one path cannot be passed off as that of another. */
  @Test
  void pathReportNamesItsPath() {
    Packet packet = used();
    packet.kind = Kind.PATH_REPORT;
    packet.entropy = 3;
    long says = packet.says();
    packet.entropy = 4;
    assertThat(packet.says()).isNotEqualTo(says);
  }

  @Test
  void kindsDifferInReceiverAndDirection() {
    assertThat(Kind.values()).filteredOn(Kind::isLinkControl).containsExactly(Kind.PAUSE, Kind.RESUME);
    assertThat(Kind.values()).filteredOn(kind -> kind.forward).containsExactly(Kind.DATA, Kind.PROBE, Kind.SWITCH_ANSWER_AHEAD,
        Kind.PATH_PROBE, Kind.CONTROL, Kind.TRIMMED);
    assertThat(Kind.values()).filteredOn(kind -> kind.measured).containsExactly(Kind.DATA, Kind.PROBE, Kind.PATH_PROBE);
    assertThat(Arrays.stream(Kind.values()).filter(kind -> kind.taker == Kind.Taker.SENDER)).containsExactly(Kind.ACK, Kind.NACK,
        Kind.REFUSAL, Kind.CNP, Kind.NOTIFICATION, Kind.TALLY, Kind.WINDOW, Kind.SWITCH_ANSWER, Kind.PATH_REPORT, Kind.TRIM_NACK,
        Kind.RETURNED);
  }

  @Test
  void poolReusesPacketsAndCountsOutstandingOnes() {
    Packet first = used();
    Packet second = pool.take();
    assertThat(second).isNotSameAs(first);
    assertThat(first.telemetry).hasSize(40);
    assertThat(pool.outstanding()).isEqualTo(2);
    pool.release(first);
    pool.release(second);
    assertThat(pool.outstanding()).isZero();
    assertThat(first.flow).as("nothing keeps the flow").isNull();
    assertThat(pool.take()).isSameAs(second);
    assertThat(pool.take()).isSameAs(first);
    assertThat(pool.take()).isNotIn(first, second);
    assertThat(first.next).isNull();
    assertThat(pool.outstanding()).isEqualTo(3);
  }
}
