package dev.inflight.net.validation;

import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.Feedback;
import dev.inflight.cc.ForwardingControl;
import dev.inflight.cc.PathFacts;

/**
 * A congestion control that decides while valid reports come, and is replaced by {@link OwnPace} without them, or after
 * impossible reports.
 *
 * <p>It checks on acknowledgements: without them no more than a window leaves, and a timer would have no effect.
 */
final class GuardedControl extends ForwardingControl {
  private final PathFacts path;
  private final CheckedFeedback rule;
  private final ValidationListener listener;
  private final OwnPace pace;
  private final ClaimCheck claims;
  private final long patiencePs;
  private final ReportRhythm rhythm;

  private boolean silent;
  private boolean distrusted;
  private boolean windowReceived;
  private boolean idle = true; // no data is in flight
  private boolean restarted = true; // the next data starts a silence
  private long reportedAtPs;
  private long silentPs; // time with data in flight since the last report
  private long reportedAtByte;

  GuardedControl(CongestionControl control, PathFacts path, CheckedFeedback rule, ReportRhythm rhythm,
      ValidationListener listener) {
    super(control);
    this.path = path;
    this.rule = rule;
    this.listener = listener;
    patiencePs = (long) (rule.patience() * path.baseRttPs()) + rhythm.quietPs();
    this.rhythm = rhythm;
    pace = new OwnPace(path, rhythm.ackDelayPs());
    claims = new ClaimCheck(path.baseRttPs(), rhythm.aheadBytes(), Math.max(path.bdpBytes(), path.payloadBytes()));
  }

  @Override
  public boolean onAck(Feedback facts) {
    facts.flowsOnLastLink = 0; // no sender can verify it, and a small one would give larger steps
    if (!facts.fromSwitch) {
      pace.took(facts.rttPs);
    }
    if (facts.hasGap || facts.reportsLoss) {
      claims.gap();
    }
    boolean valid = facts.reported || windowReceived;
    windowReceived = false;
    if (valid && !distrusted && !isRefuted(facts)) {
      return onReport(facts);
    }
    waited(facts);
    if (!distrusted) {
      super.onAck(facts);
    }
    return silent ? pace.acknowledged(facts, !distrusted) : fallsBack(facts);
  }

  private boolean onReport(Feedback facts) {
    boolean returns = silent;
    if (returns) {
      silent = false;
      super.restrict(pace.windowBytes());
    }
    restart(facts);
    return super.onAck(facts) || returns;
  }

  private void restart(Feedback facts) {
    restarted = false;
    silentPs = 0;
    reportedAtPs = facts.nowPs;
    reportedAtByte = facts.ackedBytes;
    idle = facts.ackedBytes >= facts.sentBytes;
  }

  /** Time passes without a report, while data is in flight. */
  private void waited(Feedback facts) {
    if (restarted) {
      restart(facts);
      return;
    }
    long sincePs = facts.nowPs - reportedAtPs;
    silentPs += idle ? Math.min(sincePs, facts.rttPs) : sincePs;
    reportedAtPs = facts.nowPs;
    idle = facts.ackedBytes >= facts.sentBytes;
  }

  private boolean fallsBack(Feedback facts) {
    long arrivedBytes = facts.ackedBytes - reportedAtByte;
    long queueingPs = rhythm.isThin() ? facts.rttPs : 0; // the packet for a report waits in the queue of the acknowledged data
    if (silentPs < patiencePs + queueingPs || arrivedBytes < rhythm.quietBytes()) {
      return false;
    }
    silent = true;
    listener.fellBack();
    pace.begin(rule.share() * arrivedBytes / silentPs, facts);
    return true;
  }

  private boolean isRefuted(Feedback facts) {
    if (facts.hops.count() == 0 || facts.hops.past() != null || facts.fromSwitch || !claims.refutes(facts)) {
      return false;
    }
    distrusted = true;
    silent = true;
    listener.foundOut();
    pace.begin(rule.penaltyShare() * path.lineRateBitsPerSec() / 8e12, facts);
    return true;
  }

  @Override
  public void onTimeout(long nowPs) {
    restarted = true;
    claims.gap();
    super.onTimeout(nowPs);
  }

  @Override
  public void onPathChange(double room, long nowPs) {
    restarted = true;
    claims.changePath();
    pace.changePath();
    super.onPathChange(room, nowPs);
  }

  @Override
  public boolean onWindow(long windowBytes) {
    windowReceived = true;
    silent = false;
    return super.onWindow(windowBytes);
  }

  @Override
  public boolean onTimer(int timer, long nowPs) {
    return super.onTimer(timer, nowPs) && !silent;
  }

  @Override
  public long windowBytes() {
    return silent ? pace.windowBytes() : super.windowBytes();
  }

  @Override
  public long paceBitsPerSec() {
    return silent ? path.paceOf(pace.windowBytes()) : super.paceBitsPerSec();
  }
}
