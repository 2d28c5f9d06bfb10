package dev.inflight.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.cc.Scheme;
import dev.inflight.cc.hpcc.Hpcc;
import dev.inflight.cc.rival.Dcqcn;
import dev.inflight.cc.rival.NoControl;
import dev.inflight.net.link.Packet;
import dev.inflight.net.link.Port;
import dev.inflight.net.link.Wire;
import dev.inflight.net.recovery.GoBackN;
import dev.inflight.net.recovery.Recoveries;
import dev.inflight.net.recovery.Recovery;
import dev.inflight.net.recovery.Selective;
import dev.inflight.net.switching.Trimming;
import dev.inflight.net.switching.ecn.EcnThresholds;
import dev.inflight.net.switching.ecn.PortClass;
import dev.inflight.net.switching.queue.QueueDiscipline;
import dev.inflight.net.switching.queue.QueueDisciplines;
import dev.inflight.net.topology.LeafSpine;
import dev.inflight.net.topology.Star;
import dev.inflight.sim.record.FlowResult;
import dev.inflight.sim.record.PortName;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.setup.FlowClass;
import dev.inflight.sim.setup.Problem;
import dev.inflight.sim.setup.SetupBuilder;
import dev.inflight.sim.workload.FlowTable;
import dev.inflight.sim.workload.Permutation;
import dev.inflight.telemetry.TelemetryFormat;
import dev.inflight.telemetry.format.hpcc.NativeFormat;
import dev.inflight.telemetry.format.p4int.IntFormat;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.FieldSource;

/** Flows under different congestion control in one run: class 0 is under plain HPCC. */
class FlowClassesTest {
  private static final long US = 1_000_000;
  private static final long G = 1_000_000_000;
  private static final int RECEIVER = 3;

  private final SetupBuilder setup = new SetupBuilder();
  private final Map<Integer, FlowResult> results = new TreeMap<>();
  /** The most telemetry that a data packet of each class had on a cable. */
  private final Map<Integer, Integer> telemetryBytes = new HashMap<>();
  private final TreeSet<Integer> pausedPriorities = new TreeSet<>();

  @BeforeEach
  void threeSendersAndOneReceiver() {
    setup.topology = new Star(4, 100 * G, US).build();
  }

  private void flowOfClass(int flowClass, int source, int priority, long sizeBytes) {
    int row = setup.flows.count();
    setup.flows.add(source, RECEIVER, priority, 100, sizeBytes, 0);
    if (flowClass > 0) {
      setup.flows.classify(row, flowClass, 0);
    }
  }

  private static FlowClass of(String name, Scheme scheme, TelemetryFormat telemetry) {
    return new FlowClass(name, scheme, telemetry);
  }

  private Wire watched(Port from, Wire wire) {
    return new Wire() {
      @Override
      public void send(Packet packet, long endPs) {
        if (packet.kind == Packet.Kind.DATA) {
          telemetryBytes.merge((int) packet.flow().flowClass(), (int) packet.telemetryBytes, Math::max);
        }
        wire.send(packet, endPs);
      }
    };
  }

  private RunResult run() {
    return new Simulation(setup.build(), new Recorder() {
      @Override
      public void flowFinished(FlowResult flow) {
        results.put(flow.id(), flow);
      }

      @Override
      public void pauseChanged(PortName port, int priority, boolean paused, long nowPs) {
        pausedPriorities.add(priority);
      }
    }, this::watched).run();
  }

  @Test
  void aClassWithTheRulesOfAllOthersChangesNothing() {
    setup.topology = new LeafSpine(2, 2, 4, 100 * G, 100 * G, US, 1).build();
    new Permutation(300_000, 0, 3, 100).addTo(setup.flows, setup.topology, 1);
    RunResult without = run();
    setup.classes.add(of("same", Hpcc.DEFAULT, NativeFormat.DEFAULT));
    setup.flows.classify(4, 1, 0);
    RunResult with = run();
    assertThat(with.fingerprint()).isEqualTo(without.fingerprint());
    assertThat(with.flowsFinished()).isEqualTo(8);
  }

