package dev.inflight.net.trust;

import java.util.List;

/** Every kind of trust there is, with its default parameters. */
public final class Trusts {
  /** All of them. */
  public static final List<Trust> ALL = List.of(Unguarded.DEFAULT, Guarded.DEFAULT);

  private Trusts() {
  }
}
