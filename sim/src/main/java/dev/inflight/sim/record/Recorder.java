package dev.inflight.sim.record;

import dev.inflight.net.link.Port;

/** Takes results while a simulation runs, in the order in which things happen, and never two at once. */
public interface Recorder {
  /** Keeps nothing. */
  Recorder NONE = new Recorder() {
  };

  /** A port's priority group is paused or resumed, by a PFC frame that has arrived. */
  default void pauseChanged(Port port, int group, boolean paused, long nowPs) {
  }

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
