package dev.inflight.sim.story;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.net.telemetrypackets.TelemetryPackets;
import dev.inflight.net.link.Framing;
import dev.inflight.net.recovery.Recoveries;
import dev.inflight.net.recovery.Recovery;
import dev.inflight.net.recovery.Tcp;
import dev.inflight.net.recovery.Unreliable;
import dev.inflight.net.feedback.FeedbackPath;
import dev.inflight.net.feedback.FeedbackPaths;
import dev.inflight.sim.RunResult;
import dev.inflight.sim.Simulation;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.change.LinkDown;
import dev.inflight.sim.change.LinkUp;
import dev.inflight.sim.setup.Problem;
import dev.inflight.sim.setup.Setup;
import dev.inflight.sim.setup.SetupBuilder;
import dev.inflight.sim.workload.Rdma;
import dev.inflight.telemetry.TelemetryFormat;
import dev.inflight.telemetry.format.Formats;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Combinations of the drafts' mechanisms in contract tests.
 *
 * @param carrier packets that carry telemetry
 * @param reports its return
 * @param format format of telemetry
 * @param framing framing of packets
 * @param recovery loss recovery
 */
public record Mix(TelemetryPackets carrier, FeedbackPath reports, TelemetryFormat format, Framing framing, Recovery recovery) {
  private static final long US = 1_000_000;

  /** Tries all combinations with a carrier, which are hundreds; a failure names its combination. */
  public static void each(TelemetryPackets carrier, Consumer<Mix> trial) {
    for (FeedbackPath reports : FeedbackPaths.EVERY) {
      for (TelemetryFormat format : Formats.ALL) {
        for (Framing framing : Framing.values()) {
          Recoveries.ALL.forEach(recovery -> new Mix(carrier, reports, format, framing, recovery).tried(trial));
        }
      }
    }
  }

  private void tried(Consumer<Mix> trial) {
    try {
      trial.accept(this);
    } catch (AssertionError | RuntimeException failure) {
      throw new AssertionError(this + ": " + failure.getMessage(), failure);
    }
  }

  /**
   * A run of it with losses, and where operations go with it with READs and WRITEs and few acknowledgements. All flows finish, and nothing
   * is taken for an attack.
   *
   * @param builder builder with a leaf-spine of two leaves, eight hosts and two spines, and a failure of the first uplink for a while
   * @param goes true if it is to run; otherwise it is to be refused
   * @return the run, if there was one
   */
  public Optional<RunResult> run(SetupBuilder builder, double lossRate, boolean goes) {
    builder.telemetryPackets = carrier;
    builder.feedback = reports;
    builder.telemetry = format;
    builder.framing = framing;
    builder.recovery = recovery;
    builder.authenticateFeedback = true;
    builder.lossRate = lossRate;
    builder.events.add(new LinkDown(30 * US, 8, 10));
    builder.events.add(new LinkUp(130 * US, 8, 10));
    if (framing != Framing.REFERENCE && !(recovery instanceof Unreliable) && !(recovery instanceof Tcp)) {
      builder.ackEveryPackets = 3;
      new Rdma(Rdma.Op.READ, 2, 6, 30_000, 5, 2, 5 * US, US, 3, 300).addTo(builder.flows, builder.topology, 1);
      new Rdma(Rdma.Op.WRITE, 6, 2, 30_000, 5, 2, 5 * US, US, 3, 300).addTo(builder.flows, builder.topology, 1);
    }
    Setup setup = builder.build();
    List<Problem> problems = setup.problems();
    assertThat(problems.isEmpty()).as("%s", problems).isEqualTo(goes);
    assertThat(problems).allSatisfy(problem -> assertThat(problem.sentence()).hasSizeGreaterThan(30));
    if (!goes) {
      return Optional.empty();
    }
    RunResult result = new Simulation(setup, Recorder.NONE).run();
    assertThat(result.flowsFinished()).isEqualTo(result.flows());
    assertThat(result.hosts().forgedReports).isZero();
    assertThat(result.hosts().replayedReports).isZero();
    return Optional.of(result);
  }
}
