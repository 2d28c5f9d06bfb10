package dev.inflight.sim.record;

import dev.inflight.sim.measure.RankSample;
import java.util.List;
import java.util.function.Supplier;

/**
 * Receiver of results while a simulation runs, in the order of events, and never two at once. It gets values that it may keep,
 * and that are the same wherever the port or the flow is.
 */
public interface Recorder {
  /** Keeps nothing. */
  Recorder NONE = new Recorder() {
  };

  /** Called when a port's priority is paused or resumed, by a PFC frame that has arrived. */
  default void pauseChanged(PortName port, int priority, boolean paused, long nowPs) {
  }

  /** True if the recorder takes lost packets, which may be many. */
  default boolean recordsLosses() {
    return false;
  }

  /** Called when a packet was lost; only for recorders that take losses. */
  default void packetLost(PacketLoss loss) {
  }

  /** Called when a flow has finished. */
  default void flowFinished(FlowResult flow) {
  }

  /**
   * Receives the queue histograms so far, at the first sample and then whenever the time is a multiple of 100 ms.
   *
   * @param nowPs the time, in picoseconds
   * @param histograms makes those of all switch ports, node by node, if they are needed; to be called before this method returns
   */
  default void queues(long nowPs, Supplier<List<QueueHistogram>> histograms) {
  }

  /** Takes the values of a flow, at each time of the setup's series. */
  default void flowSample(FlowSample sample) {
  }

  /** Takes the values of a port, at each time of the setup's series. */
  default void portSample(PortSample sample) {
  }

  /** Takes the activity of a job's rank, at each time of the setup's series until it has ended. */
  default void rankSample(RankSample sample) {
  }
}
