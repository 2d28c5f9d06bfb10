package dev.inflight.net.balance.adaptive;

import dev.inflight.net.balance.Routing;
import dev.inflight.net.balance.Ecmp;
import dev.inflight.net.balance.Weighted;
import dev.inflight.net.balance.given.Static;
import dev.inflight.net.balance.weave.ConWeave;
import java.util.List;

/** All ways in which switches choose, with their default parameters. */
public final class Routings {
  /** All routings. */
  public static final List<Routing> ALL = List.of(Ecmp.DEFAULT, Weighted.DEFAULT, Static.DEFAULT, Drill.DEFAULT, LetFlow.DEFAULT,
      Conga.DEFAULT, ConWeave.DEFAULT);

  private Routings() {
  }
}
