package dev.inflight.net.feedback;

import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.Feedback;
import dev.inflight.cc.PathFacts;
import dev.inflight.net.link.Flow;
import dev.inflight.telemetry.DecodeStatus;
import dev.inflight.telemetry.TelemetryCodec;
import org.jspecify.annotations.Nullable;

/**
 * NewINT of one flow (draft-miao-rtgwg-hpccplus §6.3.2, lines 28 to 34): its receiver computes the window from each arriving
 * header. W^c moves when more than a round trip (T plus the time in the path's queues) has passed since its last move: only then
 * do packets arrive that left under the new window. The sender gets at most one window per T. A window that has hardly changed is
 * not sent at once, so one that has changed, because a queue builds up, rarely has to wait.
 */
public final class NewInt extends FlowCount.Entry {
  /** Number of T after which an unchanged window is sent as well: the last message may be lost. */
  private static final int REPEAT_RTTS = 4;
  /** Expected flows per counted flow: most flows of a data center are short, and start and end uncounted between two windows. */
  private static final int EXPECTED_FLOWS = 6;
  private static final long NEVER = Long.MIN_VALUE;

  private final CongestionControl control;
  private final TelemetryCodec format;
  private final boolean emptyIsQuiet;
  private final boolean asDraft;
  private final double change;
  private final long baseRttPs;
  private long updatedAtPs = NEVER; // lastUpdateTime
  private long reportedAtPs;
  private long reportedBytes;
  private long messages;

  /**
   * Makes that of a new flow.
   *
   * @param emptyIsQuiet true if a header without records means that no queue builds up
   * @param windows choice of windows to send, and of the moves of W^c
   */
  private NewInt(CongestionControl control, PathFacts path, TelemetryCodec format, boolean emptyIsQuiet, ByWindows windows) {
    super(path.baseRttPs());
    this.control = control;
    this.format = format;
    this.emptyIsQuiet = emptyIsQuiet;
    asDraft = windows.form() == WindowForm.DRAFT;
    change = asDraft ? 0 : windows.change();
    baseRttPs = path.baseRttPs();
    reportedBytes = control.windowBytes();
  }

  /** Makes the object of a new flow if receivers decide and get telemetry; null otherwise. */
  public static @Nullable NewInt of(Flow flow, @Nullable ReceiverControls controls, @Nullable TelemetryCodec format,
      boolean emptyIsQuiet, @Nullable ByWindows windows) {
    if (controls == null || format == null || windows == null) {
      return null;
    }
    PathFacts path = controls.path(flow);
    return new NewInt(controls.start(flow, path), path, format, emptyIsQuiet, windows);
  }

  /**
   * Processes the telemetry of a packet.
   *
   * @param fromSwitch true if a congested switch has sent it
   * @param count counts the flows that share the last link; null: they are not counted
   * @param facts filled by this call
   * @return true if the window is to be sent now
   */
  public boolean take(byte[] telemetry, int length, long nowPs, boolean fromSwitch, @Nullable FlowCount count, Feedback facts) {
    DecodeStatus outcome = format.read(telemetry, 0, length, facts.hops);
    long queueingPs = queueingPs(facts.hops);
    boolean update = updatedAtPs == NEVER || nowPs - updatedAtPs > baseRttPs + (asDraft ? 0 : queueingPs); // line 29
    facts.nowPs = nowPs;
    facts.reportOrder = update ? 1 : 0; // time replaces sequence numbers
    facts.sentOrder = 0;
    facts.flowsOnLastLink = count == null || fromSwitch || emptyIsQuiet // if empty headers are usual, none shows the last link
        ? 0
        : (asDraft ? 1 : EXPECTED_FLOWS) * count.arrived(this, nowPs, queueingPs);
    facts.quiet = emptyIsQuiet && outcome == DecodeStatus.READ && facts.hops.count() == 0;
    facts.fromSwitch = fromSwitch;
    if (!control.onAck(facts)) {
      return false;
    }
    if (update) {
      updatedAtPs = nowPs;
    }
    return sends(nowPs, update);
  }

  private boolean sends(long nowPs, boolean updated) {
    long windowBytes = control.windowBytes();
    boolean changed = change == 0 ? updated : Math.abs(windowBytes - reportedBytes) > change * reportedBytes;
    long sinceReportPs = messages == 0 ? Long.MAX_VALUE : nowPs - reportedAtPs;
    if (sinceReportPs <= baseRttPs || !changed && sinceReportPs <= REPEAT_RTTS * baseRttPs) {
      return false;
    }
    reportedAtPs = nowPs;
    reportedBytes = windowBytes;
    return true;
  }

  /** The window, in bytes. */
  public long windowBytes() {
    return control.windowBytes();
  }

  /** The number of the next message, from 0. */
  public long nextMessage() {
    return messages++;
  }
}
