package dev.inflight.net.host;

import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.Pacing;
import dev.inflight.net.nic.NicFlow;

/** When a flow's next packet may leave: as long after the last one as that one takes at the pace that the congestion control has decided. */
final class Pacer {
  private final NicFlow flow;
  private final HostContext context;
  private final long lineRateBitsPerSec;
  private final boolean retimes;
  private long paceBitsPerSec;
  private long gapPs;
  private int lastWireBytes;

  Pacer(NicFlow flow, HostContext context, CongestionControl control, Pacing pacing, long lineRateBitsPerSec) {
    this.flow = flow;
    this.lineRateBitsPerSec = lineRateBitsPerSec;
    this.context = context;
    retimes = pacing == Pacing.CURRENT_RATE && (context.paced || context.profile.retimesUnpacedFlows());
    paceBitsPerSec = control.paceBitsPerSec();
  }

  /** A packet of this size leaves. */
  void sent(int packetBytes, long startPs) {
    lastWireBytes = packetBytes + context.gapBytes;
    gapPs = context.clock.serialisationPs(lastWireBytes, paceBitsPerSec);
    flow.nextSendPs = startPs + (context.paced ? gapPs : context.clock.serialisationPs(lastWireBytes, lineRateBitsPerSec));
  }

  /** The pace is another one from now on, perhaps also behind the packet that left last. */
  void pace(long bitsPerSec) {
    if (bitsPerSec != paceBitsPerSec) {
      if (retimes) {
        long newGapPs = context.clock.serialisationPs(lastWireBytes, bitsPerSec);
        flow.nextSendPs += newGapPs - gapPs;
        gapPs = newGapPs;
      }
      paceBitsPerSec = bitsPerSec;
    }
  }

  /** Whether a new pace holds also behind the packet that left last. */
  boolean retimes() {
    return retimes;
  }

  boolean isBelowLineRate() {
    return paceBitsPerSec < lineRateBitsPerSec;
  }

  long paceBitsPerSec() {
    return paceBitsPerSec;
  }
}
