package dev.inflight.net.fabric.unloaded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.net.link.Framing;
import dev.inflight.net.topology.Topology;
import dev.inflight.telemetry.TelemetryFormat;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import dev.inflight.telemetry.format.hpcc.NativeFormat;
import org.jspecify.annotations.Nullable;

/** A second implementation of {@link UnloadedPaths}: a search from every host, and its result at every node. */
final class AllPairsPaths {
  private final Topology topology;
  private final Framing framing;
  private final int payloadBytes;
  private final int dataBytes;
  private final int ackBytes;
  /** Each node's links, those to higher nodes first; of parallel ones the last counts. */
  private final List<List<Topology.Link>> linksOfNode = new ArrayList<>();
  private final ToHost[] toHost;
  private int longestPathSwitches;
  private long largestRttPs;
  private long largestBdpBytes;

  /** Results of all hosts to reach one: by source node. */
  private record ToHost(int[] switches, long[] delayPs, double[] psPerByte, long[] hopNs, long[] bottleneckBitsPerSec) {
  }

  /**
   * Measures a topology.
   *
   * @param telemetry the header that data packets carry, or none; base RTTs count it as the longest path fills it
   */
  AllPairsPaths(Topology topology, Framing framing, int payloadBytes, @Nullable TelemetryFormat telemetry) {
    this.topology = topology;
    this.framing = framing;
    this.payloadBytes = payloadBytes;
    for (int node = 0; node < topology.nodeCount(); node++) {
      linksOfNode.add(new ArrayList<>());
    }
    for (Topology.Link link : topology.links()) {
      linksOfNode.get(link.a()).add(link);
      linksOfNode.get(link.b()).add(link);
    }
    for (int node = 0; node < topology.nodeCount(); node++) {
      int here = node;
      linksOfNode.get(node).sort((x, y) -> Integer.compare(other(y, here), other(x, here)));
    }
    toHost = new ToHost[topology.nodeCount()];
    for (int destination : topology.hosts()) {
      toHost[destination] = search(destination);
    }
    int bytes = telemetryBytes(telemetry);
    int marker = bytes > 0 && framing.isTcp() ? 8 : 0;
    dataBytes = framing.dataBytes(payloadBytes, bytes + marker, framing.rethBytes()) + framing.gapBytes();
    ackBytes = framing.ackBytes(bytes) + marker + framing.gapBytes();
    measureLargest();
  }

  private int telemetryBytes(@Nullable TelemetryFormat telemetry) {
    return telemetry == null ? 0 : telemetry.sizeBytes(Math.min(longestPathSwitches, telemetry.maxHops()));
  }

  private void measureLargest() {
    for (int destination : topology.hosts()) {
      for (int source : topology.hosts()) {
        if (source != destination && toHost[destination].bottleneckBitsPerSec[source] > 0) {
          largestRttPs = Math.max(largestRttPs, rttPs(source, destination));
          largestBdpBytes = Math.max(largestBdpBytes, bdpBytes(source, destination));
        }
      }
    }
  }

  private ToHost search(int destination) {
    int nodes = topology.nodeCount();
    boolean[] seen = new boolean[nodes];
    var found = new ToHost(new int[nodes], new long[nodes], new double[nodes], new long[nodes], new long[nodes]);
    int[] queue = new int[nodes];
    seen[destination] = true;
    queue[0] = destination;
    found.bottleneckBitsPerSec[destination] = Long.MAX_VALUE;
    int filled = 1;
    for (int served = 0; served < filled; served++) {
      int node = queue[served];
      List<Topology.Link> links = linksOfNode.get(node);
      for (int i = 0; i < links.size(); i++) {
        Topology.Link link = links.get(i);
        int next = other(link, node);
        boolean lastOfParallel = i + 1 == links.size() || other(links.get(i + 1), node) != next;
        if (seen[next] || !lastOfParallel) {
          continue;
        }
        seen[next] = true;
        found.switches[next] = found.switches[node] + (topology.isSwitch(node) ? 1 : 0);
        longestPathSwitches = Math.max(longestPathSwitches, found.switches[next]);
        found.delayPs[next] = found.delayPs[node] + link.delayPs();
        found.psPerByte[next] = found.psPerByte[node] + 8e12 / link.rateBitsPerSec();
        found.hopNs[next] = found.hopNs[node] + payloadBytes * 1_000_000_000L * 8 / link.rateBitsPerSec();
        found.bottleneckBitsPerSec[next] = Math.min(found.bottleneckBitsPerSec[node], link.rateBitsPerSec());
        if (topology.isSwitch(next)) {
          queue[filled++] = next;
        }
      }
    }
    found.bottleneckBitsPerSec[destination] = 0;
    return found;
  }

