package dev.inflight.sim.parts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.inflight.sim.collective.plan.CollectiveProtocol;
import dev.inflight.cc.hpcc.Hpcc;
import dev.inflight.cc.rival.Dcqcn;
import dev.inflight.cc.rival.Dctcp;
import dev.inflight.cc.rival.Nscc;
import dev.inflight.cc.scheme.Schemes;
import dev.inflight.net.switchfeedback.DirectFeedback;
import dev.inflight.net.telemetrypackets.TelemetryPacketKinds;
import dev.inflight.net.telemetrypackets.OnQueue;
import dev.inflight.net.telemetrypackets.PerRtt;
import dev.inflight.net.telemetrypackets.OneIn;
import dev.inflight.net.telemetrypackets.Probes;
import dev.inflight.net.telemetrypackets.Subscribed;
import dev.inflight.net.paths.ChosenPaths;
import dev.inflight.net.paths.Sprayed;
import dev.inflight.net.feedback.ByAcks;
import dev.inflight.net.feedback.ByWindows;
import dev.inflight.net.feedback.FeedbackPaths;
import dev.inflight.net.link.Framing;
import dev.inflight.net.nic.NicModels;
import dev.inflight.net.recovery.Irn;
import dev.inflight.net.recovery.Recoveries;
import dev.inflight.net.recovery.Selective;
import dev.inflight.net.recovery.Tcp;
import dev.inflight.net.recovery.Unreliable;
import dev.inflight.net.switching.Trimming;
import dev.inflight.net.switching.ecn.EcnThresholds;
import dev.inflight.net.switching.ecn.PortClass;
import dev.inflight.net.switching.pfc.PfcProfiles;
import dev.inflight.net.switching.queue.QueueDisciplines;
import dev.inflight.net.switching.queue.StrictOverDeficit;
import dev.inflight.net.switching.scope.PortScope;
import dev.inflight.net.switching.scope.QueueScope;
import dev.inflight.net.switching.scope.RecordScope.Queueing;
import dev.inflight.net.topology.LeafSpine;
import dev.inflight.net.validation.CheckedFeedback;
import dev.inflight.sim.RunResult;
import dev.inflight.sim.Simulation;
import dev.inflight.sim.graph.CollectiveKind;
import dev.inflight.sim.loop.TieOrder;
import dev.inflight.sim.record.FlowResult;
import dev.inflight.sim.record.FlowSample;
import dev.inflight.sim.record.PortName;
import dev.inflight.sim.record.PortSample;
import dev.inflight.sim.record.QueueHistogram;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.setup.FlowClass;
import dev.inflight.sim.change.LinkDown;
import dev.inflight.sim.change.LinkUp;
import dev.inflight.sim.setup.Series;
import dev.inflight.sim.setup.Setup;
import dev.inflight.sim.setup.SetupBuilder;
import dev.inflight.sim.workload.CollectiveTraffic;
import dev.inflight.sim.workload.CollectiveTraffic.Placement;
import dev.inflight.sim.workload.Poisson;
import dev.inflight.sim.workload.Rdma;
import dev.inflight.sim.workload.SingleFlow;
import dev.inflight.telemetry.format.Formats;
import dev.inflight.telemetry.format.csig.CsigFormat;
import dev.inflight.sim.measure.SwitchValue;
import dev.inflight.sim.measure.PortValue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A run in parts has the same results, in the same order, as a run in one part: for any scenario and division. */
@Tag("sweep")
class DividedRunTest {
  private static final long RATE = 100_000_000_000L;
  private static final long US = 1_000_000L;

  static Stream<Arguments> all() {
    return Stream.of(
        Schemes.ALL.stream().map(scheme -> change("scheme " + scheme.name(), setup -> setup.scheme = scheme)),
        Formats.ALL.stream().map(format -> change("telemetry " + format.name(), setup -> {
          if (format.name().equals("authors")) {
            setup.likeReference();
            setup.ties = TieOrder.PORT;
          } else {
            setup.framing = Framing.ROCEV2_IPV6;
          }
          setup.telemetry = format;
        })), Recoveries.RELIABLE.stream().map(recovery -> change("losses, " + recovery.name(), setup -> {
          setup.recovery = recovery;
          setup.lossRate = 0.003;
        })), NicModels.ALL.stream().map(nic -> change("nic " + nic.name(), setup -> setup.nic = nic)),
        QueueDisciplines.ALL.stream().map(queues -> change("queues " + queues.name(), setup -> setup.queues = queues)),
        PfcProfiles.ALL.stream()
            .map(profile -> change("PFC profile " + profile.name(), setup -> setup.pfcRules = setup.pfcRules.with(profile))),
        carriers(), answers(), paths(), sprayed(), unreliable(), tcp(), scopes(), queuePairs(), jobs(), others(),
        DividedFaults.all(), DividedRoutings.all()).flatMap(changes -> changes);
  }

