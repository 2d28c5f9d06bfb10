package dev.inflight.sim;

import dev.inflight.net.fabric.Part;
import dev.inflight.net.link.PacketPool;
import dev.inflight.sim.loop.PortOrderLoop;
import dev.inflight.sim.parts.Work;
import dev.inflight.sim.record.PartSamplers;
import java.util.List;

/** Work of a run's parts in parallel. */
final class PartWork implements Work {
  private final Simulation run;
  private final PartSamplers samplers;
  private List<PacketPool> pools = List.of();

  PartWork(Simulation run, PartSamplers samplers) {
    this.run = run;
    this.samplers = samplers;
  }

  @Override
  public void run(int part, PortOrderLoop loop, long untilPs) {
    samplers.part(part).run(untilPs);
  }

  @Override
  public long lastStartPs() {
    return run.lastStartPs();
  }

  @Override
  public boolean isOver(int part) {
    return run.traffic().part(part).isOver();
  }

  @Override
  public long lastEndPs(int part) {
    return run.traffic().part(part).lastEndPs();
  }

  /**
   * Balances the pools of parts: packets end in the pool of the part that consumes them, and more may travel in one direction.
   */
  @Override
  public void tidy() {
    if (pools.isEmpty()) {
      pools = run.fabric().parts().stream().map(Part::pool).toList();
    }
    long waiting = 0;
    for (PacketPool pool : pools) {
      waiting += pool.waiting();
    }
    int mean = (int) (waiting / pools.size());
    int poor = 0;
    for (PacketPool rich : pools) {
      while (rich.waiting() > mean && poor < pools.size()) {
        PacketPool to = pools.get(poor);
        int lacks = mean - to.waiting();
        if (lacks > 0) {
          rich.give(Math.min(lacks, rich.waiting() - mean), to);
        } else {
          poor++;
        }
      }
    }
  }

  @Override
  public void over(long nowPs) {
    run.over(nowPs);
  }
}
