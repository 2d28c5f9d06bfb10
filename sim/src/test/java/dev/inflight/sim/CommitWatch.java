package dev.inflight.sim;

import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.Feedback;
import dev.inflight.cc.ForwardingControl;
import dev.inflight.cc.ForwardingScheme;
import dev.inflight.cc.PathFacts;
import dev.inflight.cc.Scheme;
import java.lang.reflect.Field;

/**
 * A scheme in which each commit is watched: each move of its reference window W^c, which the drafts allow once per RTT. A commit is early
 * if it answers a packet that was sent before the last one. No interface shows W^c, so this reads the field {@code lastUpdateSeq}, which
 * moves with it.
 */
public final class CommitWatch implements ForwardingScheme {
  private final Scheme watched;
  private long commits;
  private long early;

  /** Watches all flows of a scheme that has reference windows. */
  public CommitWatch(Scheme watched) {
    this.watched = watched;
  }

  /** Number of moves of reference windows. */
  public long commits() {
    return commits;
  }

  /** Number of moves in answer to a packet that was sent before the last move. */
  public long early() {
    return early;
  }

  @Override
  public Scheme scheme() {
    return watched;
  }

  @Override
  public CongestionControl start(PathFacts path) {
    return new Flow(watched.start(path));
  }

  private final class Flow extends ForwardingControl {
    private final CongestionControl control;
    private final Field lastUpdateSeq;
    private long lastCommitPs = Long.MIN_VALUE;

    Flow(CongestionControl control) {
      super(control);
      this.control = control;
      try {
        lastUpdateSeq = control.getClass().getDeclaredField("lastUpdateSeq");
        lastUpdateSeq.setAccessible(true);
      } catch (NoSuchFieldException e) {
        throw new IllegalArgumentException(watched.name() + " has no reference window", e);
      }
    }

    private long lastUpdateSeq() {
      try {
        return lastUpdateSeq.getLong(control);
      } catch (IllegalAccessException e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    public boolean onAck(Feedback ack) {
      boolean first = ack.reportOrder > lastUpdateSeq();
      boolean decides = super.onAck(ack);
      if (first && decides) {
        commits++;
        if (ack.nowPs - ack.rttPs < lastCommitPs) {
          early++;
        }
        lastCommitPs = ack.nowPs;
      }
      return decides;
    }
  }
}