  private static Stream<Arguments> carriers() {
    return Stream.concat(TelemetryPacketKinds.ALL.stream(),
        Stream.of(new OnQueue(5000, OnQueue.ChosenBy.SWITCH), new PerRtt(0, PerRtt.ChosenBy.SWITCH))).flatMap(
            carrier -> FeedbackPaths.EVERY.stream().map(reports -> change("carrier " + carrier + ", " + reports, setup -> {
              setup.telemetryPackets = carrier;
              setup.feedback = reports;
              setup.ackEveryPackets = 3;
              setup.lossRate = 0.003;
              setup.authenticateFeedback = true;
              new Rdma(Rdma.Op.READ, 12, 1, 30_000, 5, 2, 5 * US, US, 3, 300).addTo(setup.flows, setup.topology, 1);
            })));
  }

  private static Stream<Arguments> sprayed() {
    return Arrays.stream(Sprayed.By.values()).flatMap(by -> Arrays.stream(Trimming.To.values()).map(to -> sprayed(by, to)));
  }

  private static Arguments sprayed(Sprayed.By by, Trimming.To to) {
    return change("sprayed by " + by + ", trimmed to " + to, setup -> {
      setup.scheme = Nscc.DEFAULT;
      setup.paths = new Sprayed(16, by);
      setup.recovery = Selective.DEFAULT;
      setup.pfc = false;
      setup.trim = new Trimming(64, 48, to);
      setup.queues = StrictOverDeficit.DEFAULT;
      setup.bufferBytes = 100_000;
      setup.lossRate = 0.003;
      setup.events.add(new LinkDown(30 * US, 16, 20));
      setup.events.add(new LinkUp(90 * US + 1, 16, 20));
    });
  }

  private static Stream<Arguments> unreliable() {
    return Stream.of(0, 0.003).map(rate -> change("unreliable, losses " + rate, setup -> {
      setup.recovery = Unreliable.DEFAULT;
      setup.telemetryPackets = new Probes(2 * US, Probes.First.AT_ONCE, Probes.Rtt.BASE);
      setup.lossRate = rate.doubleValue();
      setup.authenticateFeedback = true;
      setup.events.add(new LinkDown(30 * US, 16, 20));
      setup.events.add(new LinkUp(90 * US + 1, 16, 20));
    }));
  }

  private static Stream<Arguments> tcp() {
    return Stream.of(Hpcc.DEFAULT, Dctcp.DEFAULT)
        .flatMap(scheme -> Stream.of(0.0, 0.01).map(rate -> change("tcp, " + scheme.name() + ", losses " + rate, setup -> {
          setup.recovery = Tcp.DEFAULT;
          setup.framing = Framing.TCP;
          setup.telemetryPackets = Probes.DEFAULT;
          setup.scheme = scheme;
          setup.pfc = false;
          setup.lossRate = rate;
          setup.events.add(new LinkDown(30 * US, 16, 20));
          setup.events.add(new LinkUp(90 * US + 1, 16, 20));
        })));
  }

  private static Stream<Arguments> answers() {
    return Stream.concat(TelemetryPacketKinds.ALL.stream(), Stream.of(new Subscribed(1, Subscribed.By.DSCP)))
        .map(carrier -> change("answers of switches, carrier " + carrier, setup -> {
          setup.switchFeedback = new DirectFeedback(5000, 2 * US, 1024, 3);
          setup.telemetryPackets = carrier;
          setup.feedback = carrier instanceof OneIn ? ByWindows.DEFAULT : ByAcks.DEFAULT;
          setup.lossRate = 0.003;
          setup.authenticateFeedback = true;
          setup.events.add(new LinkDown(30 * US, 16, 20));
          new Rdma(Rdma.Op.READ, 12, 1, 30_000, 5, 2, 5 * US, US, 3, 300).addTo(setup.flows, setup.topology, 1);
        }));
  }

