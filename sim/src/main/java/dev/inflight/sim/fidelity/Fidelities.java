package dev.inflight.sim.fidelity;

import java.util.List;

/** Every kind of fidelity there is, with its default parameters. */
public final class Fidelities {
  /** All of them. */
  public static final List<Fidelity> ALL = List.of(FullFidelity.DEFAULT, FastFidelity.DEFAULT);

  private Fidelities() {
  }
}
