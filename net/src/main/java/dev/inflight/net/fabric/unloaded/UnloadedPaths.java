package dev.inflight.net.fabric.unloaded;

import dev.inflight.net.link.Framing;
import dev.inflight.net.ns3.Ns3Compatibility;
import dev.inflight.net.topology.Topology;
import dev.inflight.telemetry.TelemetryCodec;
import dev.inflight.telemetry.report.Reflection;
import dev.inflight.telemetry.report.ReportMac;
import java.math.BigInteger;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Round-trip times and rates of all pairs of hosts without queueing: T, the bandwidth-delay product, and the completion time of a
 * flow without other traffic. Of several shortest paths, the first one found counts, by the same search as {@code Routes}.
 */
public final class UnloadedPaths {
  private final Framing framing;
  private final Ns3Compatibility profile;
  private final int payloadBytes;
  private final int dataBytes;
  private final int ackBytes;
  private final PathTrees trees;
  private final List<PathLeg> longest;
  private final int longestPathSwitches;
  private long largestRttPs;
  private long largestBdpBytes;

  /**
   * Measures a topology.
   *
   * @param telemetry the header that data packets carry, or none; base RTTs count its size after the longest path
   */
  public UnloadedPaths(Topology topology, Framing framing, int payloadBytes, @Nullable TelemetryCodec telemetry) {
    this.framing = framing;
    profile = Ns3Compatibility.of(framing);
    this.payloadBytes = payloadBytes;
    trees = new PathTrees(topology, payloadBytes);
    var found = new LongestPaths(trees);
    longest = found.legs();
    longestPathSwitches = found.mostSwitches();
    dataBytes = dataBytes(telemetryBytes(telemetry));
    ackBytes = ackBytes(telemetryBytes(telemetry));
    measureLargest();
  }

  /** Makes the same paths with other content of packets, without another search. */
  private UnloadedPaths(UnloadedPaths paths, Framing framing, @Nullable TelemetryCodec telemetry, int behindBytes) {
    this.framing = framing;
    profile = paths.profile;
    payloadBytes = paths.payloadBytes;
    trees = paths.trees;
    longest = paths.longest;
    longestPathSwitches = paths.longestPathSwitches;
    int bytes = telemetryBytes(telemetry);
    dataBytes = dataBytes(bytes);
    ackBytes = ackBytes(bytes + behindBytes);
    measureLargest();
  }

  /**
   * Returns the same paths with the final content of packets: telemetry configured for this network, and the receiver's additions
   * on the return path.
   *
   * @param sealed true if an authentication code follows the returned telemetry
   * @param counted true if a number of flows follows it
   */
  public UnloadedPaths carrying(@Nullable TelemetryCodec telemetry, boolean sealed, boolean counted) {
    int behindBytes = (sealed ? ReportMac.BYTES : 0) + (counted ? Reflection.FLOWS_BYTES : 0);
    return new UnloadedPaths(this, framing, telemetry, telemetry == null ? 0 : behindBytes);
  }

  /** Returns the same paths for packets of another framing, without telemetry; neither is the authors' framing. */
  public UnloadedPaths in(Framing other) {
    return other == framing ? this : new UnloadedPaths(this, other, null, 0);
  }

  private int dataBytes(int telemetry) {
    return framing.dataBytes(payloadBytes, telemetry + framing.markerBytes(telemetry), framing.rethBytes()) + framing.gapBytes();
  }

  private int ackBytes(int telemetry) {
    return framing.ackBytes(telemetry) + framing.markerBytes(telemetry) + framing.gapBytes();
  }

  private int telemetryBytes(@Nullable TelemetryCodec telemetry) {
    return telemetry == null ? 0 : telemetry.sizeBytes(Math.min(longestPathSwitches, telemetry.maxHops()));
  }

  private void measureLargest() {
    for (PathLeg leg : longest) {
      largestRttPs = Math.max(largestRttPs, rttPs(leg));
      largestBdpBytes = Math.max(largestBdpBytes, bdpBytes(leg));
    }
  }

  /** Reports whether a path leads from one host to another. */
  public boolean reaches(int source, int destination) {
    return trees.reaches(source, destination);
  }

  /** Base RTT of two hosts: a full packet there and its acknowledgement back, in picoseconds. */
  public long rttPs(int source, int destination) {
    return rttPs(trees.path(source, destination));
  }

  private long rttPs(PathLeg leg) {
    return 2 * leg.delayPs()
        + (profile.measuresWholeFrames() ? (long) StrictMath.ceil(leg.psPerByte() * (dataBytes + ackBytes)) : leg.hopNs() * 1000);
  }

  /** Bandwidth-delay product of two hosts, in bytes. */
  public long bdpBytes(int source, int destination) {
    return bdpBytes(trees.path(source, destination));
  }

  private long bdpBytes(PathLeg leg) {
    long rttPs = rttPs(leg);
    long bottleneck = leg.bottleneckBitsPerSec();
    return profile.measuresWholeFrames()
        ? (long) (bottleneck * (rttPs / 8e12))
        : scaled(rttPs / 1000, bottleneck, 1_000_000_000L) / 8;
  }

  /** A full data packet's frame, in bytes, with telemetry after the longest path. */
  public int frameBytes() {
    return dataBytes - framing.gapBytes();
  }

  /** Bytes of that frame on a cable: with preamble and gap, if the framing has them. */
  public int wireBytes() {
    return dataBytes;
  }

  /** The number of switches on the longest of the shortest paths. */
  public int longestPathSwitches() {
    return longestPathSwitches;
  }

  /** The largest base RTT of any two hosts, in picoseconds. */
  public long largestRttPs() {
    return largestRttPs;
  }

  /** The largest bandwidth-delay product of any two hosts, in bytes. */
  public long largestBdpBytes() {
    return largestBdpBytes;
  }

  /**
   * Completion time of a flow alone in the network by the authors' formula, in picoseconds: a base RTT, and all its bytes at the
   * slowest cable's rate. With real frame sizes it equals the simulator's result.
   */
  public long idealFctPs(int source, int destination, long sizeBytes) {
    if (!profile.estimatesAloneTime()) {
      throw new IllegalStateException("the authors' formula for " + framing);
    }
    long packets = Math.ceilDiv(sizeBytes, payloadBytes);
    long wireBytes = sizeBytes + packets * framing.dataBytes(0, 0, 0);
    return rttPs(source, destination)
        + scaled(wireBytes, 8_000_000_000L, trees.path(source, destination).bottleneckBitsPerSec()) * 1000;
  }

  private static long scaled(long value, long by, long over) {
    if (value < Long.MAX_VALUE / by) {
      return value * by / over;
    }
    return BigInteger.valueOf(value).multiply(BigInteger.valueOf(by)).divide(BigInteger.valueOf(over)).longValueExact();
  }
}