  private static Stream<Arguments> scopes() {
    return Stream.of(new QueueScope(Queueing.LENGTH, 0), new QueueScope(Queueing.DELAY, 0), new PortScope(Queueing.DELAY))
        .flatMap(scope -> Formats.ALL.stream().filter(format -> !format.name().equals("authors") && scope.of(format) != null)
            .map(format -> change("scope " + scope + ", " + format.name(), setup -> {
              setup.scope = scope;
              setup.queues = StrictOverDeficit.DEFAULT;
              setup.framing = Framing.ROCEV2_IPV6;
              setup.telemetry = format;
              for (int sender = 1; sender < 8; sender++) {
                setup.flows.add(sender, 0, 4 + sender % 3, 100, 30_000, 15 * US);
              }
            })));
  }

  private static Stream<Arguments> paths() {
    return Recoveries.ALL.stream().filter(recovery -> !(recovery instanceof Tcp))
        .flatMap(recovery -> Stream.of(0, 0.001).map(rate -> change(
            "paths, " + recovery.name() + ", losses " + rate, setup -> {
              setup.paths = new ChosenPaths(8, 3, 0.9, 1);
              setup.recovery = recovery;
              setup.telemetryPackets = recovery instanceof Unreliable
                  ? new Probes(2 * US, Probes.First.AT_ONCE, Probes.Rtt.BASE)
                  : setup.telemetryPackets;
              setup.lossRate = rate.doubleValue();
              setup.authenticateFeedback = true;
              setup.events.add(new LinkDown(60 * US, 16, 20));
              for (int source = 0; source < 4; source++) {
                setup.flows.add(source, 4 + source, 3, 100, 1_000_000, 0);
              }
            })));
  }

  private static Stream<Arguments> others() {
    return Stream.of(change("few acknowledgements", setup -> setup.ackEveryPackets = 8), //
        change("sealed", setup -> setup.authenticateFeedback = true), //
        change("guarded", setup -> {
          setup.authenticateFeedback = true;
          setup.feedbackValidation = CheckedFeedback.DEFAULT;
          setup.lossRate = 0.003;
        }), //
        change("ipv6", setup -> setup.framing = Framing.ROCEV2_IPV6), //
        change("series", setup -> setup.series = new Series(US, Long.MAX_VALUE, Series.Flows.ALL, Series.Ports.ALL)), //
        change("each pair's own T", setup -> setup.globalBaseRtt = false), //
        change("few samples", setup -> {
          setup.sampleFromPs = 7 * US;
          setup.samplePeriodPs = 3 * US + 1;
          setup.sampleUntilPs = 300 * US;
        }), change("samples begin when all is over", setup -> {
          setup.sampleFromPs = 20_000 * US;
          setup.samplePeriodPs = US;
          setup.sampleUntilPs = 20_100 * US;
        }), change("a link event and starts at one time", setup -> {
          setup.events.add(new LinkDown(10 * US, 19, 20));
          setup.events.add(new LinkUp(40 * US, 19, 20));
        }), change("a host without a link from the start", setup -> {
          setup.events.add(new LinkDown(0, 15, 19));
          setup.events.add(new LinkUp(60 * US, 15, 19));
        }), change("starts at 0 against the order of hosts", setup -> {
          setup.series = new Series(US, Long.MAX_VALUE, Series.Flows.ALL, Series.Ports.NONE);
          for (int source = 15; source > 0; source--) {
            setup.flows.add(source, source - 1, 3, 100, 3000, 0);
          }
        }), change("samples each few ps", setup -> setup.samplePeriodPs = 7), //
        change("a stall", setup -> setup.events.add(new LinkDown(20 * US, 15, 19))), //
        change("a stall between reports", setup -> {
          setup.retransmitTimeoutPs = 5_000_000_123L; // 256 of them are its patience
          setup.events.add(new LinkDown(20 * US, 15, 19));
        }), change("samples end before a report", setup -> {
          setup.sampleUntilPs = 99_999_500_000L;
          setup.samplePeriodPs = US;
          setup.events.add(new LinkDown(20 * US, 15, 19));
        }), change("cut off", setup -> setup.untilPs = 100 * US), //
        change("classes", setup -> {
          setup.classes.add(new FlowClass("marked", Dcqcn.DEFAULT, setup.telemetry));
          setup.classes.add(new FlowClass("busiest", Hpcc.DEFAULT, CsigFormat.DEFAULT));
        }), change("reference framing", setup -> {
          setup.likeReference();
          setup.ties = TieOrder.PORT;
        }));
  }

