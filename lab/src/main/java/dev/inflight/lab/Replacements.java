package dev.inflight.lab;

import dev.inflight.cc.Scheme;
import dev.inflight.cc.Signal;
import dev.inflight.net.Framing;
import dev.inflight.sim.Setup;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the command line says in place of a file's own scheme, telemetry and loss recovery. It is put there before anything is checked, so that a file
 * which fits only with them is good.
 *
 * @param scheme as in {@code hpcc(eta=0.9)}, or none
 * @param telemetry as in {@code ioam(hops=4)}, or none; over IPv6 where it needs that
 * @param recovery as in {@code irn(reach=1)}, or none
 */
record Replacements(@Nullable String scheme, @Nullable String telemetry, @Nullable String recovery) {
  /** The file as it is. */
  static final Replacements NONE = new Replacements(null, null, null);

  private static final Place SCHEME = Place.of("--scheme");
  private static final Place TELEMETRY = Place.of("--telemetry");
  private static final Place RECOVERY = Place.of("--recovery");

  /** The scheme that replaces a file's own, or none. */
  @Nullable
  Scheme boundScheme() {
    return scheme == null ? null : SpecBinder.SCHEMES.bind(Spec.parse(scheme, SCHEME), SCHEME);
  }

  /** Puts the replacements into a setup, and returns where the parts of the scenario are then set. */
  Places into(Setup setup, Places places) {
    Map<String, Place> replaced = new HashMap<>(places.byKey());
    Scheme other = boundScheme();
    if (other != null) {
      setup.scheme = other;
      replaced.put("scheme", SCHEME);
      replaced.putIfAbsent("telemetry", SCHEME);
    }
    if (recovery != null) {
      setup.recovery = SpecBinder.RECOVERIES.bind(Spec.parse(recovery, RECOVERY), RECOVERY);
      replaced.put("recovery", RECOVERY);
    }
    if (telemetry != null) {
      setup.telemetry = SpecBinder.TELEMETRY.bind(Spec.parse(telemetry, TELEMETRY), TELEMETRY);
      replaced.put("telemetry", TELEMETRY);
      if (!setup.scheme.signals().contains(Signal.HOPS)) {
        throw TELEMETRY.error("the scheme " + setup.scheme.name() + " hears no telemetry");
      }
      if (setup.telemetry.placement().needsIpv6() && setup.framing == Framing.ROCEV2) {
        setup.framing = Framing.ROCEV2_IPV6;
      }
    }
    return new Places(places.whole(), replaced);
  }
}
