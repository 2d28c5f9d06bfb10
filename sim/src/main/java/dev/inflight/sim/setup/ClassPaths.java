package dev.inflight.sim.setup;

import dev.inflight.cc.CreditGrants;
import dev.inflight.cc.Scheme;
import dev.inflight.net.credit.CreditRules;
import dev.inflight.net.fabric.unloaded.UnloadedPaths;
import dev.inflight.net.feedback.PromptAcks;
import dev.inflight.net.host.HostConfig;
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
 * @param setup the setup as its flows have it
 * @param codec codec of the telemetry in this network; none if the scheme uses none
 * @param hops number of hop records for which a packet needs room
 * @param paths delays and rates of the paths
 */
record ClassPaths(FlowClass flows, Setup setup, @Nullable TelemetryCodec codec, int hops, UnloadedPaths paths) {
  /**
   * Makes the paths of all classes, by number. Classes with the same telemetry share one codec, because switches have one writer
   * for it.
   *
   * @param links the table of rates that endpoints have
   */
  static List<ClassPaths> of(Setup setup, LinkRates links) {
    var all = new ArrayList<ClassPaths>();
    for (FlowClass flows : setup.flowClasses()) {
      all.add(of(flows, flows.in(setup), links, all));
    }
    return all;
  }

  private static ClassPaths of(FlowClass flows, Setup setup, LinkRates links, List<ClassPaths> before) {
    TelemetryFormat asked = flows.carried();
    ClassPaths alike = before.stream().filter(one -> Objects.equals(one.flows.carried(), asked)).findFirst().orElse(null);
    if (alike != null && alike.setup == setup) {
      return new ClassPaths(flows, setup, alike.codec, alike.hops, alike.paths);
    }
    UnloadedPaths paths = before.isEmpty()
        ? new UnloadedPaths(setup.topology(), setup.framing(), setup.payloadBytes(), asked)
        : before.getFirst().paths.in(setup.framing()).carrying(asked, false, false);
    if (asked == null) {
      return new ClassPaths(flows, setup, null, 0, paths.carrying(null, false, false));
    }
    TelemetryCodec shared = alike == null ? null : alike.codec;
    TelemetryCodec codec = shared != null
        ? shared
        : asked.in(new NetworkFacts(links, paths.largestRttPs(), hops(flows, asked, setup, paths), setup.scope().ofQueues()));
    return new ClassPaths(flows, setup, codec, hops(flows, codec, setup, paths), paths.carrying(
        setup.telemetryPackets().ridesOnData() ? codec : null, setup.authenticateFeedback(), setup.feedback().countsFlows()));
  }

  /** Rules for the size of packets. */
  HostConfig.Packets packets() {
    return new HostConfig.Packets(setup.framing(), setup.clock(), setup.payloadBytes());
  }

  /**
   * Rules for receivers' acknowledgements and other responses.
   *
   * @param prompt rule for immediate acknowledgements by telemetry; null without one
   */
  HostConfig.Acks acks(@Nullable PromptAcks prompt) {
    Scheme scheme = flows.scheme();
    CreditGrants grants = scheme.credits();
    return new HostConfig.Acks(setup.packetsPerAck(), setup.recovery().ackDelayPs(setup.ackDelayPs()), setup.acksIgnorePause(),
        scheme.markEcho(), scheme.cnpIntervalPs() > 0 ? setup.cnp().of(scheme.cnpIntervalPs()) : null,
        grants == null ? null : CreditRules.of(grants, setup.framing(), setup.clock(), setup.payloadBytes()),
        Priorities.answersGoAhead(setup), prompt);
  }

  /** Room for the longest path, and for detours. A path that no header can hold is refused: telemetry would lack hops. */
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
