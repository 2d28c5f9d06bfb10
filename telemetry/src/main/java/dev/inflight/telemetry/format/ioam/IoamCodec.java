package dev.inflight.telemetry.format.ioam;

import dev.inflight.telemetry.LinkRates;
import dev.inflight.telemetry.NetworkCodec;
import dev.inflight.telemetry.NetworkFacts;

/** Codec of an IOAM format with the rates of its network's links and the number of hops that may write. */
abstract class IoamCodec<F extends IoamSettings> extends NetworkCodec<F> {
  final LinkRates links;
  final int hops;
  final long emptyTrace;

  IoamCodec(F format, NetworkFacts network) {
    super(format);
    links = network.links();
    hops = format.hops() > 0 ? format.hops() : Math.min(network.hops(), format.maxHops());
    emptyTrace = format.emptyTrace(hops);
  }

  @Override
  public final int maxHops() {
    return hops;
  }
}
