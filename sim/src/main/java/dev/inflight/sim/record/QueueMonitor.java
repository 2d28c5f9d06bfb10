package dev.inflight.sim.record;

import dev.inflight.net.fabric.Fabric;
import dev.inflight.net.fabric.Part;
import dev.inflight.net.switching.LongQueues;
import dev.inflight.net.switching.Switch;
import dev.inflight.net.switching.SwitchPort;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Histograms of all switch ports' queue lengths, sampled at equal times. Only ports with at least a bin's width of bytes are
 * examined; all other samples are in the first bin.
 */
public final class QueueMonitor {
  private final LongQueues[] watched;
  private final List<SwitchPort> ports;
  private final PortNames names;
  private final long[][] counts;
  private long samples;
  /** One of the monitors, if parts are sampled separately. */
  private @Nullable QueueMonitor first;
  /** Histogram of every port without a count; in a large fabric most are idle. */
  private long[] idle = {0};

  public QueueMonitor(Fabric fabric, PortNames names) {
    this.names = names;
    watched = fabric.parts().stream().map(Part::watch).toArray(LongQueues[]::new);
    ports = fabric.switches().stream().map(Switch::ports).flatMap(Arrays::stream).toList();
    int largest = ports.stream().mapToInt(SwitchPort::index).max().orElse(-1);
    counts = new long[largest + 1][];
  }

  private QueueMonitor(QueueMonitor whole, LongQueues watch) {
    watched = new LongQueues[] {watch};
    ports = whole.ports;
    names = whole.names;
    counts = whole.counts;
  }

  /** Returns a monitor for each part's queues, which counts into the histograms of this one. Each part takes all samples. */
  List<QueueMonitor> parts() {
    List<QueueMonitor> parts = Arrays.stream(watched).map(watch -> new QueueMonitor(this, watch)).toList();
    first = parts.getFirst();
    return parts;
  }

  void sample() {
    samples++;
    for (LongQueues watch : watched) {
      sample(watch);
    }
  }

  private void sample(LongQueues watch) {
    for (int position = watch.count() - 1; position >= 0; position--) {
      SwitchPort port = watch.port(position);
      int bin = (int) (port.bufferedBytes() / QueueHistogram.BIN_BYTES);
      if (bin > 0) {
        count(port.index(), bin, 1);
      } else if (port.waitingBytes() < LongQueues.WATCH_BYTES) {
        watch.drop(position);
      }
    }
  }

  /**
   * Counts more samples like the last one, because nothing has happened since.
   *
   * @param times number of repetitions; negative: this many of them do not count
   */
  void repeat(long times) {
    samples += times;
    for (LongQueues watch : watched) {
      repeat(watch, times);
    }
  }

  private void repeat(LongQueues watch, long times) {
    for (int position = 0; position < watch.count(); position++) {
      SwitchPort port = watch.port(position);
      int bin = (int) (port.bufferedBytes() / QueueHistogram.BIN_BYTES);
      if (bin > 0) {
        count(port.index(), bin, times);
      }
    }
  }

  /** Adds samples equal to the recent ones. */
  void credit(long number) {
    repeat(number);
  }

  /** Adds samples that were not taken because all queues were known to be empty. */
  void addIdle(long number) {
    samples += number;
  }

  private void count(int port, int bin, long times) {
    long[] bins = counts[port];
    if (bins == null || bins.length <= bin) {
      bins = bins == null ? new long[Math.max(16, bin + 1)] : Arrays.copyOf(bins, Math.max(2 * bins.length, bin + 1));
      counts[port] = bins;
    }
    bins[bin] += times;
  }

  /** Samples taken of each port. */
  public long samples() {
    return samples + (first == null ? 0 : first.samples);
  }

  /** The switch ports, node by node. */
  public List<SwitchPort> ports() {
    return ports;
  }

  /** Histograms of all switch ports so far, node by node. */
  public List<QueueHistogram> histograms() {
    return ports.stream().map(port -> new QueueHistogram(names.of(port), histogram((SwitchPort) names.representative(port))))
        .toList();
  }

  /** Samples of a port by bin, up to the last bin that has any, at least one bin; not to be changed. */
  public long[] histogram(SwitchPort port) {
    long[] bins = counts[port.index()];
    if (bins == null) {
      if (idle[0] != samples()) {
        idle = new long[] {samples()};
      }
      return idle;
    }
    int used = bins.length;
    while (used > 1 && bins[used - 1] == 0) {
      used--;
    }
    long[] histogram = Arrays.copyOf(bins, used);
    histogram[0] = samples() - Arrays.stream(bins).sum();
    return histogram;
  }
}
