package dev.inflight.net.topology;

import java.util.List;

/** Every shape there is, with its default parameters; a new one is a new file and a line here. */
public final class Topologies {
  /** All shapes. */
  public static final List<TopologyGenerator> ALL = List.of(Star.DEFAULT, Dumbbell.DEFAULT, LeafSpine.DEFAULT, FatTree.DEFAULT,
      Pod.DEFAULT, KAry.DEFAULT, RailOptimised.DEFAULT, DualPlane.DEFAULT, DualTor.DEFAULT, Dragonfly.DEFAULT,
      ParkingLot.DEFAULT);

  private Topologies() {
  }
}