  private static Stream<Arguments> queuePairs() {
    return Recoveries.RELIABLE.stream().flatMap(
        recovery -> Stream.of(0.0, 0.01).map(rate -> change("queue pairs, " + recovery.name() + ", losses " + rate, setup -> {
          setup.recovery = recovery;
          setup.lossRate = rate;
          setup.series = new Series(US, Long.MAX_VALUE, Series.Flows.ALL, Series.Ports.NONE);
          for (int from = 0; from < 4; from++) {
            new Rdma(Rdma.Op.WRITE, from, 15 - from, 30_000, 5, 3, 7 * US, 0, 3, 300).addTo(setup.flows, setup.topology, 1);
            new Rdma(Rdma.Op.READ, 12 + from, from, 30_000, 5, 2, 5 * US, US, 3, 300).addTo(setup.flows, setup.topology, 1);
          }
        })));
  }

  private static Stream<Arguments> jobs() {
    return Recoveries.RELIABLE.stream()
        .flatMap(recovery -> Stream.of(0.0, 0.01).map(rate -> change("jobs, " + recovery.name() + ", losses " + rate, setup -> {
          setup.recovery = recovery;
          setup.lossRate = rate;
          setup.events.add(new LinkDown(30 * US, 16, 20));
          new CollectiveTraffic(CollectiveKind.ALL_TO_ALL, "usual", 50_000, 0, 0, 0, CollectiveProtocol.NONE, false, 5, 3,
              Placement.STRIDED, 0, 3, 7 * US, 0, 1, "", "", 0, "", 3, 400).addTo(setup.flows, setup.topology, 1);
          new CollectiveTraffic(CollectiveKind.ALL_REDUCE, "tree", 300_000, 0, 0, 0, CollectiveProtocol.NONE, false, 0, 1,
              Placement.RANDOM, 0, 2, 0, 0, 0, "", "", 5 * US, "", 3, 400).addTo(setup.flows, setup.topology, 1);
          new CollectiveTraffic(CollectiveKind.ALL_GATHER, "ring", 100_000, 2, 20_000, 2, CollectiveProtocol.NONE, false, 8, 1,
              Placement.BLOCK, 8, 2, 0, 0, 0, "", "gather", 0, "all-to-all", 3, 400).addTo(setup.flows, setup.topology, 1);
          new CollectiveTraffic(CollectiveKind.REDUCE, "tree", 50_000, 0, 0, 0, CollectiveProtocol.NONE, false, 6, 1,
              Placement.BLOCK, 0, 1, 3 * US, 0, 0, "", "last", 9 * US, "gather", 3, 400).addTo(setup.flows, setup.topology, 1);
        })));
  }

  static Arguments change(String name, Consumer<SetupBuilder> change) {
    return Arguments.of(name, change);
  }

