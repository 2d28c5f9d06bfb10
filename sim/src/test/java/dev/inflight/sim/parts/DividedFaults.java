package dev.inflight.sim.parts;

import static dev.inflight.sim.parts.DividedRunTest.change;

import dev.inflight.cc.rival.NoControl;
import dev.inflight.net.recovery.Irn;
import dev.inflight.net.route.RerouteDelays;
import dev.inflight.net.switching.pfc.PauseResponse;
import dev.inflight.net.switching.pfc.PfcRules;
import dev.inflight.net.switching.watchdog.PfcWatchdog;
import dev.inflight.sim.change.LinkDegraded;
import dev.inflight.sim.change.LinkDown;
import dev.inflight.sim.change.LinkFlapping;
import dev.inflight.sim.change.LinkLossy;
import dev.inflight.sim.change.LinkSilent;
import dev.inflight.sim.change.LinkUp;
import dev.inflight.sim.change.NodeDown;
import dev.inflight.sim.change.state.FaultLoss;
import dev.inflight.sim.change.state.LinkEnds;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** Faults while parts of a fabric run in parallel. */
final class DividedFaults {
  private static final long US = 1_000_000L;

  private DividedFaults() {
  }

  static Stream<Arguments> all() {
    return Stream.of(change("a watchdog to which all long pauses are storms", setup -> { // without control
      setup.scheme = NoControl.DEFAULT;
      setup.pfcWatchdog = new PfcWatchdog(10 * US, 5 * US, 2 * US, PfcWatchdog.Action.DROP);
    }), change("a lossy priority beside a lossless one, and ports that respond late", setup -> {
      setup.scheme = NoControl.DEFAULT;
      setup.pfcRules = PfcRules.DEFAULT.with(1 << 3).with(new PauseResponse(500_000, PauseResponse.IEEE));
      setup.egressAlpha = 0.25;
      for (int sender = 1; sender < 16; sender++) {
        setup.flows.add(sender, 0, 4, 100, 50_500, 10 * US);
      }
    }), change("drops", setup -> {
      setup.pfc = false;
      setup.scheme = NoControl.DEFAULT;
      setup.bufferBytes = 200_000;
    }), change("link events", setup -> {
      setup.events.add(new LinkDown(30 * US, 16, 20));
      setup.events.add(new LinkUp(90 * US + 1, 16, 20));
    }), change("link events and irn", setup -> {
      setup.recovery = Irn.DEFAULT;
      setup.events.add(new LinkDown(50 * US, 17, 21));
    }), change("gray failures", setup -> {
      setup.events.add(new LinkDegraded(20 * US, new LinkEnds(16, 20, true), 10_000_000_000L, 150 * US));
      setup.events.add(new LinkLossy(20 * US, new LinkEnds(17, 21), new FaultLoss(FaultLoss.Kind.BITS, 1e-6), 150 * US));
      setup.events.add(new LinkSilent(40 * US, new LinkEnds(21, 16, true), 90 * US));
    }), change("a switch that dies, and late routes", setup -> {
      setup.reroute = new RerouteDelays(5 * US, 20 * US, Map.of(17, 40 * US));
      setup.events.add(new NodeDown(30 * US, 20, 200 * US));
      setup.events.add(new LinkFlapping(60 * US, new LinkEnds(16, 21), 30 * US, 0.4, 3));
    }));
  }
}
