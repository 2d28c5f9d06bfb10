package dev.inflight.net.fabric.unloaded;

import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.telemetry.report.ReportMac;
import dev.inflight.net.link.Framing;
import dev.inflight.net.topology.Dumbbell;
import dev.inflight.net.topology.FatTree;
import dev.inflight.net.topology.Pod;
import dev.inflight.net.topology.Star;
import dev.inflight.net.topology.Topology;
import dev.inflight.telemetry.format.hpcc.AuthorsFormat;
import dev.inflight.telemetry.format.hpcc.NativeFormat;
import org.junit.jupiter.api.Test;

class UnloadedPathsTest {
  private static final long G = 1_000_000_000;
  private static final long US = 1_000_000;

  @Test
  void theAuthorsCountThePayloadThereAndPropagationBack() {
    var paths = new UnloadedPaths(FatTree.DEFAULT.build(), Framing.REFERENCE, 1000, new AuthorsFormat(4));
    // Six cables of 1 us there and back; 80 ns on each host's cable and 20 ns on each of the four at 400G.
    assertThat(paths.largestRttPs()).isEqualTo((12_000 + 2 * 80 + 4 * 20) * 1000L);
    assertThat(paths.largestBdpBytes()).isEqualTo(12_240 * 100L / 8);
    assertThat(paths.longestPathSwitches()).isEqualTo(5);
  }

  @Test
  void thePapersTestbedHasItsRoundTripTimes() {
    var paths = new UnloadedPaths(Pod.DEFAULT.build(), Framing.REFERENCE, 1000, null);
    assertThat(paths.rttPs(0, 1)).isEqualTo(5_400_000);
    assertThat(paths.rttPs(0, 31)).isEqualTo(8_500_000);
  }

  @Test
  void inTrueFramesHeadersAndAcknowledgementsCount() {
    var paths = new UnloadedPaths(new Star(2, 100 * G, US).build(), Framing.ROCEV2, 1000, NativeFormat.DEFAULT);
    int data = 1000 + 62 + 16 + 10 + 20;
    int ack = 66 + (4 + 10 + 2) + 20; // the reflection, padded
    assertThat(paths.largestRttPs()).isEqualTo(4 * US + 2 * 80L * (data + ack));
  }

  /** A whole base RTT and all bytes at the slowest cable's rate: the reference of the authors' results. */
  @Test
  void theAuthorsFlowAlone() {
    var paths = new UnloadedPaths(new Dumbbell(1, 1, 100 * G, 10 * G, US).build(), Framing.REFERENCE, 1000, null);
    long bytes = 10_000_000 + 10_000 * 48;
    assertThat(paths.idealFctPs(0, 1, 10_000_000)).isEqualTo(paths.rttPs(0, 1) + bytes * 800);
  }

  @Test
  void reportsHostsWithoutARoute() {
    var links = new Topology.Builder();
    links.hosts(3);
    int hub = links.switches(1);
    links.link(0, hub, 100 * G, US);
    links.link(1, hub, 100 * G, US);
    var paths = new UnloadedPaths(links.build(), Framing.ROCEV2, 1000, null);
    assertThat(paths.reaches(0, 1)).isTrue();
    assertThat(paths.reaches(0, 2)).isFalse();
    assertThat(paths.reaches(2, 0)).isFalse();
  }

  @Test
  void theSamePathsCarryOtherTelemetryAndASeal() {
    var star = new Star(2, 100 * G, US).build();
    var bare = new UnloadedPaths(star, Framing.ROCEV2, 1000, null);
    long bareBytes = 1000 + 62 + 16 + 20 + 66 + 20;
    assertThat(bare.largestRttPs()).isEqualTo(4 * US + 2 * 80L * bareBytes);
    long telemetry = 10 + 16; // there, and reflected
    assertThat(bare.carrying(NativeFormat.DEFAULT, false, false).largestRttPs())
        .isEqualTo(new UnloadedPaths(star, Framing.ROCEV2, 1000, NativeFormat.DEFAULT).largestRttPs())
        .isEqualTo(4 * US + 2 * 80L * (bareBytes + telemetry));
    long sealed = bare.carrying(NativeFormat.DEFAULT, true, false).rttPs(0, 1);
    assertThat(sealed)
        .isEqualTo(4 * US + 2 * 80L * (1000 + 62 + 16 + 10 + 20 + Framing.ROCEV2.ackBytes(10 + ReportMac.BYTES) + 20));
    assertThat(bare.carrying(NativeFormat.DEFAULT, true, true).rttPs(0, 1)).as("and a number of flows")
        .isEqualTo(4 * US + 2 * 80L * (1000 + 62 + 16 + 10 + 20 + Framing.ROCEV2.ackBytes(10 + 2 + ReportMac.BYTES) + 20));
    assertThat(bare.carrying(null, true, true).largestRttPs()).as("nothing to seal").isEqualTo(bare.largestRttPs());
    assertThat(bare.largestBdpBytes()).isEqualTo(100 * G / 8 * bare.largestRttPs() / 1_000_000_000_000L);
  }

  /** A marker of eight bytes precedes telemetry in TCP segments, for the first paths and for those derived from them. */
  @Test
  void telemetryInTcpHasAMarker() {
    var star = new Star(2, 100 * G, US).build();
    var paths = new UnloadedPaths(star, Framing.TCP, 1000, NativeFormat.DEFAULT);
    long bytes = Framing.TCP.dataBytes(1000, 8 + 10, 0) + 20 + Framing.TCP.ackBytes(10) + 8 + 20;
    assertThat(paths.largestRttPs()).isEqualTo(4 * US + 2 * 80L * bytes);
    assertThat(paths.carrying(NativeFormat.DEFAULT, false, false).largestRttPs()).isEqualTo(paths.largestRttPs());
    assertThat(paths.carrying(null, false, false).largestRttPs())
        .isEqualTo(new UnloadedPaths(star, Framing.TCP, 1000, null).largestRttPs());
  }

  /** Sizes beyond the product that 64 bits hold. */
  @Test
  void theAuthorsFlowOfAPetabyteAlone() {
    var paths = new UnloadedPaths(new Dumbbell(1, 1, 100 * G, 10 * G, US).build(), Framing.REFERENCE, 1000, null);
    long packets = 1_000_000_000_000L;
    assertThat(paths.idealFctPs(0, 1, packets * 1000) - paths.rttPs(0, 1)).isEqualTo(packets * 1048 * 800);
    assertThatIllegalStateException()
        .isThrownBy(() -> new UnloadedPaths(new Star(2, G, US).build(), Framing.ROCEV2, 1000, null).idealFctPs(0, 1, 1))
        .withMessage("the authors' formula for ROCEV2");
  }
}
