package dev.inflight.sim.record;

import dev.inflight.net.link.LinkObserver;

/** Takes results while a simulation runs, on its thread. */
public interface Recorder extends LinkObserver {
  /** Keeps nothing. */
  Recorder NONE = new Recorder() {
  };

  /** A flow has finished. */
  default void flowFinished(FlowResult flow) {
  }

  /** The queue histograms so far, at the first sample and then whenever the time is a multiple of 100 ms. */
  default void queues(long nowPs, QueueMonitor monitor) {
  }

  /** How a flow stands, at each time of the setup's series. */
  default void flowSample(FlowSample sample) {
  }

  /** How a port stands, at each time of the setup's series. */
  default void portSample(PortSample sample) {
  }
}
