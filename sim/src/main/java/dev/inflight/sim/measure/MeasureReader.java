package dev.inflight.sim.measure;

import dev.inflight.net.host.Sender;
import dev.inflight.net.link.Port;

/** Reads the totals of ports and flows: their counts, plus the additions of a run. */
public interface MeasureReader {
  /** Reads the counts alone. */
  MeasureReader COUNTED = new MeasureReader() {
    @Override
    public long read(PortValue value, Port port, long nowPs) {
      return value.read(port, nowPs);
    }

    @Override
    public MeasuredValues<FlowValue> read(Sender sender) {
      return FlowValue.of(sender);
    }
  };

  /** A value of a port, at a time in picoseconds of the simulated time. */
  long read(PortValue value, Port port, long nowPs);

  /** Reads all values of a flow, now. */
  MeasuredValues<FlowValue> read(Sender sender);

  /** Reads all values of a port, at a time in picoseconds of the simulated time. */
  default MeasuredValues<PortValue> read(Port port, long nowPs) {
    PortValue[] all = PortValue.values();
    long[] numbers = new long[all.length];
    for (int at = 0; at < all.length; at++) {
      numbers[at] = read(all[at], port, nowPs);
    }
    return new MeasuredValues<>(numbers);
  }
}
