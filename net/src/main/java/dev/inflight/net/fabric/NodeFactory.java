package dev.inflight.net.fabric;

import dev.inflight.net.balance.Balancer;
import dev.inflight.net.balance.Routing;
import dev.inflight.net.balance.RoutingRules;
import dev.inflight.net.switchfeedback.DirectFeedback;
import dev.inflight.net.event.EventLoop;
import dev.inflight.net.host.Host;
import dev.inflight.net.host.HostConfig;
import dev.inflight.net.link.FarEnd;
import dev.inflight.net.link.Framing;
import dev.inflight.net.link.Packet;
import dev.inflight.net.link.Port;
import dev.inflight.net.nic.Nic;
import dev.inflight.net.nic.NicConfig;
import dev.inflight.net.rdma.ConnectionManager;
import dev.inflight.net.route.Cabling;
import dev.inflight.net.route.Routes;
import dev.inflight.net.switching.Admission;
import dev.inflight.net.switching.DynamicThreshold;
import dev.inflight.net.switching.pfc.PfcLimits;
import dev.inflight.net.switching.pfc.PfcProfile;
import dev.inflight.net.switching.pfc.PfcRules;
import dev.inflight.net.switching.PfcAdmission;
import dev.inflight.net.switching.RuledAdmission;
import dev.inflight.net.switching.PortCnps;
import dev.inflight.net.switching.SharedBuffer;
import dev.inflight.net.switching.Switch;
import dev.inflight.net.switching.Stampers;
import dev.inflight.net.switching.SwitchConfig;
import dev.inflight.net.switching.SwitchPort;
import dev.inflight.net.switching.Trimming;
import dev.inflight.net.switching.TrimmingAdmission;
import dev.inflight.net.switching.admission.AdmissionRule;
import dev.inflight.net.switching.admission.DynamicThresholdRule;
import dev.inflight.net.switching.ecn.EcnMarking;
import dev.inflight.net.switching.ecn.MarkingRandom;
import dev.inflight.net.switching.ecn.PortClasses;
import dev.inflight.net.switching.queue.QueueDiscipline;
import dev.inflight.net.switching.queue.QueueLoads;
import dev.inflight.net.switching.queue.ObservedDiscipline;
import dev.inflight.net.switching.scope.QueueScope;
import dev.inflight.net.topology.Topology;
import dev.inflight.telemetry.EgressLink;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Makes hosts and switches with their ports, according to their rules. */
final class NodeFactory {
  private final Cabling cabling;
  private final ClassRules classes;
  private final NicConfig nicRules;
  private final SwitchConfig switchRules;
  private final Routes routes;
  private final Routing.Balancers balancers;
  private final boolean sendsApart;
  private final long[][] transmitPs;
  private final long nicRateBitsPerSec;
  private final PortClasses portClasses;

  NodeFactory(Topology topology, Cabling cabling, ClassRules classes, SwitchConfig switchRules, Routes routes,
      RoutingRules routing, long[][] transmitPs) {
    this.cabling = cabling;
    this.classes = classes;
    this.switchRules = switchRules;
    this.routes = routes;
    balancers = routing.routing().balancers(routes, routing.seed());
    sendsApart = classes.sendsApart() || routing.routing().sendsSignals();
    this.transmitPs = transmitPs;
    nicRules = classes.nic();
    portClasses = new PortClasses(topology);
    nicRateBitsPerSec = nicRateBitsPerSec(topology, cabling, classes.common().profile().scalesPfcByFirstHost());
  }

  /** Rate at which the PFC threshold is smallest, in bit/s: the slowest NIC's, or by the authors' rule the first host's. */
  private static long nicRateBitsPerSec(Topology topology, Cabling cabling, boolean isFirstHosts) {
    var rates = Arrays.stream(topology.hosts())
        .flatMap(host -> IntStream.range(cabling.firstPort(host), cabling.firstPort(host + 1)))
        .mapToLong(port -> cabling.link(port).rateBitsPerSec());
    return (isFirstHosts ? rates.findFirst() : rates.min()).orElse(Long.MAX_VALUE);
  }

  /** Serialization times of frames at each port, by size; one table for each rate. */
  static long[][] transmitTables(Cabling cabling, HostConfig.Packets packets) {
    Map<Long, long[]> ofRate = new HashMap<>();
    var tables = new long[cabling.ports()][];
    Arrays.setAll(tables, port -> ofRate.computeIfAbsent(cabling.link(port).rateBitsPerSec(),
        rate -> packets.clock().table(Framing.LARGEST_FRAME_BYTES, packets.framing().gapBytes(), rate)));
    return tables;
  }

  private int portCount(int node) {
    return cabling.firstPort(node + 1) - cabling.firstPort(node);
  }

  private Port.Site site(int node, int position, EventLoop loop) {
    int index = cabling.firstPort(node) + position;
    Topology.Link link = cabling.link(index);
    int peer = cabling.peer(index);
    int peerNode = cabling.node(peer);
    var far = new FarEnd(peerNode, peer - cabling.firstPort(peerNode) + 1);
    return new Port.Site(index, node, position + 1, far, link.rateBitsPerSec(), link.delayPs(), transmitPs[index], loop);
  }

