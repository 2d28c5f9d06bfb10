package dev.inflight.net.fabric;

import dev.inflight.net.fabric.unloaded.UnloadedPaths;
import dev.inflight.net.link.Flow;
import dev.inflight.net.link.Framing;
import dev.inflight.net.rdma.Message;
import java.util.Arrays;

/**
 * Completion time of a flow over one path and one return path without other traffic. A port forwards each packet after it has
 * arrived whole and the previous packet has left, with headers, preambles and gaps, without telemetry. The time equals the
 * fabric's to the picosecond if nothing delays the flow's sender.
 *
 * <p>The authors' framing uses the authors' formula: {@link UnloadedPaths#idealFctPs}.
 */
final class SinglePathFct {
  private final Fabric fabric;
  private final Framing framing;
  private final int payloadBytes;
  private final boolean eachPacketIsAcknowledged;

  /**
   * Times over a fabric.
   *
   * @param payloadBytes payload of a full packet
   * @param eachPacketIsAcknowledged acknowledgements wait for each other on a slow path back; otherwise the last one waits for
   *     none
   */
  SinglePathFct(Fabric fabric, Framing framing, int payloadBytes, boolean eachPacketIsAcknowledged) {
    this.fabric = fabric;
    this.framing = framing;
    this.payloadBytes = payloadBytes;
    this.eachPacketIsAcknowledged = eachPacketIsAcknowledged;
  }

  /**
   * Time until the sender of a WRITE or a flow has the acknowledgement of its last byte, in picoseconds.
   *
   * @param forward the numbers of the ports that its data passes; at least one
   * @param reverse ports on the acknowledgements' path
   * @param sizeBytes above 0
   */
  long writePs(int[] forward, int[] reverse, long sizeBytes) {
    var line = new Line(fabric, forward, reverse, framing.ackBytes(0), eachPacketIsAcknowledged);
    long messageBytes = messageBytes(sizeBytes, payloadBytes);
    long before = (sizeBytes - 1) / messageBytes;
    equalMessages(line, before, messageBytes);
    message(line, sizeBytes - before * messageBytes, framing.rethBytes(), 0, true);
    return line.endPs();
  }

  /** The size of each message of a WRITE but the last, in bytes. */
  static long messageBytes(long sizeBytes, int payloadBytes) {
    return sizeBytes > Message.MOST_BYTES ? Flow.messageBytes(payloadBytes) : sizeBytes;
  }

  /**
   * Adds messages of one size, except the last. The loop ends early when two in a row have postponed every port by as much as the
   * previous message, and later ports by no less than earlier ones: the others then do the same, because the port that each port
   * waits for no longer changes.
   */
  private void equalMessages(Line line, long count, long messageBytes) {
    long[] usual = {};
    for (long sent = 0; sent < count; sent++) {
      long[] beforePs = line.leftPs.clone();
      message(line, messageBytes, framing.rethBytes(), 0, false);
      long[] laterPs = new long[beforePs.length];
      Arrays.setAll(laterPs, hop -> line.leftPs[hop] - beforePs[hop]);
      if (sent > 0 && Arrays.equals(laterPs, usual) && isRising(laterPs)) {
        line.postpone(laterPs, count - 1 - sent);
        return;
      }
      usual = laterPs;
    }
  }

  private static boolean isRising(long[] values) {
    for (int at = 1; at < values.length; at++) {
      if (values[at] < values[at - 1]) {
        return false;
      }
    }
    return true;
  }

  /** Time until a request for a READ has arrived over a path, in picoseconds. */
  long requestPs(int[] path) {
    var line = new Line(fabric, path);
    line.pass(framing.dataBytes(Message.READ_REQUEST_BYTES, 0, 0), 1, true);
    return line.endPs();
  }

  /**
   * Time from a request's arrival until the requesting host has all bytes, in picoseconds.
   *
   * @param path the numbers of the ports that the bytes pass
   * @param sizeBytes 1 to 2^31
   */
  long responsePs(int[] path, long sizeBytes) {
    var line = new Line(fabric, path);
    line.pass(framing.ackBytes(0), 1, true); // of the request
    message(line, sizeBytes, framing.aethBytes(), framing.aethBytes(), true);
    return line.endPs();
  }

