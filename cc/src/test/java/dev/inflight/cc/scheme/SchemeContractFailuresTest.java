package dev.inflight.cc.scheme;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.Feedback;
import dev.inflight.cc.ForwardingScheme;
import dev.inflight.cc.MarkingThresholds;
import dev.inflight.cc.PathFacts;
import dev.inflight.cc.Scheme;
import dev.inflight.cc.Signal;
import dev.inflight.cc.rival.NoControl;
import dev.inflight.cc.testing.SchemeContract;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.jspecify.annotations.Nullable;

/** Each rule of the contract fails for a scheme that breaks it, with the rule's name. */
class SchemeContractFailuresTest {
  /** Scheme that keeps all rules, changed by a test. */
  private static class Sound implements ForwardingScheme {
    @Override
    public Scheme scheme() {
      return NoControl.DEFAULT;
    }

    @Override
    public CongestionControl start(PathFacts path) {
      return new Flow(path);
    }
  }

  /** Flow with a window and a pace that tests set. */
  private static class Flow implements CongestionControl {
    final PathFacts path;
    long windowBytes;
    long paceBitsPerSec;

    Flow(PathFacts path) {
      this.path = path;
      windowBytes = path.bdpBytes();
      paceBitsPerSec = path.lineRateBitsPerSec();
    }

    @Override
    public boolean onAck(Feedback ack) {
      return true;
    }

    @Override
    public long windowBytes() {
      return windowBytes;
    }

    @Override
    public long paceBitsPerSec() {
      return paceBitsPerSec;
    }
  }

  private static Scheme with(Function<PathFacts, CongestionControl> start) {
    return new Sound() {
      @Override
      public CongestionControl start(PathFacts path) {
        return start.apply(path);
      }
    };
  }

  /** Checks that the scheme breaks exactly these rules; returns the message of the first. */
  private static String broken(Scheme scheme, SchemeContract... rules) {
    var found = EnumSet.noneOf(SchemeContract.class);
    for (SchemeContract rule : SchemeContract.values()) {
      Throwable thrown = catchThrowable(() -> rule.check(scheme));
      if (thrown != null) {
        assertThat(thrown).isInstanceOf(AssertionError.class).hasMessageStartingWith(scheme.name() + " breaks " + rule + ": ");
        found.add(rule);
      }
    }
    assertThat(found).containsExactly(rules);
    return catchThrowable(() -> rules[0].check(scheme)).getMessage();
  }

  @Test
  void soundSchemeBreaksNothing() {
    assertThatCode(() -> SchemeContract.checkAll(new Sound())).doesNotThrowAnyException();
  }

  @Test
  void nameNoScenarioCanHave() {
    assertThat(broken(new Sound() {
      @Override
      public String name() {
        return "My Scheme";
      }
    }, SchemeContract.HAS_A_NAME)).contains("its name is My Scheme; one has lower-case letters");
  }

  @Test
  void thresholdsWithoutMarksAndMarksWithoutThresholds() {
    assertThat(broken(new Sound() {
      @Override
      public Set<Signal> signals() {
        return Set.of(Signal.ECN);
      }
    }, SchemeContract.MARKS_HAVE_THRESHOLDS)).contains("it names the signal ECN, but has no thresholds at 1 bit/s");
    assertThat(broken(new Sound() {
      @Override
      public @Nullable MarkingThresholds markingThresholds(long linkRateBitsPerSec) {
        return new MarkingThresholds(1, 1, 1);
      }
    }, SchemeContract.MARKS_HAVE_THRESHOLDS)).contains("it does not name the signal ECN, but has thresholds");
  }

  @Test
  void creditWithoutRulesForGrants() {
    assertThat(broken(new Sound() {
      @Override
      public Set<Signal> signals() {
        return Set.of(Signal.CREDIT);
      }
    }, SchemeContract.CREDIT_IS_GRANTED)).contains("its signals are [CREDIT], and its credits null");
  }

