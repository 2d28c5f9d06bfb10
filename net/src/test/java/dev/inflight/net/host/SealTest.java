package dev.inflight.net.host;

import static dev.inflight.net.TestNet.G;
import static dev.inflight.net.TestNet.US;
import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.net.TestNet;
import dev.inflight.net.link.Packet;
import dev.inflight.net.topology.Star;
import dev.inflight.telemetry.report.ReportKeys;
import dev.inflight.telemetry.report.ReportMac;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Receivers seal the reports that they return; senders count and ignore reports that are not a receiver's. */
class SealTest {
  private static TestNet net(Consumer<Packet> attack) {
    var net = TestNet.of(new Star(3, 100 * G, US));
    net.seal = new ReportKeys(1, 2);
    net.onPacket = attack;
    return net.build();
  }

  private static TestNet run(TestNet net) {
    net.flow(0, 2, 300_000, 0);
    net.flow(1, 2, 300_000, 0);
    net.run().assertAllFinished();
    return net;
  }

  @Test
  void reportsOfTheReceiverCount() {
    HostCounters counters = run(net(packet -> {
    })).fabric.counters();
    assertThat(counters.acksWithHops).isEqualTo(600);
    assertThat(counters.forgedReports + counters.replayedReports).isZero();
  }

  @Test
  void changedReportsAreIgnoredAndTheFlowGoesOn() {
    HostCounters counters = run(net(packet -> {
      if (packet.kind == Packet.Kind.ACK) {
        packet.telemetry[5]++; // of the first record
      }
    })).fabric.counters();
    assertThat(counters.forgedReports).isGreaterThanOrEqualTo(600);
    assertThat(counters.acksWithHops).isZero();
  }

  /** The seal proves the author of a report, not that there should have been one. */
  @Test
  void anAcknowledgementWithoutTelemetryIsNoForgery() {
    HostCounters counters = run(net(packet -> {
      if (packet.kind == Packet.Kind.ACK && packet.sequence % 2000 == 0) {
        packet.telemetryBytes = 0;
      }
    })).fabric.counters();
    assertThat(counters.forgedReports + counters.replayedReports).isZero();
    assertThat(counters.acksWithHops).isEqualTo(300);
  }

  @Test
  void aSealCutOffIsForged() {
    HostCounters counters = run(net(packet -> {
      if (packet.kind == Packet.Kind.ACK && packet.sequence == 200_000) {
        packet.telemetryBytes = ReportMac.BYTES - 1;
      }
    })).fabric.counters();
    assertThat(counters.forgedReports).isEqualTo(2); // one of each flow
  }

  @Test
  void aReportMovedToAnotherAcknowledgementIsForged() {
    HostCounters counters = run(net(packet -> {
      if (packet.kind == Packet.Kind.ACK && packet.sequence == 200_000) {
        packet.sequence = 199_000;
      }
    })).fabric.counters();
    assertThat(counters.forgedReports).isEqualTo(2); // one of each flow
  }

  @Test
  void aReportThatComesTwiceCountsOnce() {
    byte[] kept = new byte[64];
    HostCounters counters = run(net(packet -> {
      if (packet.kind == Packet.Kind.ACK && packet.flow != null && packet.flow.id() == 0) {
        if (packet.sequence == 100_000) {
          System.arraycopy(packet.telemetry, 0, kept, 0, packet.telemetryBytes);
        } else if (packet.sequence == 101_000) { // the same acknowledgement again
          packet.sequence = 100_000;
          System.arraycopy(kept, 0, packet.telemetry, 0, packet.telemetryBytes);
        }
      }
    })).fabric.counters();
    assertThat(counters.replayedReports).isEqualTo(1);
    assertThat(counters.forgedReports).isZero();
  }

  @Test
  void aChangedMarkIsForged() {
    HostCounters counters = run(net(packet -> {
      if (packet.kind == Packet.Kind.ACK && packet.sequence == 200_000) {
        packet.ecnMarked = true;
      }
    })).fabric.counters();
    assertThat(counters.forgedReports).isEqualTo(2); // one of each flow
  }

  /** Another host of the network has the keys of its own pairs, and seals with one of them. */
  @Test
  void anotherHostsKeyDoesNotSeal() {
    var keyOfOthers = new ReportKeys(1, 2).between(1, 2);
    HostCounters counters = run(net(packet -> {
      if (packet.kind == Packet.Kind.ACK && packet.flow != null && packet.flow.id() == 0 && packet.sequence == 200_000) {
        int end = packet.telemetryBytes - ReportMac.BYTES;
        packet.telemetry[5]++;
        keyOfOthers.seal(packet.telemetry, 0, end, 0, packet.sequence, packet.says(), ReportMac.serial(packet.telemetry, end));
      }
    })).fabric.counters();
    assertThat(counters.forgedReports).isEqualTo(1);
  }
}
