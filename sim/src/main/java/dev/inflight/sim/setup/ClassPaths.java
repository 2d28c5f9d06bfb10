package dev.inflight.sim.setup;

import dev.inflight.net.fabric.unloaded.UnloadedPaths;
import dev.inflight.sim.change.run.CableLog;
import dev.inflight.telemetry.LinkRates;
import dev.inflight.telemetry.NetworkFacts;
import dev.inflight.telemetry.TelemetryCodec;
import dev.inflight.telemetry.TelemetryFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Content of the packets of a class of flows, and the network's paths without queues for such packets.
 *
 * @param flows the class
 * @param codec codec of the telemetry, in this network; none if the scheme uses none
 * @param hops records that a packet needs room for
 * @param paths delays and rates of the paths
 */
record ClassPaths(FlowClass flows, @Nullable TelemetryCodec codec, int hops, UnloadedPaths paths) {
  /**
   * Makes those of all classes, by number. Classes with the same telemetry share one codec.
   *
   * @param links the table of rates that endpoints have
   */
  static List<ClassPaths> of(Setup setup, LinkRates links) {
    var all = new ArrayList<ClassPaths>();
    for (FlowClass flows : setup.flowClasses()) {
      all.add(all.stream().filter(before -> Objects.equals(before.flows.carried(), flows.carried())).findFirst()
          .map(before -> new ClassPaths(flows, before.codec, before.hops, before.paths))
          .orElseGet(() -> of(flows, setup, links, all)));
    }
    return all;
  }

  private static ClassPaths of(FlowClass flows, Setup setup, LinkRates links, List<ClassPaths> before) {
    TelemetryFormat asked = flows.carried();
    UnloadedPaths paths = before.isEmpty()
        ? new UnloadedPaths(setup.topology(), setup.framing(), setup.payloadBytes(), asked)
        : before.getFirst().paths.carrying(asked, false, false);
    if (asked == null) {
      return new ClassPaths(flows, null, 0, paths.carrying(null, false, false));
    }
    int reserved = hops(flows, asked, setup, paths);
    TelemetryCodec codec = asked.in(new NetworkFacts(links, paths.largestRttPs(), reserved, setup.scope().ofQueues()));
    return new ClassPaths(flows, codec, hops(flows, codec, setup, paths), paths.carrying(
        setup.telemetryPackets().ridesOnData() ? codec : null, setup.authenticateFeedback(), setup.feedback().countsFlows()));
  }

  /** Room for the longest path, and for detours; a path that no header can hold would be steered blindly, and is refused. */
  private static int hops(FlowClass flows, TelemetryCodec codec, Setup setup, UnloadedPaths paths) {
    int longest = paths.longestPathSwitches();
    if (longest > codec.maxHops()) {
      throw new IllegalArgumentException(
          "scheme " + flows.scheme().name() + " needs telemetry of the whole path: the longest one crosses " + longest
              + " switches, and the " + codec.format().name() + " format holds " + codec.maxHops());
    }
    return CableLog.of(setup.topology(), setup.events()).isEmpty() ? longest : codec.maxHops(); // a detour may be longer
  }
}
