package dev.inflight.sim.control;

import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.Feedback;
import dev.inflight.cc.ForwardingControl;
import dev.inflight.cc.PathFacts;
import dev.inflight.cc.Scheme;
import dev.inflight.cc.Signal;
import dev.inflight.net.link.Flow;
import dev.inflight.telemetry.PathQuery;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The control of a flow under a scheme from foreign code. Its exceptions, impossible return values, and allocations for each
 * acknowledgement end the run with a {@link ControlFault} that names class, method and flow. Flows of the program's own schemes
 * are not wrapped.
 */
public final class CheckedControl extends ForwardingControl {
  private static final int FREE_ACKS = 32; // code is linked in them, and makes objects for later use
  private static final int WATCHED_ACKS = 32;

  private final String scheme;
  private final Flow flow;
  private final long leastWindowBytes;
  private final long lineRateBitsPerSec;
  private final int timers;
  private final long[] timersPs;
  private final @Nullable AllocationMeter meter;
  private boolean isWatched = true; // the first acknowledgements are
  private int acks;
  private long allocatedBytes;

  private CheckedControl(Scheme scheme, CongestionControl control, PathFacts path, Flow flow) {
    super(control);
    this.scheme = scheme.name();
    this.flow = flow;
    leastWindowBytes = scheme.signals().contains(Signal.CREDIT) ? 0 : 1;
    lineRateBitsPerSec = path.lineRateBitsPerSec();
    timers = timersAtStart();
    timersPs = new long[timers];
    Arrays.fill(timersPs, NEVER);
    meter = scheme.getClass().getClassLoader() instanceof AllocationMeter measures ? measures : null;
  }

  private int timersAtStart() {
    try {
      int number = super.timers();
      if (number < 0) {
        throw returned("timers", number + "; it is 0 or more");
      }
      return number;
    } catch (RuntimeException | StackOverflowError | AssertionError | LinkageError thrown) {
      throw fault("timers", thrown);
    }
  }

  /** Starts the control of a flow, with checks unless the scheme is the program's own. */
  public static CongestionControl start(Scheme scheme, PathFacts path, Flow flow) {
    if (scheme.getClass().getClassLoader() == CheckedControl.class.getClassLoader()) {
      return scheme.start(path);
    }
    try {
      CongestionControl control = scheme.start(path);
      if (control == null) { // possible in foreign code
        throw new IllegalStateException("start returned null");
      }
      return new CheckedControl(scheme, control, path, flow);
    } catch (ControlFault known) {
      throw known;
    } catch (RuntimeException | StackOverflowError | AssertionError | LinkageError thrown) {
      throw thrown(scheme.name(), scheme.getClass(), "start", flow, thrown);
    }
  }

  private static ControlFault thrown(String scheme, Class<?> of, String method, Flow flow, Throwable thrown) {
    StackTraceElement[] trace = thrown.getStackTrace();
    String at = trace.length == 0 ? "" : ", at " + trace[0].getFileName() + ":" + trace[0].getLineNumber();
    return new ControlFault(where(scheme, of, method, flow) + " has thrown " + thrown + at, thrown);
  }

  private static String where(String scheme, Class<?> of, String method, Flow flow) {
    return "scheme " + scheme + ", class " + of.getName() + ": method " + method + " for flow " + flow.id() + " (host "
        + flow.source() + " to host " + flow.destination() + ")";
  }

  private ControlFault thrown(String method, Throwable thrown) {
    return thrown(scheme, decides().getClass(), method, flow, thrown);
  }

  private ControlFault returned(String method, String what) {
    return new ControlFault(where(scheme, decides().getClass(), method, flow) + " has returned " + what);
  }

  private void checkTimers(String method, long nowPs) {
    checkTimers(method, nowPs, -1);
  }

  /** Checks the timers. Events may be late, so a timer that has not moved may be overdue, unless it is the one that fired. */
  private void checkTimers(String method, long nowPs, int fired) {
    int number = timers();
    for (int timer = 0; timer < number; timer++) {
      long duePs = timerPs(timer);
      boolean isStale = timer == fired && duePs == timersPs[timer] && duePs <= nowPs;
      if (isStale || duePs != timersPs[timer] && duePs < nowPs) {
        throw new ControlFault(where(scheme, decides().getClass(), method, flow) + " at " + nowPs + " ps has set timer " + timer
            + " to " + duePs + " ps, which has passed");
      }
      timersPs[timer] = duePs;
    }
  }

  @Override
  public boolean onAck(Feedback ack) {
    try {
      long nowPs = ack.nowPs;
      boolean anew = isWatched ? watchedAck(ack) : super.onAck(ack);
      if (timers > 0) { // asking a control without timers each time costs up to a percent of a run
        checkTimers("onAck", nowPs);
      }
      return anew;
    } catch (RuntimeException | StackOverflowError | AssertionError | LinkageError thrown) {
      throw fault("onAck", thrown);
    }
  }

  /**
   * Handles one of the first acknowledgements. Some of them allocate to start a flow; if all later ones allocate too, each packet
   * does. The number of timers is checked here, and whenever something other than an acknowledgement occurs.
   */
  private boolean watchedAck(Feedback ack) {
    long before = allocatedSoFar();
    boolean anew = super.onAck(ack);
    long bytes = allocatedSoFar() - before;
    timers();
    acks++;
    if (acks > FREE_ACKS) {
      allocatedBytes += bytes;
      if (bytes == 0) {
        isWatched = false;
      } else if (acks == FREE_ACKS + WATCHED_ACKS) {
        throw new ControlFault(where(scheme, decides().getClass(), "onAck", flow) + " has made objects in each of " + WATCHED_ACKS
            + " calls in a row, " + allocatedBytes / WATCHED_ACKS + " bytes a call; what runs for each packet makes none");
      }
    }
    return anew;
  }

