package dev.inflight.net.host;

import dev.inflight.net.event.EventLoop;
import dev.inflight.net.event.Timer;
import dev.inflight.net.carrier.Carrier;
import org.jspecify.annotations.Nullable;

/**
 * The clock of one flow's probes: one each time that data has been in flight for a period, whatever the pauses between
 * (draft-miao-rtgwg-hpccplus §6.2.1: only when there is data in flight).
 */
final class Prober extends Timer {
  private final PacedFlow sender;
  private final long periodPs;
  private long leftPs;
  private boolean inFlight;
  private long sent;

  /** The clock of a flow that begins; none where its telemetry is carried by data. */
  static @Nullable Prober of(PacedFlow sender, EventLoop loop, Carrier carrier, long baseRttPs) {
    return carrier.probePeriodPs(baseRttPs) == 0 ? null : new Prober(sender, loop, carrier, baseRttPs);
  }

  private Prober(PacedFlow sender, EventLoop loop, Carrier carrier, long baseRttPs) {
    super(loop, sender);
    this.sender = sender;
    periodPs = carrier.probePeriodPs(baseRttPs);
    leftPs = carrier.firstProbePs(baseRttPs);
  }

  /** Whether data is in flight from now on. */
  void update(boolean anyInFlight, long nowPs) {
    if (anyInFlight == inFlight) {
      return;
    }
    inFlight = anyInFlight;
    if (anyInFlight) {
      set(nowPs + leftPs);
    } else {
      leftPs = atPs() - nowPs;
      cancel();
    }
  }

  @Override
  protected void fired(long nowPs) {
    set(nowPs + periodPs);
    if (sender.sendProbe(sent, nowPs)) {
      sent++;
    }
  }

  /** The flow has nothing more to send: a probe is due behind what leaves now. */
  void hurry(long startPs) {
    if (isSet() && startPs < atPs()) {
      set(startPs);
    }
  }

  /** Probes sent so far: the number of the next. */
  long sent() {
    return sent;
  }
}
