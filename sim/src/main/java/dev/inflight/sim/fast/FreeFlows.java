package dev.inflight.sim.fast;

import dev.inflight.cc.CongestionControl;
import dev.inflight.net.host.Sender;
import dev.inflight.net.link.Port;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Flows that only their pace limits, on links that have room for the paces of all. Their congestion controls depend only on time
 * and acknowledgements, and are computed without packets, up to the time at which a link gets full. So recovery from congestion,
 * which takes DCQCN and TIMELY milliseconds, is skipped although rates are anything but steady. Where many flows share a link,
 * one of them meets a queue at any time, at random: they are not free.
 */
final class FreeFlows implements CreditedCounters.Growth {
  /** Looks without a queue before a flow is free: two round trips. */
  private static final int CALM_LOOKS = 6;
  /** Largest sum of paces, as a share of the rate of a link that several flows take. */
  private static final double FULL = 0.97;
  /** An acknowledgement on its wire, in bytes. */
  private static final double ACK_BYTES = 100;
  /** Number of waiting packets that do not count as a queue. */
  private static final int FEW_PACKETS = 3;
  private static final double MORE_IN_FLIGHT = 1.1;
  /** Step of the prediction: this number of looks, or this share. */
  private static final double LOOKS = 8;
  private static final double LONGER = 0.0625;
  private static final double PS_BITS = 8e12;
  /** Least time until links get full again, in round trips. Below it, unknown details decide which flow meets a queue first. */
  private static final int FEWEST_RTTS = 200;

  private final RateHistory history;
  private final boolean isUndisturbed;
  private final int payloadBytes;
  private final long lookPs;
  private final long largestRttPs;
  private final int gapBytes;
  private final List<SampledFlow> members = new ArrayList<>();
  private final List<ControlAhead> controls = new ArrayList<>();
  private final Map<Port, Load> loads = new HashMap<>();
  private double growth = 1;
  private double others = 1;
  private long nowPs;

  /** Load of flows at a port: bit/s, or bytes in the time of recent rates. */
  private static final class Load {
    double data;
    double acks;
    int flows;
    boolean isBlocked;
    double foreseen;
    double recent;

    boolean isFull(Port port) {
      double most = flows == 1 && acks == 0 ? 1 : FULL;
      return isBlocked || flows >= Crowd.FEWEST || data + acks > most * port.rateBitsPerSec();
    }
  }

  FreeFlows(RateHistory history, boolean isUndisturbed, int payloadBytes, int gapBytes, long largestRttPs, long lookPs) {
    this.history = history;
    this.isUndisturbed = isUndisturbed;
    this.payloadBytes = payloadBytes;
    this.gapBytes = gapBytes;
    this.largestRttPs = largestRttPs;
    this.lookPs = lookPs;
  }

  List<SampledFlow> members() {
    return members;
  }

  /** Marks no flow as free. */
  void clear() {
    members.clear();
    controls.clear();
    loads.clear();
    history.flows().forEach(flow -> flow.isFree = false);
  }

  /** Checks at each look which flows meet no queue. */
  void watch() {
    for (SampledFlow flow : history.flows()) {
      flow.calmLooks = isCalm(flow) ? flow.calmLooks + 1 : 0;
    }
  }

  private boolean isCalm(SampledFlow flow) {
    if (flow.path.length == 0 || !flow.isForeseeable) {
      return false;
    }
    double share = (double) payloadBytes / flow.sender.lastWireBytes();
    double ofPaceBytes = flow.sender.paceBitsPerSec() / PS_BITS * flow.sender.pathFacts().baseRttPs() * share;
    if (flow.sender.inflightBytes() > MORE_IN_FLIGHT * ofPaceBytes + FEW_PACKETS * payloadBytes
        || flow.sender.windowBytes() < MORE_IN_FLIGHT * ofPaceBytes) {
      return false;
    }
    for (Port port : flow.path) {
      if (port.waitingBytes() > (long) FEW_PACKETS * payloadBytes * history.port(port).users) {
        return false;
      }
    }
    return true;
  }

  /** Determines the flows that are free now. */
  void find(long now) {
    nowPs = now;
    members.clear();
    for (SampledFlow flow : history.flows()) {
      flow.isFree = isUndisturbed && flow.calmLooks >= CALM_LOOKS;
    }
    boolean isFound;
    do {
      isFound = true;
      addLoads(null);
      for (SampledFlow flow : history.flows()) {
        if (flow.isFree && !hasRoom(flow)) {
          flow.isFree = false;
          isFound = false;
        }
      }
    } while (!isFound);
    for (SampledFlow flow : history.flows()) {
      if (flow.isFree) {
        members.add(flow);
        Crowd crowd = flow.crowd;
        if (crowd != null) {
          crowd.settled = false;
          flow.crowd = null;
        }
      }
    }
  }

  private boolean hasRoom(SampledFlow flow) {
    for (Port port : flow.path) {
      if (load(port).isFull(port)) {
        return false;
      }
    }
    for (Port port : flow.back) {
      if (load(port).isFull(port)) {
        return false;
      }
    }
    return true;
  }

  private Load load(Port port) {
    return loads.computeIfAbsent(port, any -> new Load());
  }

