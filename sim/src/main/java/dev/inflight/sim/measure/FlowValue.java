package dev.inflight.sim.measure;

import static dev.inflight.net.measure.MeasureUnit.BITS_PER_SEC;
import static dev.inflight.net.measure.MeasureUnit.BYTES;
import static dev.inflight.net.measure.MeasureUnit.BYTES_OR_NONE;

import dev.inflight.net.host.Sender;
import java.util.function.ToLongFunction;

/** Values of each flow in the series, each declared once, in the order of {@code flow-series.csv}. */
public enum FlowValue implements Valued {
  /** Application bytes acknowledged so far. */
  ACKED_BYTES(Sender::ackedBytes,
      Columns.of(BYTES).overTime("acked_bytes", "acknowledged so far").rate("goodput_bps",
          "bytes acknowledged since the row before, over the time since then")),

  /** The window in force. */
  WINDOW_BYTES(Sender::windowBytes,
      Columns.of(BYTES_OR_NONE).overTime("window_bytes", "the scheme's window; none when it has none")),

  /** The pace in force. */
  PACE(Sender::paceBitsPerSec, Columns.of(BITS_PER_SEC).overTime("pace_bps", "the scheme's rate"));

  private final ToLongFunction<Sender> reading;
  private final Columns columns;

  FlowValue(ToLongFunction<Sender> reading, Columns columns) {
    this.reading = reading;
    this.columns = columns;
  }

  @Override
  public Columns columns() {
    return columns;
  }

  /** Reads all values of a flow, now. */
  public static MeasuredValues<FlowValue> of(Sender sender) {
    FlowValue[] all = values();
    long[] numbers = new long[all.length];
    for (int at = 0; at < all.length; at++) {
      numbers[at] = all[at].reading.applyAsLong(sender);
    }
    return new MeasuredValues<>(numbers);
  }
}