  @Test
  void slowStart() {
    assertThat(broken(with(path -> new Flow(path) {
      @Override
      public long windowBytes() {
        return path.payloadBytes();
      }
    }), SchemeContract.NEW_FLOWS_START_AT_LINE_RATE)).contains("the window of a new flow is 1000 bytes");
  }

  @Test
  void zeroWindowAfterAMark() {
    assertThat(broken(with(path -> new Flow(path) {
      @Override
      public boolean onAck(Feedback ack) {
        windowBytes = ack.ecnMarked ? 0 : path.bdpBytes();
        return true;
      }
    }), SchemeContract.WINDOW_AND_PACE_ARE_SOUND, SchemeContract.TIMERS_RUN_ON)).contains("the window is 0 bytes at ");
  }

  @Test
  void exceptionOfTheScheme() {
    assertThat(broken(with(path -> new Flow(path) {
      @Override
      public void onTimeout(long nowPs) {
        throw new IllegalStateException("not today");
      }
    }), SchemeContract.WINDOW_AND_PACE_ARE_SOUND, SchemeContract.FLOWS_RECOVER, SchemeContract.TIMERS_RUN_ON,
        SchemeContract.FLOWS_SHARE_NOTHING)).endsWith("it has thrown java.lang.IllegalStateException: not today");
  }

  @Test
  void flowThatNeverRecovers() {
    assertThat(broken(with(path -> new Flow(path) {
      @Override
      public void onTimeout(long nowPs) {
        paceBitsPerSec = 1;
      }
    }), SchemeContract.FLOWS_RECOVER)).contains("the pace is 1 bit/s long after the path has become quiet");
  }

  @Test
  void timerInThePast() {
    assertThat(broken(with(path -> new Flow(path) {
      private long duePs = NEVER;

      @Override
      public int timers() {
        return 1;
      }

      @Override
      public long timerPs(int timer) {
        return duePs;
      }

      @Override
      public void onTimeout(long nowPs) {
        duePs = nowPs - 1;
      }
    }), SchemeContract.WINDOW_AND_PACE_ARE_SOUND, SchemeContract.FLOWS_RECOVER, SchemeContract.TIMERS_RUN_ON,
        SchemeContract.FLOWS_SHARE_NOTHING)).contains("timer 0 was set to ");
  }

  @Test
  void timerThatDependsOnANanosecond() {
    assertThat(broken(with(path -> new Flow(path) {
      private long duePs = NEVER;

      @Override
      public boolean onCnp(long nowPs) {
        duePs = nowPs + 1_000_000;
        return true;
      }

      @Override
      public int timers() {
        return 1;
      }

      @Override
      public long timerPs(int timer) {
        return duePs;
      }

      @Override
      public boolean onTimer(int timer, long nowPs) {
        paceBitsPerSec = nowPs > duePs ? path.lineRateBitsPerSec() : path.lineRateBitsPerSec() * 2 / 5;
        duePs = nowPs > duePs ? NEVER : nowPs + 1_000_000_000;
        return true;
      }
    }), SchemeContract.FLOWS_RECOVER, SchemeContract.LATE_TIMERS_MATTER_LITTLE)).contains("the pace is ");
  }

  @Test
  void stateThatFlowsShare() {
    long[] acks = new long[1];
    assertThat(broken(with(path -> new Flow(path) {
      @Override
      public boolean onAck(Feedback ack) {
        windowBytes = path.bdpBytes() + ++acks[0] % 2;
        return true;
      }
    }), SchemeContract.FLOWS_SHARE_NOTHING)).contains("the same calls have given other windows or paces");
  }

  @Test
  void objectForEachAcknowledgement() {
    assertThat(broken(with(path -> new Flow(path) {
      private Object last = path;

      @Override
      public boolean onAck(Feedback ack) {
        last = new long[] {ack.nowPs};
        return last != null;
      }
    }), SchemeContract.ACKS_ALLOCATE_NOTHING)).contains("20000 acknowledgements have allocated 480");
  }
}
