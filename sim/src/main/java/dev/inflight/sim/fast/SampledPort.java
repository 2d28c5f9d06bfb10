package dev.inflight.sim.fast;

import dev.inflight.net.link.Port;

/** Sent bytes of a port on the path of a flow at the times of {@link RateHistory}. */
final class SampledPort {
  final Port port;
  /** Number of flows in progress with data on it. */
  int users;
  private final long[] sent = new long[RateHistory.CAPACITY];

  SampledPort(Port port) {
    this.port = port;
  }

  void sample(int number) {
    sent[number] = port.sentBytes();
  }

  void halve(int samples) {
    for (int at = 0; at < samples / 2; at++) {
      sent[at] = sent[2 * at + 1];
    }
  }

  /** Bytes sent between two samples, over its rate. */
  double use(int from, int to) {
    return (double) (sent[to] - sent[from]) / port.rateBitsPerSec();
  }
}
