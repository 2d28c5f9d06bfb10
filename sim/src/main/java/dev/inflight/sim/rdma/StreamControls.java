package dev.inflight.sim.rdma;

import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.Pacing;
import dev.inflight.cc.PathFacts;
import dev.inflight.cc.Scheme;
import dev.inflight.net.host.Sender;
import dev.inflight.net.link.Flow;
import dev.inflight.net.rdma.QueuePairConnection;
import dev.inflight.sim.setup.FabricBuilder;
import java.util.function.Consumer;

/** Makes the congestion controls of a class of flows, each when its stream starts to send. */
final class StreamControls implements QueuePairConnection.Controls {
  private final FabricBuilder assembly;
  private final Scheme scheme;
  private final Consumer<Sender> started;

  StreamControls(FabricBuilder assembly, int flowClass, Consumer<Sender> started) {
    this.assembly = assembly;
    this.started = started;
    scheme = assembly.scheme(flowClass);
  }

  @Override
  public PathFacts path(Flow stream, long lineRateBitsPerSec) {
    return assembly.pathFacts(stream.flowClass(), stream.source(), stream.destination(), lineRateBitsPerSec);
  }

  @Override
  public CongestionControl start(Flow stream, PathFacts path) {
    return assembly.start(stream, path);
  }

  @Override
  public Pacing pacing() {
    return scheme.pacing();
  }

  @Override
  public void started(Sender sender) {
    started.accept(sender);
  }
}
