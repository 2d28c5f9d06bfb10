package dev.inflight.lab.explain;

import java.util.HashMap;
import java.util.Map;

/**
 * Packets that a port sent in a span of time, the wait of the flow's packets there, and the telemetry that its scheme received about it.
 */
final class PortTraffic {
  /** Bytes of other flows. */
  final Map<Integer, Long> otherBytes = new HashMap<>();
  long ownBytes;
  /** Time in which the port was sending. */
  long busyPs;
  /** Packets of the flow that waited here, or could have. */
  int packets;
  long waitPs;
  long longestWaitPs;
  /** Number of times that the scheme received the load of this port; {@link #utilizationSum} is the sum of these loads. */
  long reports;
  double utilizationSum;
  double mostUtilization;
  /** Number of times that this port's load was the largest. */
  long ruled;

  void add(PortTraffic other) {
    other.otherBytes.forEach((flow, bytes) -> otherBytes.merge(flow, bytes, Long::sum));
    ownBytes += other.ownBytes;
    busyPs += other.busyPs;
    packets += other.packets;
    waitPs += other.waitPs;
    longestWaitPs = Math.max(longestWaitPs, other.longestWaitPs);
    reports += other.reports;
    utilizationSum += other.utilizationSum;
    mostUtilization = Math.max(mostUtilization, other.mostUtilization);
    ruled += other.ruled;
  }

  /** Bytes of all other flows. */
  long otherBytesInAll() {
    return otherBytes.values().stream().mapToLong(Long::longValue).sum();
  }

  /** The part of the bytes that were of other flows. */
  double othersShare() {
    long others = otherBytesInAll();
    return (double) others / Math.max(1, others + ownBytes);
  }
}
