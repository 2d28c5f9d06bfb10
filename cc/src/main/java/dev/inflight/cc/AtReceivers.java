package dev.inflight.cc;

import java.util.Set;

/**
 * A scheme with receivers that decide, as its senders see it.
 *
 * @param scheme what receivers run
 */
public record AtReceivers(Scheme scheme) implements Scheme {
  @Override
  public String name() {
    return scheme.name();
  }

  @Override
  public Set<Signal> signals() {
    return scheme.signals();
  }

  @Override
  public Pacing pacing() {
    return scheme.pacing();
  }

  @Override
  public CongestionControl start(PathFacts path) {
    return new ReceiverWindow(path);
  }
}
