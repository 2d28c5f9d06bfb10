package dev.inflight.sim.transport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.cc.Scheme;
import dev.inflight.cc.hpcc.Hpcc;
import dev.inflight.cc.rival.Nscc;
import dev.inflight.cc.rival.Rccc;
import dev.inflight.net.link.Packet;
import dev.inflight.net.recovery.Selective;
import dev.inflight.net.switching.Trimming;
import dev.inflight.net.switching.ecn.EcnThresholds;
import dev.inflight.net.switching.ecn.PortClass;
import dev.inflight.net.switching.queue.QueueDiscipline;
import dev.inflight.net.switching.queue.RoundRobinQueues;
import dev.inflight.net.switching.queue.StrictOverDeficit;
import dev.inflight.net.topology.Star;
import dev.inflight.sim.Simulation;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.setup.SetupBuilder;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** The priority of receivers' answers: that of control packets if switches send it strictly first, otherwise that of the data. */
class ControlPriorityTest {
  static final List<Scheme> SCHEMES = List.of(Nscc.DEFAULT, Rccc.DEFAULT, Hpcc.DEFAULT);
  private static final int DATA = 3;
  private static final long RATE = 100_000_000_000L;

  /** The priorities of the packets of each kind that crossed a cable of an incast of eight. */
  private static Map<Packet.Kind, Set<Integer>> priorities(Scheme scheme, QueueDiscipline queues, boolean trim, int priority) {
    var setup = new SetupBuilder();
    setup.topology = new Star(9, RATE, 1_000_000).build();
    setup.scheme = scheme;
    setup.recovery = Selective.DEFAULT;
    setup.pfc = false;
    setup.bufferBytes = 400_000;
    setup.egressAlpha = 0.2;
    setup.queues = queues;
    setup.ecn.put(PortClass.ofRate(RATE), new EcnThresholds(30_000, 120_000, 1));
    setup.trim = trim ? Trimming.DEFAULT : null;
    for (int sender = 0; sender < 8; sender++) {
      setup.flows.add(sender, 8, priority, 100, 200_000, 0);
    }
    var priorities = new EnumMap<Packet.Kind, Set<Integer>>(Packet.Kind.class);
    var simulation = new Simulation(setup.build(), Recorder.NONE, (from, wire) -> (packet, endPs) -> {
      priorities.computeIfAbsent(packet.kind, kind -> new TreeSet<>()).add((int) packet.priority);
      wire.send(packet, endPs);
    });
    assertThat(simulation.run().flowsFinished()).isEqualTo(8);
    return priorities;
  }

  @ParameterizedTest
  @FieldSource("SCHEMES")
  void answersAreControlPacketsWhereSwitchesServeThoseFirst(Scheme scheme) {
    Map<Packet.Kind, Set<Integer>> priorities = priorities(scheme, StrictOverDeficit.DEFAULT, true, DATA);
    assertThat(priorities.get(Packet.Kind.DATA)).containsExactly(DATA);
    assertThat(priorities).containsKeys(Packet.Kind.TRIMMED, Packet.Kind.TRIM_NACK);
    priorities.forEach((kind, of) -> assertThat(of).as("%s", kind)
        .containsExactly(kind == Packet.Kind.DATA ? DATA : (int) Packet.APART_PRIORITY));
    assertThat(priorities.containsKey(Packet.Kind.WINDOW)).isEqualTo(scheme instanceof Rccc);
  }

  @ParameterizedTest
  @FieldSource("SCHEMES")
  void answersHaveThePriorityOfTheDataOtherwise(Scheme scheme) {
    priorities(scheme, RoundRobinQueues.DEFAULT, false, DATA)
        .forEach((kind, of) -> assertThat(of).as("%s", kind).containsExactly(DATA));
    var shared = new StrictOverDeficit(7, 1500, 1, 1, 1, 1, 1, 1, 1); // control packets share the port by bytes
    priorities(scheme, shared, false, DATA).forEach((kind, of) -> assertThat(of).as("%s", kind).containsExactly(DATA));
  }

  @Test
  void answersToDataOfAHigherPriorityKeepThatPriority() {
    assertThat(priorities(Nscc.DEFAULT, StrictOverDeficit.DEFAULT, false, 7).get(Packet.Kind.ACK)).containsExactly(7);
  }
}
