package dev.inflight.sim.measure;

import static dev.inflight.net.measure.MeasureUnit.BYTES;
import static dev.inflight.net.measure.MeasureUnit.COUNT;
import static dev.inflight.net.measure.MeasureUnit.PICOSECONDS;
import static dev.inflight.net.measure.MeasureUnit.SHARE_OF_BULK_TIME;
import static dev.inflight.net.measure.MeasureUnit.SHARE_OF_TIME;

import dev.inflight.net.link.Port;
import dev.inflight.net.measure.Measure;
import dev.inflight.net.switching.SwitchPort;
import java.util.List;

/**
 * Values that are counted for each port, each declared once. {@code ports.csv}, {@code port-series.csv}, totals, comparisons,
 * their documentation and the messages between processes follow from it, in the order of these constants.
 */
public enum PortValue implements Valued {
  /** Bytes in the queue, without the frame that is being sent. */
  WAITING_BYTES((port, nowPs) -> port.waitingBytes(),
      Columns.of(BYTES).overTime("waiting_bytes", "queue behind the frame that is being sent"), Measure.internal()),

  /** Bytes of frames that it has started to send. */
  SENT_BYTES((port, nowPs) -> port.sentBytes(),
      Columns.of(BYTES)
          .atEnd("sent_bytes", "frames of all kinds that it began to send in the simulated time, without preambles and gaps")
          .overTime("sent_bytes", "frames so far, counted at their start")
          .rate("throughput_bps", "bytes sent since the row before, over the time since then"),
      Measure.internal()),

  /** Number of those frames. */
  SENT_FRAMES((port, nowPs) -> port.sentFrames(), Columns.of(COUNT).atEnd("sent_frames", "number of these frames"),
      Measure.internal()),

  /** Time that it was sending, preambles and gaps included, without the part of a frame that is still to be sent. */
  SENDING((port, nowPs) -> Math.max(0, port.sendingPs() - Math.max(0, port.busyUntilPs() - nowPs)),
      Columns.of(SHARE_OF_TIME).atEnd("utilization",
          "share of the simulated time in which the port was sending those frames, preambles and gaps"),
      Measure.internal()),

  /** The part of that time in the bulk time, which ends with 95 % of the delivered bytes. Known at the end; 0 before. */
  SENDING_IN_BULK((port, nowPs) -> 0,
      Columns.of(SHARE_OF_BULK_TIME).atEnd("bulk_utilization", "the same over the bulk time, bulkSeconds in summary.json"),
      Measure.internal()),

  /** Pause frames that arrived. */
  PAUSES_RECEIVED((port, nowPs) -> port.pausesReceived(), Columns.of(COUNT).atEnd("pauses_received", "PFC frames that paused it"),
      Measure.internal()),

  /** Time that its priorities spent paused, added up. */
  PAUSED((port, nowPs) -> port.pausedPs(nowPs),
      Columns.of(PICOSECONDS).atEnd("paused_ns", "time that its priorities spent paused, added up"),
      Measure.time("pfcPauseSeconds", "time that ports' priorities spent paused up to the end of the simulated time, added up")
          .behind("pfcPauses").compared("paused", "time that ports' priorities spent paused, added up")),

  /** Packets that it marked; 0 for a NIC's. */
  ECN_MARKS((port, nowPs) -> port instanceof SwitchPort marking ? marking.marks() : 0,
      Columns.of(COUNT).atEnd("ecn_marks", "packets that it marked").overTime("ecn_marks", "packets that it marked so far"),
      Measure.count("ecnMarks", "packets marked up to the end of the simulated time").behind("peakBufferBytes")
          .compared("ECN marks", "packets marked")),

  /** Queues paused without end that the port's watchdog found; 0 for a NIC's. */
  WATCHDOG_STORMS((port, nowPs) -> port instanceof SwitchPort watched ? watched.storms() : 0,
      Columns.of(COUNT).atEnd("watchdog_storms", "times that its PFC watchdog found a queue paused without end"),
      Measure.count("watchdogStorms", "times that PFC watchdogs found a queue paused without end").behind("pfcPauseSeconds")
          .comparedIfAny("watchdog storms", "times that PFC watchdogs found a queue paused without end")),

  /** Packets that its watchdog dropped; 0 for a NIC's. */
  WATCHDOG_DROPS((port, nowPs) -> port instanceof SwitchPort watched ? watched.watchdogDrops() : 0,
      Columns.of(COUNT).atEnd("watchdog_drops", "packets that its PFC watchdog dropped"), Measure.internal());

  /** Reads a value of a port. */
  private interface Reading {
    long of(Port port, long nowPs);
  }

  private final Reading reading;
  private final Columns columns;
  private final Measure total;

  PortValue(Reading reading, Columns columns, Measure total) {
    this.reading = reading;
    this.columns = columns;
    this.total = total;
  }

  @Override
  public Columns columns() {
    return columns;
  }

  /** Measure of the total over all ports. */
  public Measure total() {
    return total;
  }

  /** Reads this value of a port, at a time in picoseconds. */
  public long read(Port port, long nowPs) {
    return reading.of(port, nowPs);
  }

  /** Reads all values of a port, at a time in picoseconds. */
  public static MeasuredValues<PortValue> of(Port port, long nowPs) {
    PortValue[] all = values();
    long[] numbers = new long[all.length];
    for (int at = 0; at < all.length; at++) {
      numbers[at] = all[at].reading.of(port, nowPs);
    }
    return new MeasuredValues<>(numbers);
  }

  /** The totals over several ports. */
  public static MeasuredValues<PortValue> total(List<MeasuredValues<PortValue>> ports) {
    PortValue[] all = values();
    long[] numbers = new long[all.length];
    for (PortValue value : all) {
      numbers[value.ordinal()] = value.total.adding().of(ports.stream().mapToLong(port -> port.of(value)));
    }
    return new MeasuredValues<>(numbers);
  }
}