  private static Setup setup(Consumer<SetupBuilder> change) {
    var setup = new SetupBuilder();
    setup.topology = new LeafSpine(4, 2, 4, RATE, RATE, US, 1).build();
    setup.bufferBytes = 1_500_000;
    setup.samplePeriodPs = US;
    setup.ecn.put(PortClass.ofRate(RATE), new EcnThresholds(40_000, 160_000, 0.2));
    change.accept(setup);
    new Poisson(0.4, "fb-hadoop", 150 * US, 0, 3, 100).addTo(setup.flows, setup.topology, 1);
    for (int sender = 1; sender < 16; sender++) {
      setup.flows.add(sender, 0, 3, 100, 50_500, 10 * US);
    }
    return setup.build();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("all")
  void everyDivisionGivesTheSameResults(String name, Consumer<SetupBuilder> change) {
    Setup setup = setup(change);
    List<String> one = story(setup, Division.whole(setup.topology()));
    assertThat(one).hasSizeGreaterThan(50);
    Division division = oneDivision(name, setup);
    long leastEvents = Math.floorMod(name.hashCode(), 2) * 100L; // of half of the cases, threads meet after each window, as in the sweep
    assertThat(story(setup, division, division.parts(), leastEvents)).isEqualTo(one);
  }

  /** A kind of division for each case; the sweep has the others. */
  private static Division oneDivision(String name, Setup setup) {
    return switch (Math.floorMod(name.hashCode(), 3)) {
      case 0 -> Division.of(setup.topology(), 3);
      case 1 -> Division.of(setup.topology(), 4);
      default -> anyDivision(name, setup);
    };
  }

  private static Division anyDivision(String name, Setup setup) {
    return Division.of(setup.topology(),
        new SplittableRandom(name.hashCode()).ints(setup.topology().nodeCount(), 0, 3).toArray());
  }

  @Tag("sweep")
  @ParameterizedTest(name = "{0}")
  @MethodSource("all")
  void everyDivisionGivesTheSameResultsInEveryCase(String name, Consumer<SetupBuilder> change) {
    Setup setup = setup(change);
    List<String> one = story(setup, Division.whole(setup.topology()));
    assertThat(story(setup, Division.of(setup.topology(), 2))).isEqualTo(one);
    assertThat(story(setup, Division.of(setup.topology(), 4), 3)).isEqualTo(one);
    if (Math.floorMod(name.hashCode(), 3) < 2) { // each build has it of the others
      assertThat(story(setup, anyDivision(name, setup))).isEqualTo(one);
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource({"others", "queuePairs", "jobs"})
  void anyNumberOfThreadsGivesTheSameResults(String name, Consumer<SetupBuilder> change) {
    Setup setup = setup(change);
    List<String> four = story(setup, Division.of(setup.topology(), 4), 4);
    assertThat(story(setup, Division.of(setup.topology(), 4), 1)).isEqualTo(four);
    assertThat(story(setup, Division.of(setup.topology(), 4), 2)).isEqualTo(four);
  }

  private static List<String> story(Setup setup, Division division) {
    return story(setup, division, division.parts());
  }

  /** With bounds below, amid and above the events of windows, so that one thread runs none, some and nearly all of them. */
  @ParameterizedTest
  @ValueSource(longs = {1, 100, 300, 1_000_000})
  void oneThreadInsteadOfAllReportsTheSame(long leastEvents) {
    Setup setup = setup(_ -> {
    });
    assertThat(story(setup, Division.of(setup.topology(), 4), 2, leastEvents))
        .isEqualTo(story(setup, Division.whole(setup.topology())));
  }

  private static List<String> story(Setup setup, Division division, int threads) {
    return story(setup, division, threads, 0);
  }

  private static List<String> story(Setup setup, Division division, int threads, long leastEvents) {
    var told = new ArrayList<String>();
    var simulation = new Simulation(setup, new Recorder() {
      @Override
      public void flowFinished(FlowResult flow) {
        told.add(flow.toString());
      }

      @Override
      public void pauseChanged(PortName port, int priority, boolean paused, long nowPs) {
        told.add(port + " " + priority + (paused ? " paused " : " resumed ") + nowPs);
      }

      @Override
      public void queues(long nowPs, Supplier<List<QueueHistogram>> histograms) {
        told.add("queues " + nowPs + " " + histograms.get().stream().map(queue -> Arrays.toString(queue.bins())).toList());
      }

      @Override
      public void flowSample(FlowSample sample) {
        told.add(sample.toString());
      }

      @Override
      public void portSample(PortSample sample) {
        told.add(sample.toString());
      }
    }, (from, wire) -> wire, division);
    simulation.runOn(threads, leastEvents);
    RunResult result = simulation.run();
    told.add(result.packetHops() + " hops " + result.events() + " events " + result.fingerprint() + " ended " + result.endPs());
    told.add(result.flowsFinished() + " finished " + Arrays.toString(result.losses()) + " lost "
        + result.of(SwitchValue.PAUSES_SENT) + " pauses " + result.of(PortValue.PAUSED) + " ps " + result.of(PortValue.ECN_MARKS)
        + " marks " + result.of(SwitchValue.PEAK_BUFFER_BYTES) + " B " + result.belowLineShare());
    told.add(result.hosts().deliveredBytes + " " + result.hosts().acks + " " + result.hosts().retransmittedBytes + " "
        + result.hosts().longestSlotWaitPs + " " + simulation.unfinished().size());
    simulation.jobs().collectives().forEach(collective -> told.add(collective.toString()));
    simulation.jobs().ranks().forEach(rank -> told.add(rank.toString()));
    simulation.portTotals().forEach(port -> told.add(port.port() + " counted " + port.counts() + " queues "
        + port.longestQueueBytes() + " B " + Arrays.toString(port.queueBins())));
    return told;
  }

  @Test
  void aSchedulingOrderOrACommonStreamOfLossesIsNotCut() {
    Setup setup = setup(_ -> {
    });
    Division two = Division.of(setup.topology(), 2);
    Setup ordered = setup.with(builder -> builder.likeReference());
    assertThatIllegalArgumentException().isThrownBy(() -> new Simulation(ordered, Recorder.NONE, (from, wire) -> wire, two))
        .withMessage("one thread only: ties in scheduling order depend on all events before");
    Setup common = setup.with(builder -> {
      builder.likeReference();
      builder.ties = TieOrder.PORT;
      builder.lossRate = 0.01;
    });
    assertThat(common.whyWhole()).isEqualTo("losses of the reference profile are drawn from one stream");
    assertThat(setup.whyWhole()).isNull();
  }

  @Test
  void failureOfAThreadFailsTheRun() {
    Setup setup = setup(_ -> {
    });
    int[] sent = {0};
    Division two = Division.of(setup.topology(), 2);
    var simulation = new Simulation(setup, Recorder.NONE,
        (from, wire) -> two.partOf(from.node()) == 0 ? wire : (packet, endPs) -> {
          if (++sent[0] == 1000) {
            throw new IllegalStateException("a cable is on fire");
          }
          wire.send(packet, endPs);
        }, two);
    simulation.runOn(2, 0);
    assertThatThrownBy(simulation::run).isInstanceOf(IllegalStateException.class).hasMessage("a cable is on fire");
  }

  @Test
  void reusesPacketsThatEndInAnotherPart() {
    Setup setup = setup(builder -> {
      builder.lossRate = 0.05; // on the way of the data, which all goes from one part to the other
      builder.recovery = Irn.DEFAULT;
      builder.topology = new LeafSpine(2, 2, 8, RATE, RATE, US, 1).build();
      for (int sender = 0; sender < 8; sender++) {
        builder.flows.add(sender, 8 + sender, 3, 100, 8_000_000, 0);
      }
    });
    assertThat(packets(setup, Division.of(setup.topology(), 2))).isLessThan(3 * packets(setup, Division.whole(setup.topology())));
  }

  /** Number of packets that a run has made. */
  private static int packets(Setup setup, Division division) {
    var simulation = new Simulation(setup, Recorder.NONE, (from, wire) -> wire, division);
    simulation.runOn(division.parts(), 0);
    RunResult result = simulation.run();
    assertThat(result.lost()).isGreaterThan(5000);
    return simulation.fabric().parts().stream().mapToInt(part -> part.pool().made()).sum();
  }

  @Test
  void partsKeepPace() {
    Setup setup = setup(_ -> {
    });
    var simulation = new Simulation(setup, Recorder.NONE, (from, wire) -> wire, Division.of(setup.topology(), 2));
    simulation.runOn(2, 0);
    simulation.run();
    Balance balance = simulation.balance();
    assertThat(balance).isNotNull();
    assertThat(balance.parts()).isEqualTo(2);
    assertThat(balance.threads()).isEqualTo(2);
    assertThat(balance.windows()).isBetween(100L, 2000L);
    assertThat(balance.longestEvents()).isBetween(balance.events() / 2, balance.events());
    assertThat(balance.waitingShare()).isBetween(0.0, 1.0);
  }

  @Test
  void flowWithinOnePartDoesNotNeedTheOther() {
    var setup = new SetupBuilder();
    setup.topology = new LeafSpine(2, 2, 4, RATE, RATE, US, 1).build();
    SingleFlow.DEFAULT.addTo(setup.flows, setup.topology, 1);
    Setup built = setup.build();
    assertThat(story(built, Division.of(built.topology(), 2))).isEqualTo(story(built, Division.whole(built.topology())));
  }
}