  /** Adds up the loads of flows at each port, at present or with the paces of controls. */
  private void addLoads(@Nullable List<ControlAhead> foreseen) {
    loads.clear();
    int member = 0;
    for (SampledFlow flow : history.flows()) {
      double pace = flow.isFree && foreseen != null ? foreseen.get(member++).paceBitsPerSec() : flow.sender.paceBitsPerSec();
      for (Port port : flow.path) {
        Load load = load(port);
        load.flows++;
        load.data += pace;
        load.isBlocked |= !flow.isFree;
      }
      for (Port port : flow.back) {
        load(port).acks += pace * ACK_BYTES / Math.max(ACK_BYTES, flow.sender.lastWireBytes());
      }
    }
  }

  private void driveAhead() {
    controls.clear();
    for (SampledFlow flow : members) {
      CongestionControl ahead = flow.sender.control().ahead(flow.sender.pathFacts().baseRttPs());
      controls.add(new ControlAhead(flow.sender, Objects.requireNonNull(ahead), payloadBytes, nowPs));
    }
  }

  /** Time for which they stay free, and have packets to send; in picoseconds, up to a bound. */
  double horizonPs(double mostPs) {
    if (members.isEmpty()) {
      return mostPs;
    }
    driveAhead();
    double ps = 0;
    while (ps < mostPs) {
      double nextPs = Math.min(mostPs, Math.max(ps * (1 + LONGER), ps + LOOKS * lookPs));
      for (int at = 0; at < members.size(); at++) {
        ControlAhead control = controls.get(at);
        control.play(nextPs);
        double keptBytes = 2.0 * control.paceBitsPerSec() / PS_BITS * largestRttPs;
        if (control.bytes(nextPs) > members.get(at).leftBytes(payloadBytes) - keptBytes) {
          return ps;
        }
      }
      addLoads(controls);
      for (SampledFlow flow : members) {
        if (!hasRoom(flow)) {
          return ps < FEWEST_RTTS * (double) largestRttPs ? 0 : ps;
        }
      }
      ps = nextPs;
    }
    return ps;
  }

  /**
   * Time, up to a bound, after which packets are at the same places as now, so that a new flow meets them as without a skip. It is
   * whole round trips if flows differ, or change their pace: flows that start at different times must not all meet the same
   * packets.
   */
  double inStep(double ps) {
    double wholePs = Math.floor(ps / largestRttPs) * largestRttPs;
    if (members.isEmpty() || members.size() < history.flows().size()) {
      return wholePs;
    }
    long gapPs = members.getFirst().sender.gapPs();
    for (int at = 0; at < members.size(); at++) {
      Sender sender = members.get(at).sender;
      if (sender.gapPs() != gapPs || controls.get(at).paceBitsPerSec() != sender.paceBitsPerSec()) {
        return wholePs;
      }
    }
    return (long) (ps / gapPs) * gapPs;
  }

  /**
   * Computes the data of the flows in a stretch that starts now.
   *
   * @param recentPs time over which recent rates are measured, in picoseconds
   */
  void foresee(double ps, double recentPs) {
    loads.clear();
    driveAhead();
    double foreseen = 0;
    double recent = 0;
    double recentOfOthers = 0;
    for (SampledFlow flow : history.flows()) {
      double ofFlow = recentPs > 0 ? flow.recentBytes() / recentPs : 0;
      recent += ofFlow;
      recentOfOthers += flow.isFree ? 0 : ofFlow;
    }
    foreseen += recentOfOthers;
    for (int at = 0; at < members.size(); at++) {
      SampledFlow flow = members.get(at);
      ControlAhead control = controls.get(at);
      control.play(ps);
      flow.rate = control.packetBytes() / (double) ps;
      foreseen += flow.rate;
      double packets = flow.rate * recentPs / payloadBytes;
      for (Port port : flow.path) {
        load(port).data += packets * (flow.sender.lastWireBytes() - gapBytes);
      }
      for (Port port : flow.back) {
        load(port).acks += packets * (ACK_BYTES - gapBytes);
        load(port).foreseen += flow.rate * recentPs;
        load(port).recent += flow.recentBytes();
      }
    }
    growth = members.isEmpty() || recent == 0 ? 1 : foreseen / recent;
    others = members.isEmpty() ? 1 : recent == 0 ? 0 : recentOfOthers / recent;
  }

  @Override
  public double ofAll() {
    return growth;
  }

  @Override
  public double othersAt(Port port) {
    return loads.containsKey(port) ? others : 1;
  }

  @Override
  public double others() {
    return others;
  }

  @Override
  public double of(Port port, long sentBytes) {
    Load load = loads.get(port);
    if (load == null || sentBytes == 0) {
      return 1;
    }
    if (load.data > 0) {
      return (load.data + load.acks) / sentBytes;
    }
    return load.recent == 0 ? 1 : load.foreseen / load.recent;
  }

  /** Sets a flow's congestion control to its state after the stretch. */
  void leaveOut(SampledFlow flow, long ps, long now) {
    CongestionControl control = flow.sender.control();
    var played = new ControlAhead(flow.sender, control, payloadBytes, now);
    played.play(ps);
    control.leaveOut(played.packetBytes(), ps);
    flow.sender.decidedAhead(now, played.lastGapPs(), played.leftPs(ps));
    flow.calmLooks = 0;
    flow.changedAtLook = history.looks();
  }
}
