package dev.inflight.sim.validation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.net.telemetrypackets.Probes;
import dev.inflight.net.link.Framing;
import dev.inflight.net.recovery.Irn;
import dev.inflight.net.recovery.Tcp;
import dev.inflight.net.recovery.Unreliable;
import dev.inflight.net.topology.LeafSpine;
import dev.inflight.net.topology.Star;
import dev.inflight.net.validation.CheckedFeedback;
import dev.inflight.net.validation.NoValidation;
import dev.inflight.sim.RunResult;
import dev.inflight.sim.Simulation;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.change.LinkDown;
import dev.inflight.sim.change.LinkUp;
import dev.inflight.sim.setup.Setup;
import dev.inflight.sim.setup.SetupBuilder;
import dev.inflight.sim.validation.Contest.Outcome;
import dev.inflight.sim.workload.FlowTable;
import dev.inflight.sim.workload.Poisson;
import dev.inflight.sim.workload.Rdma;
import dev.inflight.telemetry.TelemetryFormat;
import dev.inflight.telemetry.format.Formats;
import dev.inflight.sim.measure.SwitchValue;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Receivers that have the key and report falsely are detected, and honest ones never. */
@Tag("sweep")
class MisreportingReceiverTest {
  private static final long US = Contest.US;
  private static final long BASE_PS = 4_600_000; // largest round trip of the star, rounded down

  static List<Arguments> lies() {
    return Stream.of(Lie.values()).flatMap(lie -> Stream.of(2, 4).flatMap(flows -> Stream.of(0L, 500 * US)
        .filter(from -> lie != Lie.NO_QUEUE || from == 0).map(from -> Arguments.of(lie, flows, from)))).toList();
  }

  @ParameterizedTest
  @MethodSource("lies")
  void aLiarIsFoundOutWithinTwentyRoundTrips(Lie lie, int flows, long fromPs) {
    Setup setup = Contest.setup(flows, _ -> {
    });
    var simulation = new Simulation(setup, Recorder.NONE, lie.about(0, flows, fromPs));
    simulation.advance(fromPs + 20 * BASE_PS);
    assertThat(simulation.fabric().counters().misreportingFlows).isEqualTo(1);
    Outcome outcome = Contest.run(setup, _ -> lie.about(0, flows, fromPs));
    assertThat(outcome.counters().misreportingFlows).isEqualTo(1);
    assertThat(outcome.counters().fallbacks).isZero();
    assertThat(outcome.share()).isLessThanOrEqualTo(1.1);
    Outcome honest = Contest.run(setup, _ -> (_, wire) -> wire);
    assertThat(outcome.honestPs()).isLessThanOrEqualTo(honest.honestPs());
  }

  /** Gain of such a receiver without validation. */
  @Test
  void withoutGuardItTakesAll() {
    Outcome outcome = Contest.run(Contest.setup(2, builder -> builder.feedbackValidation = NoValidation.DEFAULT),
        _ -> Lie.TENTH.about(0, 2, 0));
    assertThat(outcome.fctPs()[0]).isLessThan(0.51 * outcome.honestPs());
  }

  /** Without a queue there is none to hide: a false report that starts then is not detected, and gains little. */
  @Test
  void hidingAbsentQueuesHarmsLittle() {
    Setup setup = Contest.setup(2, _ -> {
    });
    Outcome honest = Contest.run(setup, _ -> (_, wire) -> wire);
    Outcome outcome = Contest.run(setup, _ -> Lie.NO_QUEUE.about(0, 2, 500 * US));
    assertThat(outcome.counters().misreportingFlows).isZero();
    assertThat(outcome.honestPs()).isLessThanOrEqualTo(1.02 * honest.honestPs());
    assertThat(outcome.fctPs()[0]).isGreaterThan(0.95 * honest.fctPs()[0]);
  }

  private static Setup honest(long seed, Consumer<SetupBuilder> changes) {
    var builder = new SetupBuilder();
    builder.seed = seed;
    builder.authenticateFeedback = true;
    builder.feedbackValidation = CheckedFeedback.DEFAULT;
    builder.topology = new LeafSpine(4, 2, 4, Contest.RATE, Contest.RATE, US, 1).build();
    builder.flows.add(0, 15, 3, 100, 3_000_000, 0);
    builder.flows.add(5, 9, 3, 100, 3_000_000, 0);
    new Poisson(0.6, Poisson.DEFAULT.sizes(), 400 * US, 0, 3, 100).addTo(builder.flows, builder.topology, seed);
    changes.accept(builder);
    return builder.build();
  }

  private static void star(SetupBuilder builder) {
    builder.topology = new Star(17, Contest.RATE, US).build();
    builder.flows = new FlowTable();
    for (int source = 1; source < 17; source++) {
      builder.flows.add(source, 0, 3, 100, 300_000, 0);
      builder.flows.add(0, source, 3, 101, 300_000, source * 20 * US); // and back, through the queue of acknowledgements
    }
  }

