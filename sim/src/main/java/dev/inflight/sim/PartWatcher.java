package dev.inflight.sim;

import dev.inflight.net.host.Observer;
import dev.inflight.net.host.Sender;
import dev.inflight.net.link.Flow;
import dev.inflight.net.link.Packet;
import dev.inflight.net.link.Port;
import dev.inflight.net.route.Cabling;
import dev.inflight.sim.parts.DividedLoop;
import dev.inflight.sim.parts.PartRecords;
import dev.inflight.sim.rdma.MessageConnections;
import dev.inflight.sim.record.FlowResult;
import dev.inflight.sim.record.PacketLoss;
import dev.inflight.sim.record.PortName;
import dev.inflight.sim.record.SeriesSampler;
import dev.inflight.sim.symmetry.Symmetry;
import org.jspecify.annotations.Nullable;

/**
 * Observes one part of a run. It notifies its observer at once, or, with parallel parts, when all parts have reached the same
 * time.
 */
final class PartWatcher implements Observer, AllTraffic.Listener {
  private final Simulation run;
  private final int part;
  private final long[] losses = new long[RunResult.LOSSES];

  PartWatcher(Simulation run, int part) {
    this.run = run;
    this.part = part;
  }

  /** Buffer for notifications; null if they are immediate, which allocates nothing. */
  private @Nullable PartRecords records() {
    DividedLoop divided = run.divided();
    return divided == null ? null : divided.records(part);
  }

  @Override
  public void flowFinished(Sender sender, long nowPs) {
    run.traffic().part(part).flowFinished(sender, nowPs);
  }

  @Override
  public void flowArrived(Flow flow, long nowPs) {
    run.traffic().part(part).flowArrived(flow, nowPs);
  }

  @Override
  public void pauseChanged(Port port, int priority, boolean paused, long nowPs) {
    PortName name = run.measurements().portNames.of(port);
    PartRecords records = records();
    if (records == null) {
      run.recorder().pauseChanged(name, priority, paused, run.traffic().scenarioPs(nowPs));
      repeatPause(port, priority, paused, nowPs);
    } else {
      records.keep(() -> run.recorder().pauseChanged(name, priority, paused, nowPs));
    }
  }

  /** Reports the pauses of ports that do the same in a symmetric run. */
  private void repeatPause(Port port, int priority, boolean paused, long nowPs) {
    Symmetry symmetry = run.measurements().symmetry;
    Cabling cabling = run.fabric().cabling();
    for (int block = 1; symmetry != null && block < symmetry.blocks(); block++) {
      run.recorder().pauseChanged(PortName.of(cabling, symmetry.port(port.index(), block)), priority, paused,
          run.traffic().scenarioPs(nowPs));
    }
  }

  @Override
  public void packetLost(Port port, Packet packet, Loss why, long nowPs) {
    losses[RunResult.lossIndex(why, packet.kind)]++;
    if (!run.recorder().recordsLosses()) {
      return; // without an observer none is made
    }
    var loss = new PacketLoss(run.traffic().scenarioPs(nowPs), run.measurements().portNames.of(port),
        MessageConnections.rowOf(packet), packet.kind, packet.sequence, packet.sizeBytes, why);
    PartRecords records = records();
    if (records == null) {
      run.recorder().packetLost(loss);
    } else {
      records.keep(() -> run.recorder().packetLost(loss));
    }
  }

  /** Packets of one kind lost so far for one reason, by {@link RunResult#lossIndex}. */
  long lost(int index) {
    return losses[index];
  }

  @Override
  public void started(int row, Sender sender, long fromByte) {
    SeriesSampler series = run.measurements().series();
    if (series == null || !series.wants(row)) {
      return;
    }
    PartRecords records = records();
    long endByte = sender.flow().sizeBytes(); // now, as others may run ahead
    if (records == null) {
      series.started(row, sender, fromByte, endByte);
    } else {
      records.keep(() -> series.started(row, sender, fromByte, endByte));
    }
  }

  @Override
  public void finished(FlowResult result) {
    SeriesSampler series = run.measurements().series();
    PartRecords records = records();
    if (records == null) {
      finished(result, series);
    } else {
      records.keep(() -> finished(result, series));
    }
  }

  private void finished(FlowResult result, @Nullable SeriesSampler series) {
    if (series != null) {
      series.finished(result.id());
    }
    run.recorder().flowFinished(result);
  }

  @Override
  public void jobEnded(int job, long nowPs) {
    PartRecords records = records();
    if (records == null) {
      run.jobs().ended(job, nowPs);
    } else {
      records.keep(() -> run.jobs().ended(job, nowPs));
    }
  }

  @Override
  public void over(long nowPs) {
    DividedLoop divided = run.divided();
    if (divided == null) {
      run.over(nowPs);
    } else if (divided.isEnding()) {
      divided.loop(part).endHere();
    }
  }
}
