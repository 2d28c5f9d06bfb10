package dev.inflight.sim.scope;

import dev.inflight.cc.Scheme;
import dev.inflight.cc.rival.NoControl;
import dev.inflight.net.link.Packet;
import dev.inflight.net.link.Port;
import dev.inflight.net.link.Wire;
import dev.inflight.net.switching.Switch;
import dev.inflight.net.switching.queue.StrictOverDeficit;
import dev.inflight.net.topology.Star;
import dev.inflight.sim.RunResult;
import dev.inflight.sim.Simulation;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.setup.FlowClass;
import dev.inflight.sim.setup.SetupBuilder;
import dev.inflight.telemetry.format.hpcc.NativeFormat;
import java.util.Arrays;

/**
 * Hosts that send to one over a switch, in several priorities, for two milliseconds; and the share of each priority in the port toward it,
 * after half a millisecond. Host 0 to 3 send, 4 receives, 5 is the switch.
 */
final class SharedPort {
  static final long US = 1_000_000;
  static final long RATE = 100_000_000_000L;
  static final int HPCC = 3;
  static final int OTHER = 4;
  static final int HIGHER = 6;
  private static final int RECEIVER = 4;
  private static final long FROM_PS = 500 * US;
  private static final long UNTIL_PS = 2000 * US;

  final SetupBuilder setup = new SetupBuilder();
  private final long[] sendingPs = new long[8];
  private final long[][] sojournsPs = new long[8][1 << 16];
  private final int[] packets = new int[8];
  RunResult result;
  long peakHeldBytes;
  long pauses;

  /** Queue 3 has three times the weight of queue 4; 6 is served strictly. */
  SharedPort() {
    setup.topology = new Star(5, RATE, 3 * US).build();
    setup.queues = new StrictOverDeficit(6, 1500, 1, 1, 3, 1, 1, 1, 1);
    setup.untilPs = UNTIL_PS;
  }

  SharedPort flow(int source, int priority) {
    setup.flows.add(source, RECEIVER, priority, 100 + priority, 100_000_000, 0);
    return this;
  }

  /** Adds a flow of a separate class. */
  SharedPort flow(int source, int priority, Scheme scheme) {
    flow(source, priority);
    setup.classes.add(new FlowClass("class" + setup.classes.size(), scheme, NativeFormat.DEFAULT));
    setup.flows.classify(setup.flows.count() - 1, setup.classes.size(), 0);
    return this;
  }

  /** Adds a flow without congestion control. */
  SharedPort uncontrolled(int source, int priority) {
    return flow(source, priority, NoControl.DEFAULT);
  }

  /** Messages of no control, one by one. */
  SharedPort bursts(int source, int priority, long sizeBytes, long everyPs) {
    setup.classes.add(new FlowClass("bursts", NoControl.DEFAULT, NativeFormat.DEFAULT));
    for (long at = 0; at < UNTIL_PS; at += everyPs) {
      setup.flows.add(source, RECEIVER, priority, 200, sizeBytes, at);
      setup.flows.classify(setup.flows.count() - 1, setup.classes.size(), 0);
    }
    return this;
  }

  SharedPort run() {
    var simulation = new Simulation(setup.build(), Recorder.NONE, this::watched);
    result = simulation.run();
    for (Switch each : simulation.fabric().switches()) {
      peakHeldBytes = Math.max(peakHeldBytes, each.peakHeldBytes());
      pauses += each.pausesSent();
    }
    return this;
  }

  /** T. */
  long baseRttPs() {
    return new Simulation(setup.build(), Recorder.NONE).basePaths().largestRttPs();
  }

  private Wire watched(Port from, Wire wire) {
    if (from.node() != RECEIVER + 1 || from.far().node() != RECEIVER) {
      return wire;
    }
    return (packet, endPs) -> {
      if (packet.kind == Packet.Kind.DATA && endPs > FROM_PS) {
        long takesPs = from.transmitPs(packet.sizeBytes);
        sendingPs[packet.priority] += takesPs;
        sojournsPs[packet.priority][packets[packet.priority]++ & 0xFFFF] = Math.max(0, endPs - takesPs - packet.timePs);
      }
      wire.send(packet, endPs);
    };
  }

  /** The part of the line that a priority had, with headers and gaps. */
  double share(int priority) {
    return sendingPs[priority] / (double) (UNTIL_PS - FROM_PS);
  }

  /** The time in the switch that 95 % of a priority's packets stayed below, in picoseconds. */
  long p95SojournPs(int priority) {
    long[] sorted = Arrays.copyOf(sojournsPs[priority], Math.min(packets[priority], 1 << 16));
    Arrays.sort(sorted);
    return sorted.length == 0 ? 0 : sorted[sorted.length * 95 / 100];
  }

  /** The longest time in the switch of a priority's packets, in picoseconds. */
  long longestSojournPs(int priority) {
    return Arrays.stream(sojournsPs[priority]).max().orElse(0);
  }
}
