package dev.inflight.net.topology.shape;

import dev.inflight.net.topology.Dragonfly;
import dev.inflight.net.topology.DualPlane;
import dev.inflight.net.topology.DualTor;
import dev.inflight.net.topology.Dumbbell;
import dev.inflight.net.topology.FatTree;
import dev.inflight.net.topology.KAry;
import dev.inflight.net.topology.LeafSpine;
import dev.inflight.net.topology.ParkingLot;
import dev.inflight.net.topology.Pod;
import dev.inflight.net.topology.RailOptimized;
import dev.inflight.net.topology.Star;
import dev.inflight.net.topology.TopologyGenerator;
import dev.inflight.net.topology.Torus;
import java.util.List;

/** All shapes, with their default parameters; a new one is a new file and a line here. */
public final class Topologies {
  /** All shapes. */
  public static final List<TopologyGenerator> ALL = List.of(Star.DEFAULT, Dumbbell.DEFAULT, LeafSpine.DEFAULT, FatTree.DEFAULT,
      Pod.DEFAULT, KAry.DEFAULT, RailOptimized.DEFAULT, DualPlane.DEFAULT, DualTor.DEFAULT, Dragonfly.DEFAULT, Torus.DEFAULT,
      ParkingLot.DEFAULT);

  private Topologies() {
  }
}
