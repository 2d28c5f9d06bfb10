package dev.inflight.sim.random;

import dev.inflight.net.switching.ecn.MarkingRandom;
import dev.inflight.net.topology.Topology;

/**
 * Random marks as the authors' simulator draws them: each is the first number of a new stream, and streams are counted over the
 * whole network in the order of events. Acknowledgements draw numbers too, and each pause frame uses up a stream.
 */
public final class AuthorsMarks implements MarkingRandom {
  private static final int STREAMS_PER_NODE = 6;
  private static final int STREAMS_BEFORE = 2;
  private static final int STREAMS_PER_LOSSY_LINK = 2;

  private final Mrg32k3a random;

  public AuthorsMarks(Topology topology) {
    long lossy = topology.links().stream().filter(link -> link.lossRate() > 0).count();
    random = new Mrg32k3a(1, STREAMS_PER_NODE * (long) topology.nodeCount() + STREAMS_BEFORE + STREAMS_PER_LOSSY_LINK * lossy, 1);
  }

  @Override
  public double next() {
    double first = random.firstDouble();
    random.nextStream();
    return first;
  }

  @Override
  public boolean alsoForAcks() {
    return true;
  }

  @Override
  public void pauseFrameSent() {
    random.nextStream();
  }
}
