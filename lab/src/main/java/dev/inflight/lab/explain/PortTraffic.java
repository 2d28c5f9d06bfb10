package dev.inflight.lab.explain;

import java.util.HashMap;
import java.util.Map;

/** What left a port in a span of time, how long the flow's packets waited there, and what its scheme received about it. */
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
  /** How often the scheme received the load of this port, and sums of these loads. */
  long reports;
  double utilizationSum;
  double mostUtilization;
  /** How often this port's load was the largest. */
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