  /** All flows are in the class: its recovery is then that of the run, whatever the setup's own. */
  @ParameterizedTest
  @FieldSource("RECOVERIES")
  void aClassRecoversAsIfItsRecoveryWereTheSetups(Recovery own, Recovery ofSetup) {
    setup.lossRate = 0.01;
    for (int source = 0; source < RECEIVER; source++) {
      flowOfClass(1, source, 3, 300_000);
    }
    setup.classes.add(of("all", Hpcc.DEFAULT, NativeFormat.DEFAULT));
    setup.recovery = own;
    RunResult expected = run();
    setup.recovery = ofSetup;
    setup.classes.set(0, new FlowClass("all", Hpcc.DEFAULT, NativeFormat.DEFAULT, FlowClass.Own.of(own)));
    RunResult result = run();
    assertThat(result.fingerprint()).isEqualTo(expected.fingerprint());
    assertThat(result.flowsFinished()).isEqualTo(3);
    setup.classes.set(0, new FlowClass("all", Hpcc.DEFAULT, NativeFormat.DEFAULT));
    if (!own.equals(ofSetup)) {
      assertThat(run().fingerprint()).as("the setup's own").isNotEqualTo(expected.fingerprint());
    }
  }

  static final List<Arguments> RECOVERIES = Recoveries.RELIABLE.stream()
      .flatMap(own -> Recoveries.RELIABLE.stream().map(ofSetup -> Arguments.of(own, ofSetup))).toList();

  @Test
  void classesRecoverNextToEachOther() {
    setup.lossRate = 0.02;
    setup.classes.add(new FlowClass("selective", Hpcc.DEFAULT, NativeFormat.DEFAULT, FlowClass.Own.of(Selective.DEFAULT)));
    flowOfClass(0, 0, 3, 1_000_000);
    flowOfClass(1, 1, 3, 1_000_000);
    assertThat(run().flowsFinished()).isEqualTo(2);
    assertThat(results.get(1).retransmittedBytes()).isPositive().isLessThan(results.get(0).retransmittedBytes() / 2);
  }

  /** Rows of the table of features apply to the recovery of a class. */
  @Test
  void recoveryOfAClassIsCheckedLikeTheSetups() {
    setup.recovery = Selective.DEFAULT;
    setup.pfc = false;
    setup.trim = Trimming.DEFAULT;
    setup.queues = QueueDisciplines.ALL.stream().filter(QueueDiscipline::hasShares).findFirst().orElseThrow();
    assertThat(setup.build().problems()).isEmpty();
    setup.classes.add(new FlowClass("one", Hpcc.DEFAULT, NativeFormat.DEFAULT, FlowClass.Own.of(GoBackN.DEFAULT)));
    assertThat(setup.build().problems()).singleElement().satisfies(problem -> {
      assertThat(problem.field()).isEqualTo("trim");
      assertThat(problem.asksForIt()).isEqualTo("classes[0]");
      assertThat(problem.sentence()).contains("recovery go-back-n cannot retransmit single packets");
    });
  }

  @Test
  void hpccYieldsToFlowsThatDoNot() {
    setup.classes.add(of("cheats", NoControl.DEFAULT, NativeFormat.DEFAULT));
    flowOfClass(0, 0, 3, 1_000_000);
    flowOfClass(1, 1, 3, 1_000_000);
    RunResult result = run();
    // Alone, 1 MB takes some 90 us here: the one has the link nearly for itself, and the other waits for it.
    assertThat(results.get(1).slowdown()).isLessThan(1.2);
    assertThat(results.get(0).slowdown()).isGreaterThan(1.7);
    assertThat(telemetryBytes.get(0)).isPositive();
    assertThat(telemetryBytes.get(1)).isZero();
    assertThat(result.hosts().acksWithHops).isEqualTo(1000);
  }

  @Test
  void whereBothAreHonestTheyShare() {
    flowOfClass(0, 0, 3, 1_000_000);
    flowOfClass(0, 1, 3, 1_000_000);
    run();
    assertThat(results.get(0).slowdown()).isBetween(1.7, 2.5);
    assertThat(results.get(1).slowdown()).isBetween(1.7, 2.5);
  }

