package dev.inflight.sim.fidelity;

import java.util.List;

/** All kinds of fidelity, with their default parameters. */
public final class Fidelities {
  /** All kinds of fidelity. */
  public static final List<Fidelity> ALL = List.of(FullFidelity.DEFAULT, FastFidelity.DEFAULT);

  private Fidelities() {
  }
}
