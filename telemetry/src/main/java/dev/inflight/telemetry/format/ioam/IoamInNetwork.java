package dev.inflight.telemetry.format.ioam;

import dev.inflight.telemetry.LinkRates;
import dev.inflight.telemetry.NetworkFacts;
import dev.inflight.telemetry.TelemetryFormat;
import dev.inflight.telemetry.util.DomainFormat;

/** An IOAM format that knows its network's links and how many hops to reserve room for. */
abstract class IoamInNetwork extends DomainFormat<TelemetryFormat> {
  final LinkRates links;
  final int hops;

  /**
   * The format in a network.
   *
   * @param configuredHops what the format itself says of the number of hops, 0 for nothing
   */
  IoamInNetwork(TelemetryFormat format, NetworkFacts domain, int configuredHops) {
    super(format);
    links = domain.links();
    hops = configuredHops > 0 ? configuredHops : Math.min(domain.hops(), format.maxHops());
  }

  @Override
  public int maxHops() {
    return hops;
  }
}
