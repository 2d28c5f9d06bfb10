package dev.inflight.net.balance.adaptive;

import dev.inflight.net.balance.Routing;
import dev.inflight.net.balance.Ecmp;
import dev.inflight.net.balance.Weighted;
import java.util.List;

/** Every way in which switches choose that needs no file, with its default parameters. */
public final class Routings {
  /** All of them. */
  public static final List<Routing> ALL = List.of(Ecmp.DEFAULT, Weighted.DEFAULT, Drill.DEFAULT, LetFlow.DEFAULT, Conga.DEFAULT);

  private Routings() {
  }
}
