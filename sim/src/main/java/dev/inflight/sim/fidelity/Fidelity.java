package dev.inflight.sim.fidelity;

/** Amount of a run that is simulated packet by packet: a record of parameters. */
public sealed interface Fidelity permits FullFidelity, FastFidelity {
  /** Name in scenarios, such as {@code fast}. */
  String name();

  /** The relative error that completion times may have, such as 0.005; 0: every packet is simulated. */
  double error();
}
