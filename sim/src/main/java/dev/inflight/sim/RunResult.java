package dev.inflight.sim;

import dev.inflight.net.host.HostCounters;
import dev.inflight.net.host.Observer;
import java.util.Arrays;

/**
 * The totals of a run.
 *
 * @param simulatedPs from the first flow's start to the last event
 * @param endPs time of the last event
 * @param packetHops packets times links crossed
 * @param events events fired
 * @param flows flows to run
 * @param flowsFinished flows finished
 * @param losses packets lost, by {@link Observer.Loss}
 * @param hosts what the hosts counted
 * @param pfcPauses pause frames that switches sent
 * @param pfcPausePs time that ports spent paused, added up
 * @param peakBufferBytes the most bytes that any switch held at once
 * @param ecnMarks packets marked by switches
 * @param fingerprint of the whole trajectory
 * @param belowLineShare share of the flows' time in which the scheme held them below line rate
 * @param partial whether the run was interrupted
 */
public record RunResult(long simulatedPs, long endPs, long packetHops, long events, int flows, int flowsFinished, long[] losses,
    HostCounters hosts, long pfcPauses, long pfcPausePs, long peakBufferBytes, long ecnMarks, long fingerprint,
    double belowLineShare,
    boolean partial) {
  /** Packets lost for one reason. */
  public long lost(Observer.Loss why) {
    return losses[why.ordinal()];
  }

  /** All packets lost. */
  public long lost() {
    return Arrays.stream(losses).sum();
  }
}
