package dev.inflight.sim;

import dev.inflight.net.fabric.Part;
import dev.inflight.net.link.PacketPool;
import dev.inflight.sim.loop.PortOrderLoop;
import dev.inflight.sim.parts.Work;
import dev.inflight.sim.record.PartSamplers;
import java.util.List;

/** What the parts of a run do side by side. */
final class PartWork implements Work {
  private final Simulation run;
  private final PartSamplers samplers;

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

  /** Packets end in the pool of the part that takes them, and more may go one way than the other. */
  @Override
  public void tidy() {
    List<PacketPool> pools = run.fabric().parts().stream().map(Part::pool).toList();
    for (int one = 0; one < pools.size(); one++) {
      for (int other = one + 1; other < pools.size(); other++) {
        pools.get(one).shareWith(pools.get(other));
      }
    }
  }

  @Override
  public void over(long nowPs) {
    run.over(nowPs);
  }
}
