package dev.inflight.net.fabric;

import dev.inflight.net.switchfeedback.DirectFeedback;
import dev.inflight.net.switchfeedback.FastCnp;
import dev.inflight.net.host.HostConfig;
import dev.inflight.net.host.HostContext;
import dev.inflight.net.host.Observer;
import dev.inflight.net.host.cnp.CnpRules;
import dev.inflight.net.link.Framing;
import dev.inflight.net.link.Packet;
import dev.inflight.net.link.PacketPool;
import dev.inflight.net.nic.NicConfig;
import dev.inflight.net.route.Routes;
import dev.inflight.net.switching.PortCnps;
import dev.inflight.net.switching.PortFeedback;
import dev.inflight.net.switching.Stampers;
import dev.inflight.telemetry.TelemetryCodec;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rules of hosts by class of flow, and the consequences for parts that serve all classes.
 *
 * @param byClass rules of at least one class; they may differ as {@link Fabric} describes
 */
record ClassRules(List<HostConfig> byClass) {
  /**
   * Rules of the first class: of them, those of the NIC, of switch feedback and of ns-3 compatibility are those of all classes.
   */
  HostConfig common() {
    return byClass.getFirst();
  }

  /** Bytes of telemetry that a packet of any class has room for. */
  int roomBytes() {
    return byClass.stream().mapToInt(HostConfig::roomBytes).max().orElseThrow();
  }

  /** True if some packets of {@link Packet#APART_PRIORITY} have no flow. */
  boolean sendsApart() {
    return answers() != null
        || byClass.stream().map(HostConfig::acks).anyMatch(acks -> acks.controlPriority() || isApart(acks.cnps()));
  }

  private static boolean isApart(@Nullable CnpRules cnps) {
    return cnps != null && cnps.priority() == Packet.APART_PRIORITY;
  }

  /** Rule by which switches answer; null without answers. */
  @Nullable
  DirectFeedback answers() {
    return common().inBand().answers() instanceof DirectFeedback direct ? direct : null;
  }

  /** Rules of NICs, which flows of all classes share. */
  NicConfig nic() {
    return common().nic().takingBursts(byClass.stream().anyMatch(rules -> rules.burstBytes() > 0));
  }

  /** Rule by which ports notify senders of congestion; null without notifications. */
  PortCnps.@Nullable Manner fastCnps() {
    return common().inBand().answers() instanceof FastCnp rule
        ? new PortCnps.Manner(rule, byClass.stream().map(rules -> rules.acks().cnps()).toArray(CnpRules[]::new), framings())
        : null;
  }

  /** Rule by which ports answer. */
  PortFeedback.Manner manner(DirectFeedback rule) {
    var formats = byClass.stream().map(rules -> rules.inBand().telemetry()).toArray(TelemetryCodec[]::new);
    var ahead = new boolean[byClass.size()];
    for (int number = 0; number < ahead.length; number++) {
      ahead[number] = byClass.get(number).inBand().receiversDecide();
    }
    HostConfig.InBand inBand = common().inBand();
    return new PortFeedback.Manner(rule, formats, ahead, framings(), inBand.seal());
  }

  /** Sizes of packets, by class. */
  Framing[] framings() {
    return byClass.stream().map(rules -> rules.packets().framing()).toArray(Framing[]::new);
  }

  /** Contexts of hosts, by class: they share everything except the rules. */
  List<HostContext> contexts(Routes routes, PacketPool pool, Observer observer) {
    var contexts = new ArrayList<HostContext>();
    contexts.add(new HostContext(common(), routes, pool, observer));
    for (HostConfig rules : byClass.subList(1, byClass.size())) {
      contexts.add(contexts.getFirst().with(rules));
    }
    return contexts;
  }

  /** Content that ports write into packets. */
  Stampers.Writing writing() {
    var formats = new ArrayList<@Nullable TelemetryCodec>();
    byClass.forEach(rules -> formats.add(rules.inBand().telemetry()));
    return new Stampers.Writing(formats, byClass.stream().map(rules -> rules.inBand().carrier().stampRule()).toList());
  }
}
