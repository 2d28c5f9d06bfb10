package dev.inflight.sim;

import dev.inflight.net.host.HostCounters;
import dev.inflight.net.host.Observer;
import dev.inflight.net.link.Packet;
import java.util.Arrays;

/**
 * The totals of a run.
 *
 * @param simulatedPs from the first flow's start to the last event
 * @param endPs time of the last event
 * @param packetHops packets times links crossed
 * @param wireBytes bytes of frames times links crossed, with preambles and gaps
 * @param events events fired
 * @param flows flows to run
 * @param flowsFinished flows finished
 * @param losses packets lost, by reason and kind ({@link #lossIndex})
 * @param hosts what the hosts counted
 * @param pfcPauses pause frames that switches sent
 * @param pfcPausePs time that ports spent paused, added up
 * @param peakBufferBytes the most bytes that any switch held at once
 * @param ecnMarks packets marked by switches
 * @param switchAnswers answers that switches sent to packets that joined long queues
 * @param trimmed packets that switches cut behind their headers and sent on
 * @param fingerprint of the whole trajectory
 * @param belowLineShare share of the flows' time in which the scheme held them below line rate
 * @param partial whether the run was interrupted
 */
public record RunResult(long simulatedPs, long endPs, long packetHops, long wireBytes, long events, int flows, int flowsFinished,
    long[] losses,
    HostCounters hosts, long pfcPauses, long pfcPausePs, long peakBufferBytes, long ecnMarks, long switchAnswers, long trimmed,
    long fingerprint,
    double belowLineShare,
    boolean partial) {
  private static final int KINDS = Packet.Kind.values().length;
  /** How many reasons times kinds there are. */
  static final int LOSSES = Observer.Loss.values().length * KINDS;

  /** Where packets of a kind that were lost for a reason are counted. */
  static int lossIndex(Observer.Loss why, Packet.Kind kind) {
    return why.ordinal() * KINDS + kind.ordinal();
  }

  /** Packets lost for one reason. */
  public long lost(Observer.Loss why) {
    return Arrays.stream(Packet.Kind.values()).mapToLong(kind -> losses[lossIndex(why, kind)]).sum();
  }

  /** Packets of one kind lost, for whatever reason. */
  public long lost(Packet.Kind kind) {
    return Arrays.stream(Observer.Loss.values()).mapToLong(why -> losses[lossIndex(why, kind)]).sum();
  }

  /** All packets lost. */
  public long lost() {
    return Arrays.stream(losses).sum();
  }
}
