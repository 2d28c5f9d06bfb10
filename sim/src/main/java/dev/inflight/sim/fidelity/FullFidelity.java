package dev.inflight.sim.fidelity;

/** Simulation of every packet. */
public record FullFidelity() implements Fidelity {
  /** The only one. */
  public static final FullFidelity DEFAULT = new FullFidelity();

  @Override
  public String name() {
    return "full";
  }

  @Override
  public double error() {
    return 0;
  }
}
