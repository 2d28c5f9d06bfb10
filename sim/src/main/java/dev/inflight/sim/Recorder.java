package dev.inflight.sim;

import dev.inflight.net.EgressPort;
import dev.inflight.net.Observer;
import dev.inflight.net.Packet;

/** Takes results while a simulation runs, on its thread. */
public interface Recorder {
  /** Keeps nothing. */
  Recorder NONE = new Recorder() {
  };

  /** A flow has finished. */
  default void flowFinished(FlowResult flow) {
  }

  /** A port received a PFC frame. */
  default void pauseChanged(EgressPort port, int group, boolean paused, long nowPs) {
  }

  /** A packet was lost. */
  default void packetLost(EgressPort port, Packet packet, Observer.Loss why, long nowPs) {
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
