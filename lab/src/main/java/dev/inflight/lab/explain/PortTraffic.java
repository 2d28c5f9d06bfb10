package dev.inflight.lab.explain;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Packets that a port sent in a span of time, the waits of the flow's packets there, and the telemetry that its scheme received.
 */
final class PortTraffic {
  /** Bytes of other flows. */
  final Map<Integer, Long> otherBytes = new HashMap<>();
  /** Other flows with data among these bytes; the rest sent only ACKs and other control packets. */
  final Set<Integer> othersWithData = new HashSet<>();
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
    othersWithData.addAll(other.othersWithData);
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

  /** Returns a remark if another flow sent no data here, only ACKs and control packets; otherwise an empty text. */
  String remark(int flow) {
    return othersWithData.contains(flow) ? "" : " (only its ACKs and control packets)";
  }

  /** Bytes of all other flows. */
  long otherBytesInAll() {
    return otherBytes.values().stream().mapToLong(Long::longValue).sum();
  }

  /** Share of the bytes that other flows sent. */
  double othersShare() {
    long others = otherBytesInAll();
    return (double) others / Math.max(1, others + ownBytes);
  }
}