  /** A host; its NICs are put at their numbers. */
  Host makeHost(int node, Part part, Port[] ports) {
    int count = portCount(node);
    var host = new Host(node, count, part.hosts(), ConnectionManager::new);
    for (int position = 0; position < count; position++) {
      var nic = new Nic(site(node, position, part.loop()), host, nicRules, part.counters());
      obeyPauses(nic, false);
      ports[nic.index()] = nic;
      host.add(nic);
    }
    return host;
  }

  /** A switch; its ports are put at their numbers. */
  Switch makeSwitch(int node, Part part, Port[] ports) {
    int count = portCount(node);
    var cables = new ArrayList<PfcProfile.Cable>();
    long[] rates = new long[count];
    for (int position = 0; position < count; position++) {
      Topology.Link link = cabling.link(cabling.firstPort(node) + position);
      rates[position] = link.rateBitsPerSec();
      boolean toSwitch = cabling.isSwitch(cabling.neighbor(cabling.firstPort(node) + position));
      cables.add(switchRules.buffer().rules().cable(rates[position], link.delayPs(), toSwitch, switchRules.framing()));
    }
    Balancer balancer = balancers.of(node);
    var owner = new Switch(node, count, admission(node, cables, part), routes, balancer, part.switches());
    balancer.join(owner, switchRules.framing().switchAnswerBytes(0));
    DirectFeedback answers = classes.answers();
    PortCnps.Manner cnps = classes.fastCnps();
    Stampers.Writing writing = classes.writing();
    for (int position = 0; position < count; position++) {
      Port.Site site = site(node, position, part.loop());
      MarkingRandom draws = switchRules.marking().draws().apply(site.index());
      int other = cabling.neighbor(cabling.firstPort(node) + position);
      var link = new EgressLink(node, position + 1, rates[position], !cabling.isSwitch(other));
      QueueLoads loads = switchRules.scope() instanceof QueueScope scope ? scope.loads(rates[position]) : null;
      QueueDiscipline queues = loads == null ? switchRules.queues() : new ObservedDiscipline(switchRules.queues(), loads);
      var port = new SwitchPort(site, owner, new Stampers(writing, link, loads), queues, marking(site.index(), rates[position]),
          draws);
      if (answers != null) {
        port.answer(classes.manner(answers), new Stampers(writing, link, loads));
      }
      if (cnps != null) {
        port.notifySenders(cnps);
      }
      if (switchRules.watchdog() != null) {
        port.watch(switchRules.watchdog());
      }
      obeyPauses(port, true);
      ports[port.index()] = port;
      owner.add(port);
    }
    return owner;
  }

  private void obeyPauses(Port port, boolean ofSwitch) {
    PfcRules rules = switchRules.buffer().rules();
    port.pauses().obey(rules.priorities(), rules.response().ps(ofSwitch, port.rateBitsPerSec()), port);
  }

  /** ECN marking at a switch's port, by its number in the fabric, for this rate of its link; null without marking. */
  @Nullable
  EcnMarking marking(int port, long rateBitsPerSec) {
    SwitchConfig.Marking marking = switchRules.marking();
    return marking.rule().at(portClasses.marking(marking.ecn(), cabling.node(port), cabling.neighbor(port), rateBitsPerSec));
  }

  private Admission admission(int node, List<PfcProfile.Cable> cables, Part part) {
    SwitchConfig.Buffer memory = switchRules.buffer();
    Trimming trimming = memory.trim();
    if (trimming != null) {
      return new TrimmingAdmission(memory.bytes(), memory.alphas(), cables.size(), classes.framings(), trimming);
    }
    if (!memory.pfc()) {
      return memory.admission() instanceof DynamicThresholdRule
          ? new DynamicThreshold(memory.bytes(), memory.alphas())
          : RuledAdmission.of(memory.admission(), new AdmissionRule.Memory(memory.bytes(), cables.size(), memory.egressAlpha()));
    }
    PfcRules rules = memory.rules();
    long pool = memory.bytes() - cables.stream()
        .mapToLong(cable -> rules.setAsideBytes(cable, nicRateBitsPerSec, memory.priorities(), sendsApart)).sum();
    if (pool <= 0) {
      throw new IllegalArgumentException("switch " + node + " has " + memory.bytes() + " bytes of memory, and sets aside "
          + (memory.bytes() - pool) + " for its ports: nothing is left to share");
    }
    var buffer = new SharedBuffer(pool, cables.stream().map(cable -> limits(rules, cable)).toList());
    return new PfcAdmission(buffer, rules.priorities(), memory.alphas(), part.pool(), switchRules.framing());
  }

  /** Limits of a port, by priority. */
  private List<PfcLimits> limits(PfcRules rules, PfcProfile.Cable cable) {
    PfcLimits usual = rules.profile().limits(cable, nicRateBitsPerSec);
    return rules.byPriority().lossless().isEmpty()
        ? Collections.nCopies(Packet.PRIORITIES, usual)
        : IntStream.range(0, Packet.PRIORITIES)
            .mapToObj(priority -> rules.profile(priority) == rules.profile()
                ? usual
                : rules.profile(priority).limits(cable, nicRateBitsPerSec))
            .toList();
  }
}
