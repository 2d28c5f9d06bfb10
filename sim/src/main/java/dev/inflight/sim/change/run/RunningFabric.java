package dev.inflight.sim.change.run;

import dev.inflight.sim.change.state.FabricState;
import dev.inflight.sim.change.state.FaultLoss;
import dev.inflight.sim.change.state.LinkEnds;
import dev.inflight.sim.change.state.StatedRates;
import dev.inflight.net.fabric.Fabric;
import dev.inflight.net.link.LinkObserver;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/** The fabric of a run, used while none of its parts runs. */
public final class RunningFabric implements FabricState {
  private final Fabric fabric;
  private final LongUnaryOperator mostOfAll;
  private final StatedRates links;
  private final long seed;
  private final LongUnaryOperator packetTime;

  /**
   * Makes it for a fabric.
   *
   * @param links rates of links as its endpoints have them
   * @param seed seed of random losses
   * @param packetTime time of packet exchange at a time of the scenario; earlier after skipped stretches
   * @param mostOfAll the largest of the numbers that the processes of the run pass to it
   */
  public RunningFabric(Fabric fabric, StatedRates links, long seed, LongUnaryOperator packetTime, LongUnaryOperator mostOfAll) {
    this.fabric = fabric;
    this.links = links;
    this.seed = seed;
    this.packetTime = packetTime;
    this.mostOfAll = mostOfAll;
  }

  @Override
  public void setLink(LinkEnds ends, boolean up, long nowPs) {
    fabric.faults().setLink(ends.a(), ends.b(), up, packetTime.applyAsLong(nowPs), mostOfAll);
  }

  @Override
  public void setRate(LinkEnds ends, long rateBitsPerSec, boolean announced) {
    setRate(ends.a(), ends.b(), rateBitsPerSec, announced);
    if (!ends.oneWay()) {
      setRate(ends.b(), ends.a(), rateBitsPerSec, announced);
    }
  }

  private void setRate(int node, int neighbor, long rateBitsPerSec, boolean announced) {
    fabric.faults().setRate(node, neighbor, rateBitsPerSec);
    if (announced) {
      fabric.faults().announce(node, neighbor, rateBitsPerSec);
      links.set(node, neighbor, rateBitsPerSec);
    }
  }

  @Override
  public void setSendRate(int node, int port, long rateBitsPerSec) {
    fabric.faults().setPortRate(node, port, rateBitsPerSec);
  }

  @Override
  public void setLoss(LinkEnds ends, @Nullable FaultLoss loss, long nowPs) {
    setLoss(ends.a(), ends.b(), loss, nowPs);
    if (!ends.oneWay()) {
      setLoss(ends.b(), ends.a(), loss, nowPs);
    }
  }

  /** Sets a loss. Each fault draws separate numbers, because no other fault of the same cable starts at the same time. */
  private void setLoss(int node, int neighbor, @Nullable FaultLoss loss, long nowPs) {
    if (loss == null) {
      fabric.faults().setFault(node, neighbor, null, LinkObserver.Loss.RANDOM);
    } else {
      fabric.faults().setFault(node, neighbor, port -> loss.model(seed ^ ~nowPs, port), loss.reason());
    }
  }

  @Override
  public void setStorm(int node, int port, int priority, boolean on, long nowPs) {
    fabric.portFaults.setStorm(node, port, priority, on, packetTime.applyAsLong(nowPs));
  }

  @Override
  public void setReceiveRate(int node, int port, long rateBitsPerSec, long bufferBytes, long nowPs) {
    fabric.portFaults.setReceiveRate(node, port, rateBitsPerSec, bufferBytes, packetTime.applyAsLong(nowPs));
  }

  @Override
  public void setNode(int node, boolean up, long nowPs) {
    fabric.faults().setNode(node, up, packetTime.applyAsLong(nowPs), mostOfAll);
  }
}
