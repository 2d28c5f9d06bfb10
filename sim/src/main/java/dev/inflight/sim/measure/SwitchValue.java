package dev.inflight.sim.measure;

import dev.inflight.net.balance.ReorderCounts;
import dev.inflight.net.measure.Measure;
import dev.inflight.net.switching.Switch;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToLongFunction;

/** Values that are counted for each switch, each declared once. Results have the totals of all switches. */
public enum SwitchValue {
  /** Answers that it sent to packets that joined long queues. */
  ANSWERS_SENT(each -> Arrays.stream(each.ports()).mapToLong(port -> port.answersSent()).sum(),
      Measure.count("switchAnswersSent", "feedback packets that switches sent about long queues").behind("creditGrants")),

  /** Packets that it trimmed to their headers, and forwarded or returned. */
  TRIMMED(Switch::trimmed,
      Measure.count("trimmed", "packets that switches trimmed to their headers instead of dropping them").behind("lostPackets")
          .comparedIfAny("trimmed", "packets that switches trimmed to their headers")),

  /** Trimmed packets that it returned to their senders. */
  RETURNED(Switch::returned,
      Measure.count("trimmedReturned", "trimmed packets with headers that switches returned to the senders").behind("trimmed")
          .comparedIfAny("returned", "packets with headers that switches returned to the senders")),

  /** Pause frames that it sent. */
  PAUSES_SENT(Switch::pausesSent,
      Measure.count("pfcPauses", "PFC frames that switches sent to pause a neighbor").behind("unknownQueuePairPackets")
          .comparedInRuns("PFC pauses", "PFC frames that switches sent to pause a neighbor")),

  /** Times that it moved a flow to another path. */
  REROUTES(counted(counts -> counts.reroutes),
      Measure.count("pathReroutes", "times that leaf switches moved a flow to another path (ConWeave)").behind("watchdogStorms")
          .comparedIfAny("path reroutes", "times that leaf switches moved a flow to another path")),

  /** Packets that it held back until those before them arrived. */
  HELD_BACK(counted(counts -> counts.heldPackets),
      Measure.count("heldBackPackets", "packets that leaf switches held back until earlier ones had arrived")),

  /** Number of times that it stopped waiting for packets, which were late or lost. */
  REORDER_TIMEOUTS(counted(counts -> counts.timeouts),
      Measure.count("reorderTimeouts", "times that leaf switches stopped waiting for packets, which were late or lost")),

  /** Packets that it forwarded after later ones. */
  LATE_PACKETS(counted(counts -> counts.latePackets),
      Measure
          .count("latePackets",
              "packets that hosts received behind later ones after such a timeout, or because no queue was free")
          .comparedIfAny("late packets", "packets that leaf switches forwarded behind later ones")),

  /** The most bytes that it held back at once. */
  PEAK_HELD_BACK_BYTES(counted(counts -> counts.peakHeldBytes),
      Measure.bytes("peakHeldBackBytes", "the most that any leaf switch held back at once").most()),

  /** The most queues of one port that held packets back at once. */
  PEAK_REORDER_QUEUES(counted(counts -> counts.peakQueues),
      Measure.count("peakReorderQueues", "the most queues that held packets back at one port at once").most()),

  /** The most bytes that it held at once. */
  PEAK_BUFFER_BYTES(Switch::peakHeldBytes,
      Measure.bytes("peakBufferBytes", "the most that any switch held in its buffer at once").most().behind("pfcPauseSeconds"));

  private final ToLongFunction<Switch> reading;
  private final Measure total;

  SwitchValue(ToLongFunction<Switch> reading, Measure total) {
    this.reading = reading;
    this.total = total;
  }

  private static ToLongFunction<Switch> counted(ToLongFunction<ReorderCounts> count) {
    return each -> {
      ReorderCounts counts = each.balancer().reorderCounts();
      return counts == null ? 0 : count.applyAsLong(counts);
    };
  }

  /** Measure of the total over all switches. */
  public Measure total() {
    return total;
  }

  /** The totals over several switches. */
  public static MeasuredValues<SwitchValue> total(List<Switch> switches) {
    SwitchValue[] all = values();
    long[] numbers = new long[all.length];
    for (SwitchValue value : all) {
      numbers[value.ordinal()] = value.total.adding().of(switches.stream().mapToLong(value.reading));
    }
    return new MeasuredValues<>(numbers);
  }
}
