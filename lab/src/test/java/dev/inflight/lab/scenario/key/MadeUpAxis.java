package dev.inflight.lab.scenario.key;

import dev.inflight.lab.scenario.Catalog;
import dev.inflight.lab.scenario.Axis;
import dev.inflight.lab.spec.SpecBinder;
import java.util.List;
import java.util.stream.Stream;

/** An axis that Inflight does not have, and the table of all axes with it. */
public final class MadeUpAxis {
  private static final Axis<Fair> AXIS = new Axis<>(new Axis.Key("discipline", "nic", "how ports choose among their queues"),
      new SpecBinder<>("queue discipline", List.of(new Fair(1)), fair -> "fair"),
      Axis.Place.inSetup(setup -> new Fair((int) setup.seed()), (setup, fair) -> setup.seed = fair.quantum),
      new Axis.Listing<>("disciplines", "Queue disciplines", spec -> "in a scenario: discipline: " + spec),
      Axis.Report.behind("nic", "how ports choose among their queues").onScreen("queues"));

  public static final List<Axis<?>> AXES = Stream.concat(Catalog.AXES.stream(), Stream.of(AXIS)).toList();

  private MadeUpAxis() {
  }

  /** Invented discipline; its quantum is stored in the seed's place, since the simulator has no place for it. */
  public record Fair(int quantum) {
  }
}
