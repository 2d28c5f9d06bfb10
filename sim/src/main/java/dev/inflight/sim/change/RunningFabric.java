package dev.inflight.sim.change;

import dev.inflight.net.fabric.Fabric;
import java.util.function.LongUnaryOperator;

/** The fabric of a run, while all of its parts stand still. */
public final class RunningFabric implements FabricState {
  private final Fabric fabric;
  private final LongUnaryOperator mostOfAll;
  private final Runnable routesChanged;

  /**
   * A fabric.
   *
   * @param mostOfAll the largest of the numbers that it is given in all processes that share the run
   * @param routesChanged is called when routes are others than before
   */
  public RunningFabric(Fabric fabric, LongUnaryOperator mostOfAll, Runnable routesChanged) {
    this.fabric = fabric;
    this.mostOfAll = mostOfAll;
    this.routesChanged = routesChanged;
  }

  @Override
  public void setLink(LinkEnds ends, boolean up, long nowPs) {
    fabric.setLink(ends.a(), ends.b(), up, nowPs, mostOfAll);
    routesChanged.run();
  }

  @Override
  public void setNode(int node, boolean up, long nowPs) {
    fabric.setNode(node, up, nowPs, mostOfAll);
    routesChanged.run();
  }
}