  private long allocatedSoFar() {
    return meter == null ? 0 : meter.allocatedBytes();
  }

  private ControlFault fault(String method, Throwable thrown) {
    return thrown instanceof ControlFault known ? known : thrown(method, thrown);
  }

  @Override
  public void onTimeout(long nowPs) {
    try {
      super.onTimeout(nowPs);
      checkTimers("onTimeout", nowPs);
    } catch (RuntimeException | StackOverflowError | AssertionError | LinkageError thrown) {
      throw fault("onTimeout", thrown);
    }
  }

  @Override
  public void onPathChange(double room, long nowPs) {
    try {
      super.onPathChange(room, nowPs);
      checkTimers("onPathChange", nowPs);
    } catch (RuntimeException | StackOverflowError | AssertionError | LinkageError thrown) {
      throw fault("onPathChange", thrown);
    }
  }

  @Override
  public boolean onCnp(long nowPs) {
    try {
      boolean anew = super.onCnp(nowPs);
      checkTimers("onCnp", nowPs);
      return anew;
    } catch (RuntimeException | StackOverflowError | AssertionError | LinkageError thrown) {
      throw fault("onCnp", thrown);
    }
  }

  @Override
  public void onRestart(long everSentBytes) {
    try {
      super.onRestart(everSentBytes);
    } catch (RuntimeException | StackOverflowError | AssertionError | LinkageError thrown) {
      throw fault("onRestart", thrown);
    }
  }

  @Override
  public boolean onWindow(long windowBytes) {
    try {
      return super.onWindow(windowBytes);
    } catch (RuntimeException | StackOverflowError | AssertionError | LinkageError thrown) {
      throw fault("onWindow", thrown);
    }
  }

  @Override
  public void restrict(long windowBytes) {
    try {
      super.restrict(windowBytes);
    } catch (RuntimeException | StackOverflowError | AssertionError | LinkageError thrown) {
      throw fault("restrict", thrown);
    }
  }

  @Override
  public long creditRequestBytes(long unsentBytes, long everSentBytes) {
    try {
      long bytes = super.creditRequestBytes(unsentBytes, everSentBytes);
      if (bytes < 0) {
        throw returned("creditRequestBytes", bytes + "; it is 0 bytes or more");
      }
      return bytes;
    } catch (RuntimeException | StackOverflowError | AssertionError | LinkageError thrown) {
      throw fault("creditRequestBytes", thrown);
    }
  }

  /** The number at the start: the flow's driver has made room for these timers. */
  @Override
  public int timers() {
    try {
      int number = super.timers();
      if (number != timers) {
        throw returned("timers", number + ", and at the start of the flow " + timers + "; it is always the same number");
      }
      return number;
    } catch (RuntimeException | StackOverflowError | AssertionError | LinkageError thrown) {
      throw fault("timers", thrown);
    }
  }

  @Override
  public PathQuery nextQuestion() {
    try {
      PathQuery question = super.nextQuestion();
      if (question == null) { // possible in foreign code
        throw returned("nextQuestion", "null; it is one of " + List.of(PathQuery.values()));
      }
      return question;
    } catch (RuntimeException | StackOverflowError | AssertionError | LinkageError thrown) {
      throw fault("nextQuestion", thrown);
    }
  }

  @Override
  public boolean sendsUnsolicited() {
    try {
      return super.sendsUnsolicited();
    } catch (RuntimeException | StackOverflowError | AssertionError | LinkageError thrown) {
      throw fault("sendsUnsolicited", thrown);
    }
  }

  @Override
  public boolean sendsOnlyWhatFits() {
    try {
      return super.sendsOnlyWhatFits();
    } catch (RuntimeException | StackOverflowError | AssertionError | LinkageError thrown) {
      throw fault("sendsOnlyWhatFits", thrown);
    }
  }

  @Override
  public long timerPs(int timer) {
    try {
      return super.timerPs(timer);
    } catch (RuntimeException | StackOverflowError | AssertionError | LinkageError thrown) {
      throw fault("timerPs", thrown);
    }
  }

  @Override
  public boolean onTimer(int timer, long nowPs) {
    try {
      boolean anew = super.onTimer(timer, nowPs);
      checkTimers("onTimer", nowPs, timer);
      return anew;
    } catch (RuntimeException | StackOverflowError | AssertionError | LinkageError thrown) {
      throw fault("onTimer", thrown);
    }
  }

  @Override
  public long windowBytes() {
    try {
      long bytes = super.windowBytes();
      if (bytes < leastWindowBytes) {
        throw returned("windowBytes",
            bytes + "; a window is " + leastWindowBytes + " bytes or more (a double that is NaN becomes 0)");
      }
      return bytes;
    } catch (RuntimeException | StackOverflowError | AssertionError | LinkageError thrown) {
      throw fault("windowBytes", thrown);
    }
  }

  @Override
  public long paceBitsPerSec() {
    try {
      long rate = super.paceBitsPerSec();
      if (rate <= 0 || rate > lineRateBitsPerSec) {
        throw returned("paceBitsPerSec", rate + "; a pace is above 0 and at most the line rate, " + lineRateBitsPerSec
            + " bit/s (a double that is NaN becomes 0)");
      }
      return rate;
    } catch (RuntimeException | StackOverflowError | AssertionError | LinkageError thrown) {
      throw fault("paceBitsPerSec", thrown);
    }
  }
}