  private void message(Line line, long sizeBytes, int firstHasBytes, int lastHasBytes, boolean ends) {
    long packets = Math.ceilDiv(sizeBytes, payloadBytes);
    int lastPayload = (int) (sizeBytes - (packets - 1) * payloadBytes);
    if (packets == 1) {
      line.pass(framing.dataBytes(lastPayload, 0, Math.max(firstHasBytes, lastHasBytes)), 1, ends);
      return;
    }
    line.pass(framing.dataBytes(payloadBytes, 0, firstHasBytes), 1, false);
    if (packets > 2) {
      line.pass(framing.dataBytes(payloadBytes, 0, 0), packets - 2, false);
    }
    line.pass(framing.dataBytes(lastPayload, 0, lastHasBytes), 1, ends);
  }

  /** Ports in a row, with the departure time of the last packet from each. */
  private static final class Line {
    private static final long NOT_YET = -1;
    /** Limit of distinguished times, which keeps their sums in range; no run lasts as long. */
    private static final long LONGEST_PS = Long.MAX_VALUE / 4;

    private final Fabric fabric;
    private final int[] ports;
    private final int dataHops;
    private final int ackBytes;
    private final boolean eachPacketIsAcknowledged;
    private final long[] leftPs;
    private final long[] transmitPs;

    Line(Fabric fabric, int[] path) {
      this(fabric, path, new int[0], 0, false);
    }

    Line(Fabric fabric, int[] dataPath, int[] ackPath, int ackBytes, boolean eachPacketIsAcknowledged) {
      this.fabric = fabric;
      dataHops = dataPath.length;
      ports = Arrays.copyOf(dataPath, dataHops + ackPath.length);
      System.arraycopy(ackPath, 0, ports, dataHops, ackPath.length);
      this.ackBytes = ackBytes;
      this.eachPacketIsAcknowledged = eachPacketIsAcknowledged;
      leftPs = new long[ports.length];
      Arrays.fill(leftPs, NOT_YET);
      leftPs[0] = 0; // all packets are present from the start
      transmitPs = new long[ports.length];
    }

    /** Sends packets of one size after earlier ones. */
    void pass(int frameBytes, long packets, boolean last) {
      for (int hop = 0; hop < ports.length; hop++) {
        boolean data = hop < dataHops;
        transmitPs[hop] = data || last || eachPacketIsAcknowledged
            ? fabric.transmitPs(ports[hop], data ? frameBytes : ackBytes)
            : 0;
      }
      for (int hop = ports.length - 1; hop >= 0; hop--) {
        leftPs[hop] = leavesPs(hop, packets);
      }
    }

    /**
     * Time at which the last of several equal packets leaves a port, in picoseconds. It waits continuously for earlier packets at
     * one port and for the slowest port from there on; the longest such wait determines this port.
     */
    private long leavesPs(int hop, long packets) {
      long latestPs = 0;
      long underWayPs = 0;
      long slowestPs = 0;
      for (int from = hop; from >= 0; from--) {
        underWayPs += transmitPs[from] + (from < hop ? delayPs(from) : 0);
        slowestPs = Math.max(slowestPs, transmitPs[from]);
        if (leftPs[from] != NOT_YET) {
          latestPs = Math.max(latestPs, leftPs[from] + underWayPs + othersPs(packets - 1, slowestPs));
        }
      }
      return Math.min(latestPs, LONGEST_PS);
    }

    /** Postpones the last packet's departure from each port by a multiple of an amount. */
    void postpone(long[] byPs, long times) {
      for (int hop = 0; hop < leftPs.length; hop++) {
        leftPs[hop] = Math.min(LONGEST_PS, leftPs[hop] + othersPs(times, byPs[hop]));
      }
    }

    private static long othersPs(long packets, long eachPs) {
      return eachPs != 0 && packets > LONGEST_PS / eachPs ? LONGEST_PS : packets * eachPs;
    }

    /** Time of the last packet's arrival, in picoseconds. */
    long endPs() {
      return leftPs[ports.length - 1] + delayPs(ports.length - 1);
    }

    private long delayPs(int hop) {
      return fabric.cabling().link(ports[hop]).delayPs();
    }
  }
}
