package dev.inflight.sim.story;

import dev.inflight.cc.rival.Swift;
import dev.inflight.cc.rival.Nscc;
import dev.inflight.cc.rival.Dctcp;
import dev.inflight.cc.rival.Dcqcn;
import dev.inflight.net.balance.adaptive.Routings;
import dev.inflight.net.switchfeedback.DirectFeedback;
import dev.inflight.net.telemetrypackets.TelemetryPackets;
import dev.inflight.net.telemetrypackets.TelemetryPacketKinds;
import dev.inflight.net.telemetrypackets.OnQueue;
import dev.inflight.net.telemetrypackets.Probes;
import dev.inflight.net.link.Framing;
import dev.inflight.net.nic.NicModels;
import dev.inflight.net.paths.ChosenPaths;
import dev.inflight.net.paths.OnePath;
import dev.inflight.net.paths.Sprayed;
import dev.inflight.net.recovery.Recoveries;
import dev.inflight.net.recovery.Selective;
import dev.inflight.net.recovery.Tcp;
import dev.inflight.net.recovery.Unreliable;
import dev.inflight.net.feedback.ByAcks;
import dev.inflight.net.feedback.ByNotifications;
import dev.inflight.net.feedback.FeedbackPaths;
import dev.inflight.net.switching.Trimming;
import dev.inflight.net.switching.ecn.EcnThresholds;
import dev.inflight.net.switching.ecn.PortClass;
import dev.inflight.net.switching.queue.StrictOverDeficit;
import dev.inflight.net.switching.scope.PortScope;
import dev.inflight.net.switching.scope.QueueScope;
import dev.inflight.net.switching.scope.RecordScope;
import dev.inflight.net.switching.scope.RecordScope.Queueing;
import dev.inflight.net.validation.CheckedFeedback;
import dev.inflight.sim.setup.SetupBuilder;
import dev.inflight.telemetry.TelemetryFormat;
import dev.inflight.telemetry.format.Formats;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Mechanisms of the drafts, drawn at random, until they are compatible. */
final class Mechanisms {
  private static final List<TelemetryPackets> CARRIERS = carriers();
  private static final List<RecordScope> SCOPES = List.of(new PortScope(Queueing.LENGTH), new PortScope(Queueing.DELAY),
      new QueueScope(Queueing.LENGTH, 0), new QueueScope(Queueing.DELAY, 5 * Story.US));
  private static final StrictOverDeficit SHARES = new StrictOverDeficit(6, 1500, 1, 1, 3, 1, 2, 1, 1);

  private static final List<Sprayed.By> BY = List.of(Sprayed.By.values());

  private Mechanisms() {
  }

  private static List<TelemetryPackets> carriers() {
    var all = new ArrayList<>(TelemetryPacketKinds.ALL);
    all.add(new OnQueue(5000, OnQueue.ChosenBy.SWITCH));
    return all;
  }

  /** Draws again if a draw is refused, or cannot be divided: the same story and draw, the same mechanisms. */
  static SetupBuilder of(int story) {
    var random = new SplittableRandom(story + 3_000_000_000L);
    SetupBuilder setup;
    do {
      setup = draw(random.nextBoolean() ? Story.of(story) : Story.withOperations(story), random);
    } while (!setup.build().problems().isEmpty() || setup.build().whyWhole() != null);
    return setup;
  }

  private static SetupBuilder draw(SetupBuilder setup, SplittableRandom random) {
    setup.telemetry = any(Formats.ALL, random);
    setup.framing = any(List.of(Framing.values()), random);
    setup.recovery = any(Recoveries.ALL, random);
    setup.telemetryPackets = any(CARRIERS, random);
    setup.feedback = any(FeedbackPaths.ALL, random);
    setup.authenticateFeedback = random.nextBoolean();
    setup.nic = any(NicModels.ALL, random);
    if (setup.recovery instanceof Tcp) { // mechanisms with few partners are drawn too seldom otherwise
      setup.framing = random.nextBoolean() ? Framing.TCP : Framing.TCP_IPV6;
      setup.ackEveryPackets = 1;
      setup.flows = random.nextBoolean() ? setup.flows : Story.of((int) setup.seed).flows;
    }
    if (setup.recovery instanceof Tcp || setup.recovery instanceof Unreliable) {
      setup.telemetryPackets = Probes.DEFAULT;
      setup.feedback = random.nextBoolean() ? ByAcks.DEFAULT : ByNotifications.DEFAULT;
    }
    if (random.nextInt(3) == 0) {
      setup.queues = SHARES;
      setup.scope = any(SCOPES, random);
    }
    if (random.nextInt(4) == 0) {
      setup.switchFeedback = new DirectFeedback(20_000, 4 * Story.US, 4096, 4);
    }
    if (random.nextInt(4) == 0) {
      setup.paths = new ChosenPaths(2 + random.nextInt(8), 1 + random.nextInt(3), 0.9, 1);
    }
    if (random.nextInt(4) == 0) {
      setup.authenticateFeedback = true;
      setup.feedbackValidation = CheckedFeedback.DEFAULT;
    }
    if (random.nextInt(4) == 0) {
      setup.routing = any(Routings.ALL, random);
    }
    if (random.nextInt(5) == 0) {
      sprayed(setup, random);
    }
    return setup;
  }

  private static void sprayed(SetupBuilder setup, SplittableRandom random) {
    setup.scheme = any(List.of(Nscc.DEFAULT, Swift.DEFAULT, Dctcp.DEFAULT, Dcqcn.DEFAULT), random);
    setup.ecn.put(PortClass.ofRate(25_000_000_000L), new EcnThresholds(20_000, 80_000, 0.5));
    setup.ecn.put(PortClass.ofRate(100_000_000_000L), new EcnThresholds(20_000, 80_000, 0.5));
    setup.recovery = Selective.DEFAULT;
    setup.paths = random.nextInt(4) == 0 ? OnePath.DEFAULT : new Sprayed(2 + random.nextInt(63), any(BY, random));
    if (random.nextBoolean()) {
      setup.pfc = false;
      boolean returns = random.nextBoolean() && !setup.authenticateFeedback;
      setup.trim = returns ? new Trimming(64, 48, Trimming.To.SENDER) : Trimming.DEFAULT;
      setup.queues = random.nextBoolean() ? SHARES : new StrictOverDeficit(8, 1500, 1, 1, 1, 1, 1, 1, 1);
      setup.bufferBytes = 20_000 + random.nextInt(200_000);
    }
  }

  private static <T> T any(List<T> all, SplittableRandom random) {
    return all.get(random.nextInt(all.size()));
  }

  /** Subject of a story. */
  static String of(SetupBuilder setup) {
    TelemetryFormat format = setup.telemetry;
    return String.join(", ", setup.scheme.name(), format.name(), setup.framing.name(), setup.recovery.name(),
        setup.telemetryPackets.toString(), setup.feedback.name(), setup.switchFeedback.name(), setup.paths.name(),
        setup.routing.name(), setup.scope.toString(), setup.feedbackValidation.name(),
        setup.authenticateFeedback ? "sealed" : "open", setup.trim != null ? "trimmed" : "whole");
  }
}
