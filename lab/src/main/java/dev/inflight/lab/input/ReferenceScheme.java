package dev.inflight.lab.input;

import dev.inflight.cc.Scheme;
import dev.inflight.cc.Window;
import dev.inflight.cc.hpcc.HpccAuthors;
import dev.inflight.cc.hpcc.ReactionMode;
import dev.inflight.cc.rival.DcqcnAuthors;
import dev.inflight.cc.rival.DctcpAuthors;
import dev.inflight.cc.rival.FixedWindow;
import dev.inflight.cc.rival.NoControl;
import dev.inflight.cc.rival.TimelyAuthors;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.Notices;
import dev.inflight.lab.read.Units;
import java.util.Map;

/** Scheme that CC_MODE selects in a configuration file of the authors' simulator. */
final class ReferenceScheme {
  private static final long PS_PER_US = 1_000_000;
  /** Longest timer in microseconds: the sum of a timer and an event's time must fit a long. */
  private static final long LONGEST_TIMER_US = 1_000_000L * 1_000_000;

  private static final String KEY = "CC_MODE";
  /** Default of the authors' sender. It also has no branch for 12, a number in astra-sim's files. */
  private static final int NONE = 0;
  private static final int DCQCN = 1;
  private static final int HPCC = 3;
  private static final int TIMELY = 7;
  private static final int DCTCP = 8;
  private static final int PINT = 10;
  private static final int NONE_OF_ASTRA = 12;
  private static final String AVAILABLE = "; available: 0 (no control), 1 (DCQCN), 3 (HPCC), 7 (TIMELY), 8 (DCTCP)";
  /** Numbers of schemes that forks added. */
  private static final Map<Integer, String> OF_FORKS = Map.of(2, "Pyrrha", 4, "Pyrrha", 5, "Pyrrha and of RoCC in rdma-ns3", 11,
      "int-based-cc and others", 13, "IntCC, of PrioMeter and of ns3-hpcc RDI", 14, "IntCC", 15, "SRNIC", 9, "ns3-hpcc RDI");

  private final ReferenceValues values;

  ReferenceScheme(ReferenceValues values) {
    this.values = values;
  }

  Scheme scheme() {
    int mode = values.whole(KEY, Integer.MIN_VALUE, Integer.MAX_VALUE);
    return switch (mode) {
      case NONE, NONE_OF_ASTRA -> withoutControl(mode);
      case DCQCN -> new DcqcnAuthors(microseconds("ALPHA_RESUME_INTERVAL"), microseconds("RATE_DECREASE_INTERVAL"),
          microseconds("RP_TIMER"), values.whole("FAST_RECOVERY_TIMES", 0, Integer.MAX_VALUE), gain(), rateOrZero("RATE_AI"),
          rateOrZero("RATE_HAI"), rate("MIN_RATE"), values.flag("CLAMP_TARGET_RATE"), window());
      case HPCC -> hpcc();
      case TIMELY -> new TimelyAuthors(rateOrZero("RATE_AI"), rateOrZero("RATE_HAI"), rate("MIN_RATE"), window());
      case DCTCP -> new DctcpAuthors(gain(), rateOrZero("DCTCP_RATE_AI"), rate("MIN_RATE"), window());
      default -> throw unavailable(mode);
    };
  }

  private InputError unavailable(int mode) {
    String fork = OF_FORKS.get(mode);
    String why = mode == PINT
        ? " (HPCC-PINT) is not available" + AVAILABLE
        : fork != null
            ? " is a scheme of " + fork + ", which is not available" + AVAILABLE
            : " is unknown" + AVAILABLE + "; the authors' simulator runs flows of unknown numbers without control, as 0 does";
    return values.place(KEY).error(KEY + " " + mode + why);
  }

  private Scheme withoutControl(int mode) {
    if (mode != NONE && values.isOf(ForkKeys.RDI)) {
      throw values.place(KEY)
          .error(KEY + " " + mode + " is a scheme of " + ForkKeys.RDI + ", which is not available" + AVAILABLE);
    }
    boolean bounded = values.flag("HAS_WIN");
    Notices.add(values.place(KEY), KEY, KEY + " " + mode + " has no congestion control: flows send at the line rate"
        + (bounded ? ", with at most a bandwidth-delay product in flight" : ""));
    return bounded ? FixedWindow.DEFAULT : NoControl.DEFAULT;
  }

  /** Gain of DCTCP and DCQCN. The authors' default is 1/16 in integer division, so 0. */
  private double gain() {
    String gain = "EWMA_GAIN";
    if (!values.has(gain)) {
      Notices.add(values.place(gain), gain,
          gain + " is missing, which means 0 in the authors' simulator: alpha keeps its first value; 0.00390625 is usual");
    }
    return values.fraction(gain);
  }

  private Window window() {
    if (!values.flag("HAS_WIN")) {
      return Window.NONE;
    }
    return values.flag("VAR_WIN") ? Window.FOLLOWS_RATE : Window.FIXED;
  }

  /** Timer in the authors' whole microseconds. */
  private long microseconds(String key) {
    return values.truncated(key, 1, LONGEST_TIMER_US) * PS_PER_US;
  }

  private long rate(String key) {
    return values.rate(key, Units::rate);
  }

  private long rateOrZero(String key) {
    return values.rate(key, Units::rateOrZero);
  }

  private Scheme hpcc() {
    if (!values.flag("HAS_WIN")) {
      throw values.place("HAS_WIN").error("HAS_WIN 0: HPCC without a window is not available; set HAS_WIN 1");
    }
    values.refuseIfSet("MULTI_RATE", "a rate for each hop is not available");
    double eta = values.fraction("U_TARGET");
    if (eta == 0) {
      throw values.place("U_TARGET").error("U_TARGET 0 would leave nothing to send; 0.95 is usual");
    }
    int miThresh = values.whole("MI_THRESH", 0, Integer.MAX_VALUE);
    ReactionMode react = values.flag("FAST_REACT") ? ReactionMode.BOTH : ReactionMode.PER_RTT;
    return new HpccAuthors(eta, miThresh, rateOrZero("RATE_AI"), rate("MIN_RATE"), react, values.flag("SAMPLE_FEEDBACK"),
        values.flag("VAR_WIN"));
  }
}
