package dev.inflight.sim.ranks;

import dev.inflight.sim.measure.MeasuredValues;
import dev.inflight.sim.measure.PortValue;
import dev.inflight.sim.record.PortName;
import dev.inflight.sim.record.PortTotals;
import java.nio.LongBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Results of ports, as bytes from one process to another. */
public final class PortTotalsForm {
  private PortTotalsForm() {
  }

  /** The bytes for some ports. */
  public static byte[] write(List<PortTotals> all) {
    var out = new LongList();
    for (PortTotals totals : all) {
      PortName port = totals.port();
      out.addAll(port.index(), port.node(), port.number(), port.peerNode(), port.peerNumber(), port.rateBitsPerSec());
      out.addAll(totals.counts().numbers());
      out.addAll(totals.longestQueueBytes(), totals.queueBins().length);
      out.addAll(totals.queueBins());
    }
    return out.take();
  }

  /** Reads all processes' ports, in order of their numbers. */
  public static List<PortTotals> read(byte[][] all) {
    var ports = new ArrayList<PortTotals>();
    for (byte[] some : all) {
      LongBuffer from = LongList.of(some);
      while (from.hasRemaining()) {
        ports.add(read(from));
      }
    }
    ports.sort(Comparator.comparingInt(totals -> totals.port().index()));
    return ports;
  }

  private static PortTotals read(LongBuffer from) {
    var port = new PortName((int) from.get(), (int) from.get(), (int) from.get(), (int) from.get(), (int) from.get(), from.get());
    long[] counts = new long[PortValue.values().length];
    from.get(counts);
    long longestQueueBytes = from.get();
    long[] queueBins = new long[(int) from.get()];
    from.get(queueBins);
    return new PortTotals(port, new MeasuredValues<>(counts), longestQueueBytes, queueBins);
  }
}
