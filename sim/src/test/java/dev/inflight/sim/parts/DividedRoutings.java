package dev.inflight.sim.parts;

import static dev.inflight.sim.parts.DividedRunTest.change;

import dev.inflight.cc.rival.Dcqcn;
import dev.inflight.net.balance.Routing;
import dev.inflight.net.balance.adaptive.Routings;
import dev.inflight.net.balance.weave.ConWeave;
import dev.inflight.net.recovery.Selective;
import dev.inflight.sim.change.LinkDown;
import dev.inflight.sim.change.LinkUp;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** Switches that choose paths while parts of a fabric run side by side. */
final class DividedRoutings {
  private static final long US = 1_000_000L;

  private DividedRoutings() {
  }

  static Stream<Arguments> all() {
    return Stream
        .concat(Routings.ALL.stream().filter(Routing::switchesChoose),
            Stream.of(new ConWeave(4 * US, US, 30 * US, 20 * US, 5 * US, 3, 2)))
        .map(routing -> change("routing " + routing, setup -> {
          setup.routing = routing;
          setup.scheme = Dcqcn.DEFAULT;
          setup.recovery = Selective.DEFAULT;
          setup.lossRate = 0.003;
          setup.events.add(new LinkDown(30 * US, 16, 20));
          setup.events.add(new LinkUp(90 * US + 1, 16, 20));
        }));
  }
}
