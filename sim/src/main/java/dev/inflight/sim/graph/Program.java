package dev.inflight.sim.graph;

/** What the ranks of a job do: all of it as an {@link OperationGraph}, or a script that is unrolled while it runs. */
public interface Program {
  /** How many ranks there are, from 0 on. */
  int ranks();

  /** How many operations there are, from 0 on. */
  int operations();

  /** How many hosts a rank has, one for each of its NICs, 1 or more. */
  int nics();
}
