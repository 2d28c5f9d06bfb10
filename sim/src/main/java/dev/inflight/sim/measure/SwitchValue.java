package dev.inflight.sim.measure;

import dev.inflight.net.measure.Measure;
import dev.inflight.net.switching.Switch;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToLongFunction;

/** What is counted of each switch: the one declaration of each value. Results have the totals of all switches. */
public enum SwitchValue {
  /** Answers that it sent to packets that joined long queues. */
  ANSWERS_SENT(each -> Arrays.stream(each.ports()).mapToLong(port -> port.answersSent()).sum(),
      Measure.count("switchAnswersSent", "answers that switches sent to packets that joined long queues").behind("creditGrants")),

  /** Packets that it cut behind their headers and sent on. */
  TRIMMED(Switch::trimmed,
      Measure.count("trimmed", "packets that switches cut behind their headers in place of dropping them").behind("lostPackets")
          .comparedIfAny("trimmed", "packets that switches cut behind their headers")),

  /** Pause frames that it sent. */
  PAUSES_SENT(Switch::pausesSent,
      Measure.count("pfcPauses", "PFC frames that switches sent to pause a neighbour").behind("unknownQueuePairPackets")
          .comparedInRuns("PFC pauses", "PFC frames that switches sent to pause a neighbour")),

  /** The most bytes that it held at once. */
  PEAK_BUFFER_BYTES(Switch::peakHeldBytes,
      Measure.bytes("peakBufferBytes", "the most that any switch held in its buffer at once").most().behind("pfcPauseSeconds"));

  private final ToLongFunction<Switch> reading;
  private final Measure total;

  SwitchValue(ToLongFunction<Switch> reading, Measure total) {
    this.reading = reading;
    this.total = total;
  }

  /** What is known of all switches' values together. */
  public Measure total() {
    return total;
  }

  /** The values of several switches together. */
  public static MeasuredValues<SwitchValue> total(List<Switch> switches) {
    SwitchValue[] all = values();
    long[] numbers = new long[all.length];
    for (SwitchValue value : all) {
      numbers[value.ordinal()] = value.total.adding().of(switches.stream().mapToLong(value.reading));
    }
    return new MeasuredValues<>(numbers);
  }
}
