package dev.inflight.net.host;

import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.Feedback;
import dev.inflight.cc.PathFacts;
import dev.inflight.net.host.cnp.CnpRules;
import dev.inflight.net.link.Flow;
import dev.inflight.net.link.FlowEnd;
import dev.inflight.net.link.Packet;
import dev.inflight.net.link.PacketPool;
import dev.inflight.net.route.Paths;
import dev.inflight.net.validation.ReportRhythm;
import dev.inflight.telemetry.report.LinkReport;
import org.jspecify.annotations.Nullable;

/**
 * State that all hosts of one part of a simulation share: rules, routes, packets, observers and counters. It belongs to one loop,
 * and so to one thread; counters of parallel parts are summed at the end. With several classes of flows, each class has a context
 * with its own rules, which shares all else.
 */
public final class HostContext {
  // Fields, because each packet reads them. Flows keep only two references, to this context and to the rules, to stay small.
  final TransportRules rules;
  final Paths routes;
  final PacketPool pool;
  final Observer observer;
  /** Filled for each acknowledgement; congestion controls do not keep it. */
  final Feedback feedback;
  /** Reads reports of one link; null unless receivers choose a link. */
  final @Nullable LinkReport linkReport;
  private final HostCounters counters;

  /**
   * Makes the shared state of hosts.
   *
   * @param config rules by which they send and receive
   * @param routes the routes of the fabric that they are in
   * @param pool pool of packets, for taking and returning them
   * @param observer receives events
   */
  public HostContext(HostConfig config, Paths routes, PacketPool pool, Observer observer) {
    this(config, routes, pool, observer, new HostCounters());
  }

  private HostContext(HostConfig config, Paths routes, PacketPool pool, Observer observer, HostCounters counters) {
    rules = new TransportRules(config);
    this.routes = routes;
    this.pool = pool;
    this.observer = observer;
    this.counters = counters;
    feedback = new Feedback(); // each class has its own: without telemetry its hops stay none
    linkReport = rules.choosesLink() ? new LinkReport() : null;
  }

  /** Returns a context with rules for another class of flows, which shares all else. */
  public HostContext with(HostConfig otherConfig) {
    return new HostContext(otherConfig, routes, pool, observer, counters);
  }

  /** Returns a new flow's congestion control, with feedback validation if the rules have it. */
  CongestionControl guarded(CongestionControl control, PathFacts path) {
    HostConfig.InBand inBand = rules.config.inBand();
    HostConfig.Acks acks = rules.acks;
    return rules.format == null
        ? control
        : inBand.trust().guard(control, path, ReportRhythm.of(inBand.carrier(), inBand.back(), path.baseRttPs(),
            acks.everyPackets(), acks.delayPs(), path.payloadBytes()), counters);
  }

  /** A packet that carries the receiver's decision to a flow's sender. */
  Packet window(Flow flow, long message, long bytes, long nowPs) {
    counters.windowsSent++;
    Packet window = pool.take();
    window.becomeWindow(flow, message, bytes, nowPs);
    return window;
  }

  /** A congestion notification packet for a marked packet, ready to leave; null if no route leads back. */
  @Nullable
  Packet cnp(Packet marked, CnpRules by, FlowEnd receiver, Flow flow) {
    if (!routes.refreshReverse(receiver, flow)) {
      return null;
    }
    Packet cnp = pool.take();
    cnp.becomeCnp(flow, rules.framing.cnpBytes(), marked.timePs);
    cnp.priority = (byte) by.priority();
    cnp.at = marked.at;
    return leadsBack(cnp, receiver, flow) ? cnp : null;
  }

  /** Sets the priority and the path of a packet from a receiver; false without a path. */
  boolean leadsBack(Packet packet, FlowEnd receiver, Flow flow) {
    packet.priority = rules.answerPriority(packet, flow);
    if (!routes.refreshReverse(receiver, flow, packet.entropy)) {
      return false;
    }
    packet.path = receiver.path;
    packet.routeEpoch = receiver.routeEpoch;
    packet.hop = 0;
    return true;
  }

  /** Counts an arriving data packet, and drops its header if the header returns nothing. */
  void dataTaken(Packet data) {
    counters.dataTaken(data, rules);
    if (rules.isToDrop(data)) {
      data.telemetryBytes = 0;
    }
  }

  /** Counters of the hosts. */
  public HostCounters counters() {
    return counters;
  }
}