  @Test
  void classesCarryTelemetryOfTheirOwn() {
    setup.classes.add(of("int", Hpcc.DEFAULT, IntFormat.DEFAULT));
    setup.classes.add(of("int-too", Hpcc.DEFAULT, IntFormat.DEFAULT));
    for (int flowClass = 0; flowClass < 3; flowClass++) {
      flowOfClass(flowClass, flowClass, 3, 300_000);
    }
    RunResult result = run();
    assertThat(result.flowsFinished()).isEqualTo(3);
    assertThat(result.hosts().acksWithHops).as("each acknowledgement is understood").isEqualTo(900);
    assertThat(telemetryBytes.get(1)).isEqualTo(telemetryBytes.get(2)).isNotEqualTo(telemetryBytes.get(0));
  }

  @Test
  void aClassPausesItsOwnPriorityOnly() {
    setup.classes.add(of("storage", NoControl.DEFAULT, NativeFormat.DEFAULT));
    setup.bufferBytes = 1_000_000;
    flowOfClass(0, 0, 3, 100_000);
    flowOfClass(1, 1, 3, 3_000_000);
    flowOfClass(1, 2, 3, 3_000_000);
    setup.flows.classify(1, 1, 4);
    RunResult result = run();
    assertThat(result.flowsFinished()).isEqualTo(3);
    assertThat(result.lost()).isZero();
    assertThat(results.get(1).priority()).isEqualTo(4);
    assertThat(pausedPriorities).containsExactly(4);
  }

  @Test
  void marksReachTheClassThatUsesThem() {
    setup.classes.add(of("dcqcn", Dcqcn.DEFAULT, NativeFormat.DEFAULT));
    setup.ecn.put(PortClass.ofRate(100 * G), new EcnThresholds(10_000, 40_000, 0.5));
    flowOfClass(0, 0, 3, 500_000);
    flowOfClass(1, 1, 4, 2_000_000);
    flowOfClass(1, 2, 4, 2_000_000);
    RunResult result = run();
    assertThat(result.flowsFinished()).isEqualTo(3);
    assertThat(result.hosts().cnps).isPositive();
  }

  @Test
  void operationsOnQueuePairsHaveAClass() {
    setup.classes.add(of("rdma", NoControl.DEFAULT, NativeFormat.DEFAULT));
    flowOfClass(0, 0, 3, 100_000);
    int pair = setup.flows.newQueuePair();
    setup.flows.addOperation(pair, FlowTable.Kind.WRITE, 1, RECEIVER, 3, 300, 100_000, 0);
    setup.flows.addOperation(pair, FlowTable.Kind.READ, 1, RECEIVER, 3, 300, 100_000, 0);
    setup.flows.classify(1, 1, 0);
    assertThat(run().flowsFinished()).isEqualTo(3);
    assertThat(telemetryBytes.get(0)).isPositive();
    assertThat(telemetryBytes.get(1)).as("of requests and responses").isZero();
  }

  @Test
  void aClassMayBeWithoutFlowsButFlowsNotWithoutTheirClass() {
    setup.classes.add(of("idle", NoControl.DEFAULT, NativeFormat.DEFAULT));
    flowOfClass(0, 0, 3, 1000);
    assertThat(setup.build().problems()).isEmpty();
    flowOfClass(2, 0, 3, 1000);
    assertThat(setup.build().problems()).containsExactly(new Problem("flows", "flows are of class 2, and there are 1"));
  }

  @Test
  void theReferenceFramingHasOneTelemetryForAll() {
    setup.likeReference();
    setup.classes.add(of("none", NoControl.DEFAULT, NativeFormat.DEFAULT));
    assertThat(setup.build().problems()).as("carries nothing").isEmpty();
    setup.classes.add(of("hpcc", Hpcc.DEFAULT, NativeFormat.DEFAULT));
    assertThat(setup.build().problems()).containsExactly(
        new Problem("classes[1]", "framing", "framing: reference needs telemetry: authors, not native"));
  }

  @Test
  void theOrderOfStartsKeepsClasses() {
    var flows = new FlowTable();
    flows.add(0, 1, 3, 100, 1000, 5);
    flows.add(1, 0, 3, 100, 1000, 4);
    flows.classify(1, 2, 5);
    FlowTable sorted = flows.sortedByStart().unmodifiable();
    assertThat(List.of(sorted.flowClass(0), sorted.flowClass(1), sorted.priority(0), sorted.priority(1))).containsExactly(2, 0, 5,
        3);
    assertThat(flows.highestClass()).isEqualTo(2);
  }
}
