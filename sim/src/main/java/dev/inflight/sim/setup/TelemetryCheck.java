package dev.inflight.sim.setup;

import dev.inflight.cc.Scheme;
import dev.inflight.net.link.Framing;
import dev.inflight.telemetry.TelemetryFormat;
import dev.inflight.telemetry.format.hpcc.AuthorsFormat;

/** Whether a telemetry format goes with a scheme and a framing. */
public final class TelemetryCheck {
  private TelemetryCheck() {
  }

  /**
   * Checks it.
   *
   * @throws IllegalArgumentException with a sentence that says why it does not
   */
  public static void check(TelemetryFormat format, Scheme scheme, Framing framing) {
    boolean authors = format instanceof AuthorsFormat;
    if (framing == Framing.REFERENCE && !authors) {
      throw new IllegalArgumentException("the reference framing carries the authors format only, not " + format.name());
    }
    if (framing != Framing.REFERENCE && authors) {
      throw new IllegalArgumentException("the authors format goes with the reference framing only");
    }
    if (format.placement().needsIpv6() && framing != Framing.ROCEV2_IPV6) {
      throw new IllegalArgumentException(
          "the " + format.name() + " format stands in an IPv6 header and needs framing rocev2-ipv6");
    }
    if (!format.isMeasurable()) {
      throw new IllegalArgumentException("the " + format.name()
          + " format as configured leaves out something that HPCC measures: node, egress interface, queue or transmitted bytes");
    }
    if (format.bottleneckOnly() && !scheme.takesBottleneckOnly()) {
      throw new IllegalArgumentException("scheme " + scheme.name() + " needs a record of each hop, and the " + format.name()
          + " format brings back one figure of the whole path");
    }
  }
}
