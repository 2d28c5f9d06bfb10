package dev.inflight.sim.record;

import dev.inflight.net.host.Observer;
import dev.inflight.net.link.Packet;
import dev.inflight.net.link.Port;

/** Takes results while a simulation runs, on its thread. */
public interface Recorder {
  /** Keeps nothing. */
  Recorder NONE = new Recorder() {
  };

  /** A flow has finished. */
  default void flowFinished(FlowResult flow) {
  }

  /** A port received a PFC frame. */
  default void pauseChanged(Port port, int group, boolean paused, long nowPs) {
  }

  /** A packet was lost. */
  default void packetLost(Port port, Packet packet, Observer.Loss why, long nowPs) {
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
