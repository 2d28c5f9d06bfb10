package dev.inflight.web;

import dev.inflight.net.link.Port;
import dev.inflight.net.topology.Topology;
import dev.inflight.sim.Simulation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Samples of the waiting and sent bytes at switch ports, at equal distances in time. When there are many samples, every second
 * one is removed and the distance doubles.
 */
final class PortLooks {
  private static final int MOST_LOOKS = 400;
  private static final int MOST_PORTS = 512;
  private static final int SHOWN = 6;
  private static final long FIRST_PERIOD_PS = 500_000;
  private static final double BITS_PER_BYTE = 8;

  private final List<Port> ports = new ArrayList<>();
  private final List<String> names = new ArrayList<>();
  private final long[] times = new long[MOST_LOOKS + 1];
  private final long[][] queues;
  private final long[][] sent;
  private final long[] peaks;
  private int looks;
  private long periodPs = FIRST_PERIOD_PS;

  /** Creates samples with ports from switches to hosts first, because most queues are there. */
  PortLooks(Simulation simulation) {
    Topology topology = simulation.fabric().topology();
    IntStream.range(0, topology.nodeCount()).filter(topology::isSwitch).boxed()
        .flatMap(node -> simulation.fabric().ports(node).stream())
        .sorted(Comparator.comparing(port -> topology.isSwitch(port.peer().node()))).limit(MOST_PORTS).forEach(port -> {
          ports.add(port);
          names.add(topology.name(port.node()) + " to " + topology.name(port.peer().node()));
        });
    queues = new long[ports.size()][MOST_LOOKS + 1];
    sent = new long[ports.size()][MOST_LOOKS + 1];
    peaks = new long[ports.size()];
  }

  /** Time between two samples, in picoseconds. */
  long periodPs() {
    return periodPs;
  }

  void look(long nowPs) {
    if (looks > 0 && nowPs <= times[looks - 1]) {
      return;
    }
    times[looks] = nowPs;
    for (int at = 0; at < ports.size(); at++) {
      queues[at][looks] = ports.get(at).waitingBytes();
      sent[at][looks] = ports.get(at).sentBytes();
      peaks[at] = Math.max(peaks[at], queues[at][looks]);
    }
    looks++;
    if (looks > MOST_LOOKS) {
      leaveOut();
    }
  }

  private void leaveOut() {
    int kept = 0;
    for (int look = 0; look < looks; look += 2) {
      times[kept] = times[look];
      for (int at = 0; at < ports.size(); at++) {
        queues[at][kept] = queues[at][look];
        sent[at][kept] = sent[at][look];
      }
      kept++;
    }
    looks = kept;
    periodPs *= 2;
  }

  /** Ports with the longest queues, or, if none had a queue, those that sent the most. */
  private int[] shown() {
    return IntStream.range(0, ports.size()).boxed()
        .sorted(Comparator.comparingLong((Integer at) -> -peaks[at]).thenComparingLong(at -> -sent[at][Math.max(0, looks - 1)]))
        .limit(SHOWN).mapToInt(Integer::intValue).toArray();
  }

  String[] names() {
    return Arrays.stream(shown()).mapToObj(names::get).toArray(String[]::new);
  }

  double[] micros() {
    return IntStream.range(0, looks).mapToDouble(look -> times[look] / 1e6).toArray();
  }

  double[] queueBytes(int port) {
    long[] bytes = queues[shown()[port]];
    return IntStream.range(0, looks).mapToDouble(look -> bytes[look]).toArray();
  }

  double[] gigabits(int port) {
    long[] bytes = sent[shown()[port]];
    return IntStream.range(0, looks).mapToDouble(
        look -> look == 0 ? 0 : (bytes[look] - bytes[look - 1]) * BITS_PER_BYTE * 1e3 / (times[look] - times[look - 1]))
        .toArray();
  }
}
