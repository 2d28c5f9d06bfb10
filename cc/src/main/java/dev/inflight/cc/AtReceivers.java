package dev.inflight.cc;

import java.util.Set;

/**
 * Sender side of a scheme in which receivers decide.
 *
 * @param scheme scheme of the receivers
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
