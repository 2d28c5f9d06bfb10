package dev.inflight.net.host.timer;

import dev.inflight.net.telemetrypackets.TelemetryPackets;
import dev.inflight.net.event.EventKeys;
import dev.inflight.net.event.EventLoop;
import dev.inflight.net.event.Timer;
import org.jspecify.annotations.Nullable;

/**
 * The clock of one flow's probes: it sends one each time that data has been in flight for a period, without pauses in between
 * (draft-miao-rtgwg-hpccplus §6.2.1: only when there is data in flight, once per round-trip time). The period is constant, or the
 * flow's last measured round-trip time if that is longer.
 */
public final class ProbeTimer extends Timer {
  /** Sends the probes. */
  public interface Source {
    /**
     * Sends a probe that is due.
     *
     * @param number its number among the flow's probes, from 0
     * @return true if the probe was sent
     */
    boolean sendProbe(long number, long nowPs);
  }

  private final Source source;
  private final long basePeriodPs;
  private long periodPs;
  private long leftPs;
  private boolean inFlight;
  private long sent;

  /** Makes the clock of a starting flow; null if its data carry telemetry. */
  public static @Nullable ProbeTimer of(Source source, EventKeys keys, EventLoop loop, TelemetryPackets carrier, long baseRttPs) {
    return carrier.probePeriodPs(baseRttPs) == 0 ? null : new ProbeTimer(source, keys, loop, carrier, baseRttPs);
  }

  private ProbeTimer(Source source, EventKeys keys, EventLoop loop, TelemetryPackets carrier, long baseRttPs) {
    super(loop, keys);
    this.source = source;
    basePeriodPs = carrier.probePeriodPs(baseRttPs);
    periodPs = basePeriodPs;
    leftPs = carrier.firstProbePs(baseRttPs);
  }

  /** Starts or stops the timer, depending on whether data is in flight from now on. */
  public void update(boolean anyInFlight, long nowPs) {
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
    if (source.sendProbe(sent, nowPs)) {
      sent++;
    }
  }

  /**
   * Sets a measured round trip as the lower bound of the period. The bound applies after the next probe, which keeps its time.
   *
   * @param rttPs time from a packet's departure to the arrival of its answer, in picoseconds
   */
  public void measured(long rttPs) {
    periodPs = Math.max(basePeriodPs, rttPs);
  }

  /** Makes a probe due after the packet that leaves now: the flow has no more data to send. */
  public void hurry(long startPs) {
    if (isSet() && startPs < atPs()) {
      set(startPs);
    }
  }

  /** Number of probes sent so far, which is the number of the next one. */
  public long sent() {
    return sent;
  }
}