  private static int other(Topology.Link link, int node) {
    return link.a() == node ? link.b() : link.a();
  }

  /** Reports whether a path leads from one host to another. */
  boolean reaches(int source, int destination) {
    return toHost[destination].bottleneckBitsPerSec[source] > 0;
  }

  /** Base RTT of two hosts: a full packet there and its acknowledgement back, in picoseconds. */
  long rttPs(int source, int destination) {
    ToHost to = toHost[destination];
    if (framing == Framing.REFERENCE) { // counts the payload there, and nothing but propagation back
      return 2 * to.delayPs[source] + to.hopNs[source] * 1000;
    }
    return 2 * to.delayPs[source] + (long) StrictMath.ceil(to.psPerByte[source] * (dataBytes + ackBytes));
  }

  /** Bandwidth-delay product of two hosts, in bytes. */
  long bdpBytes(int source, int destination) {
    long rttPs = rttPs(source, destination);
    long bottleneck = toHost[destination].bottleneckBitsPerSec[source];
    return framing == Framing.REFERENCE
        ? scaled(rttPs / 1000, bottleneck, 1_000_000_000L) / 8
        : (long) (bottleneck * (rttPs / 8e12));
  }

  /** The number of switches on the longest of the shortest paths. */
  int longestPathSwitches() {
    return longestPathSwitches;
  }

  /** The largest base RTT of any two hosts, in picoseconds. */
  long largestRttPs() {
    return largestRttPs;
  }

  /** The largest bandwidth-delay product of any two hosts, in bytes. */
  long largestBdpBytes() {
    return largestBdpBytes;
  }

  private static long scaled(long value, long by, long over) {
    if (value < Long.MAX_VALUE / by) {
      return value * by / over;
    }
    return BigInteger.valueOf(value).multiply(BigInteger.valueOf(by)).divide(BigInteger.valueOf(over)).longValueExact();
  }

  /** Compares the paths of a topology with those of this reading, in every framing. */
  static void assertSamePaths(Topology topology) {
    for (Framing framing : Framing.values()) {
      var telemetry = framing == Framing.REFERENCE ? null : NativeFormat.DEFAULT;
      var paths = new UnloadedPaths(topology, framing, 1000, telemetry);
      var expected = new AllPairsPaths(topology, framing, 1000, telemetry);
      assertThat(paths.longestPathSwitches()).isEqualTo(expected.longestPathSwitches());
      assertThat(paths.largestRttPs()).isEqualTo(expected.largestRttPs());
      assertThat(paths.largestBdpBytes()).isEqualTo(expected.largestBdpBytes());
      var reachability = new Reachability(topology);
      for (int source : topology.hosts()) {
        for (int destination : topology.hosts()) {
          boolean reaches = expected.reaches(source, destination);
          assertThat(reachability.reaches(source, destination)).isEqualTo(reaches);
          assertThat(paths.reaches(source, destination)).isEqualTo(reaches);
          assertThat(paths.rttPs(source, destination)).isEqualTo(expected.rttPs(source, destination));
          if (reaches) {
            assertThat(paths.bdpBytes(source, destination)).isEqualTo(expected.bdpBytes(source, destination));
          }
        }
      }
    }
  }
}
