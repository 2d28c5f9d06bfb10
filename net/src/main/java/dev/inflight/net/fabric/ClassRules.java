package dev.inflight.net.fabric;

import dev.inflight.net.switchfeedback.DirectFeedback;
import dev.inflight.net.switchfeedback.FastCnp;
import dev.inflight.net.host.HostConfig;
import dev.inflight.net.host.HostContext;
import dev.inflight.net.host.Observer;
import dev.inflight.net.host.cnp.CnpRules;
import dev.inflight.net.link.Packet;
import dev.inflight.net.link.PacketPool;
import dev.inflight.net.route.Routes;
import dev.inflight.net.switching.PortCnps;
import dev.inflight.net.switching.PortFeedback;
import dev.inflight.net.switching.Stampers;
import dev.inflight.telemetry.TelemetryCodec;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How hosts behave, by class of flow, and what follows for those who serve all classes.
 *
 * @param byClass at least one; they differ in what packets carry and receivers answer, and in nothing else
 */
record ClassRules(List<HostConfig> byClass) {
  /** What they agree on. */
  HostConfig common() {
    return byClass.getFirst();
  }

  /** Bytes of telemetry that a packet of any class has room for. */
  int roomBytes() {
    return byClass.stream().mapToInt(HostConfig::roomBytes).max().orElseThrow();
  }

  /** Whether there are packets of {@link Packet#APART_PRIORITY} that are not of flows. */
  boolean sendsApart() {
    return answers() != null
        || byClass.stream().map(HostConfig::acks).anyMatch(acks -> acks.controlPriority() || isApart(acks.cnps()));
  }

  private static boolean isApart(@Nullable CnpRules cnps) {
    return cnps != null && cnps.priority() == Packet.APART_PRIORITY;
  }

  /** When switches answer, if they do. */
  @Nullable
  DirectFeedback answers() {
    return common().inBand().answers() instanceof DirectFeedback direct ? direct : null;
  }

  /** How ports notify senders of congestion, if they do. */
  PortCnps.@Nullable Manner fastCnps() {
    return common().inBand().answers() instanceof FastCnp rule
        ? new PortCnps.Manner(rule, byClass.stream().map(rules -> rules.acks().cnps()).toArray(CnpRules[]::new),
            common().packets().framing())
        : null;
  }

  /** How ports answer. */
  PortFeedback.Manner manner(DirectFeedback rule) {
    var formats = byClass.stream().map(rules -> rules.inBand().telemetry()).toArray(TelemetryCodec[]::new);
    var ahead = new boolean[byClass.size()];
    for (int number = 0; number < ahead.length; number++) {
      ahead[number] = byClass.get(number).inBand().receiversDecide();
    }
    HostConfig.InBand inBand = common().inBand();
    return new PortFeedback.Manner(rule, formats, ahead, common().packets().framing(), inBand.seal());
  }

  /** What hosts share, by class: all but the rules is common to all classes. */
  List<HostContext> contexts(Routes routes, PacketPool pool, Observer observer) {
    var contexts = new ArrayList<HostContext>();
    contexts.add(new HostContext(common(), routes, pool, observer));
    for (HostConfig rules : byClass.subList(1, byClass.size())) {
      contexts.add(contexts.getFirst().with(rules));
    }
    return contexts;
  }

  /** What ports write into packets. */
  Stampers.Writing writing() {
    var formats = new ArrayList<@Nullable TelemetryCodec>();
    byClass.forEach(rules -> formats.add(rules.inBand().telemetry()));
    return new Stampers.Writing(formats, common().inBand().carrier().stampRule());
  }
}