  private static void tcp(SetupBuilder builder) {
    builder.recovery = Tcp.DEFAULT;
    builder.framing = Framing.TCP;
    builder.telemetryPackets = Probes.DEFAULT;
    builder.pfc = false;
  }

  static List<Arguments> honestRuns() {
    var runs = new ArrayList<Arguments>();
    for (long seed : new long[] {1, 2, 3}) {
      add(runs, "load", seed, _ -> {
      });
      add(runs, "losses", seed, builder -> builder.lossRate = 0.003);
      add(runs, "losses, IRN", seed, builder -> {
        builder.lossRate = 0.003;
        builder.recovery = Irn.DEFAULT;
      });
      add(runs, "pauses", seed, builder -> builder.bufferBytes = 600_000);
      add(runs, "drops", seed, builder -> {
        builder.pfc = false;
        builder.bufferBytes = 300_000;
      });
      add(runs, "more losses, IRN", seed, builder -> {
        builder.lossRate = 0.01;
        builder.recovery = Irn.DEFAULT;
      });
      add(runs, "TCP", seed, MisreportingReceiverTest::tcp);
      add(runs, "TCP, losses", seed, builder -> {
        tcp(builder);
        builder.lossRate = 0.003;
      });
      add(runs, "TCP, drops", seed, builder -> {
        tcp(builder);
        builder.bufferBytes = 300_000;
      });
      add(runs, "unreliable, losses", seed, builder -> {
        builder.telemetryPackets = Probes.DEFAULT;
        builder.recovery = Unreliable.DEFAULT;
        builder.lossRate = 0.01;
      });
      add(runs, "link failure", seed, builder -> {
        builder.events.add(new LinkDown(60 * US, 16, 20));
        builder.events.add(new LinkUp(200 * US, 16, 20));
      });
      add(runs, "link failure, IRN, losses, few acknowledgements", seed, builder -> {
        builder.events.add(new LinkDown(60 * US, 16, 20));
        builder.recovery = Irn.DEFAULT;
        builder.lossRate = 0.003;
        builder.ackEveryPackets = 8;
      });
      add(runs, "operations", seed, builder -> {
        new Rdma(Rdma.Op.READ, 12, 1, 30_000, 5, 2, 5 * US, US, 3, 300).addTo(builder.flows, builder.topology, 1);
        new Rdma(Rdma.Op.WRITE, 2, 6, 30_000, 5, 2, 5 * US, US, 3, 300).addTo(builder.flows, builder.topology, 1);
      });
    }
    add(runs, "incast", 1, MisreportingReceiverTest::star);
    add(runs, "incast, pauses", 1, builder -> {
      star(builder);
      builder.bufferBytes = 1_500_000;
    });
    add(runs, "incast, drops", 1, builder -> {
      star(builder);
      builder.pfc = false;
      builder.bufferBytes = 300_000;
    });
    for (long senders : new long[] {8, 16}) {
      add(runs, "incast, TCP, drops", senders, builder -> {
        star(builder);
        tcp(builder);
        builder.bufferBytes = 10_000 * senders;
      });
    }
    for (int late : new int[] {5, 20, 60}) {
      add(runs, "latecomers to a long queue", late, builder -> {
        builder.topology = new Star(33, Contest.RATE, US).build();
        builder.flows = new FlowTable();
        for (int source = 1; source < 33; source++) {
          builder.flows.add(source, 0, 3, 100, source % 4 == 0 ? 800_000 : 200_000, source % 4 == 0 ? late * US : 0);
        }
      });
      add(runs, "victims of pauses", late, builder -> {
        builder.bufferBytes = 500_000;
        builder.flows = new FlowTable();
        for (int source = 0; source < 12; source++) {
          builder.flows.add(source, 12, 3, 100, 500_000, 0);
          builder.flows.add(source, 13 + source % 3, 3, 101, 500_000, late * US);
        }
      });
    }
    for (TelemetryFormat format : Formats.ALL) {
      if (!format.name().equals("authors")) {
        add(runs, "format " + format.name(), 1, builder -> {
          builder.telemetry = format;
          builder.framing = Framing.ROCEV2_IPV6;
          builder.lossRate = 0.001;
        });
      }
    }
    return runs;
  }

  private static void add(List<Arguments> runs, String name, long seed, Consumer<SetupBuilder> changes) {
    runs.add(Arguments.of(name, seed, changes));
  }

  @ParameterizedTest(name = "{0}, seed {1}")
  @MethodSource("honestRuns")
  void honestReceiversAreNotSuspected(String name, long seed, Consumer<SetupBuilder> changes) {
    RunResult result = new Simulation(honest(seed, changes), Recorder.NONE).run();
    assertThat(result.flowsFinished()).isEqualTo(result.flows());
    assertThat(result.of(SwitchValue.PAUSES_SENT) > 0 || !name.contains("pauses")).as("pauses").isTrue();
    assertThat(result.lost() > 0 || !name.contains("losses") && !name.contains("drops")).as("losses").isTrue();
    assertThat(result.hosts().misreportingFlows).isZero();
    assertThat(result.hosts().fallbacks).isZero();
  }
}
