package dev.inflight.sim.switchfeedback;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.Feedback;
import dev.inflight.cc.PathFacts;
import dev.inflight.cc.Scheme;
import dev.inflight.cc.Signal;
import dev.inflight.cc.hpcc.Hpcc;
import dev.inflight.sim.CommitWatch;
import dev.inflight.net.switchfeedback.DirectFeedback;
import dev.inflight.net.switchfeedback.SwitchFeedback;
import dev.inflight.net.telemetrypackets.TelemetryPackets;
import dev.inflight.net.telemetrypackets.TelemetryPacketKinds;
import dev.inflight.net.telemetrypackets.Probes;
import dev.inflight.net.telemetrypackets.Subscribed;
import dev.inflight.net.link.Packet;
import dev.inflight.net.recovery.Irn;
import dev.inflight.net.feedback.ByNotifications;
import dev.inflight.net.topology.LeafSpine;
import dev.inflight.sim.RunResult;
import dev.inflight.sim.Simulation;
import dev.inflight.sim.record.Recorder;
import dev.inflight.sim.change.LinkDown;
import dev.inflight.sim.change.LinkUp;
import dev.inflight.sim.setup.SetupBuilder;
import dev.inflight.sim.workload.Incast;
import dev.inflight.sim.measure.SwitchValue;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A switch's answer replaces the telemetry of the answered packet: a sender does not react twice. */
class PacketsWithSwitchFeedbackTest {
  private static final long US = 1_000_000;
  private static final long RATE = 100_000_000_000L;
  private static final SwitchFeedback ANSWERS = new DirectFeedback(30_000, 3 * US, 4096, 4);

  /** Changes of a flow's window with feedback of answered packets. */
  private static final class Watch implements Scheme {
    private long answers;
    private long oldNews;
    private long moved;

    @Override
    public String name() {
      return "hpcc";
    }

    @Override
    public Set<Signal> signals() {
      return Hpcc.DEFAULT.signals();
    }

    @Override
    public boolean takesSwitchAnswers() {
      return true;
    }

    @Override
    public boolean takesQuiet() {
      return true;
    }

    @Override
    public CongestionControl start(PathFacts path) {
      CongestionControl hpcc = Hpcc.DEFAULT.start(path);
      return new CongestionControl() {
        private long answered;

        @Override
        public boolean onAck(Feedback facts) {
          long before = hpcc.windowBytes();
          boolean old = !facts.fromSwitch && facts.reportOrder <= answered;
          if (facts.fromSwitch) {
            answers++;
            assertThat(facts.reportOrder).as("the newest").isGreaterThan(answered);
            answered = facts.reportOrder;
          }
          boolean decides = hpcc.onAck(facts);
          if (old) {
            oldNews++;
            moved += decides || hpcc.windowBytes() != before ? 1 : 0;
          }
          return decides;
        }

        @Override
        public void onTimeout(long nowPs) {
          hpcc.onTimeout(nowPs);
        }

        @Override
        public long windowBytes() {
          return hpcc.windowBytes();
        }

        @Override
        public long paceBitsPerSec() {
          return hpcc.paceBitsPerSec();
        }
      };
    }
  }

  private record Trouble(String name, Consumer<SetupBuilder> cause) {
    @Override
    public String toString() {
      return name;
    }
  }

  private static final List<Trouble> TROUBLES = List.of(new Trouble("none", setup -> {
  }), new Trouble("losses", setup -> setup.lossRate = 0.002), new Trouble("losses, irn", setup -> {
    setup.lossRate = 0.002;
    setup.recovery = Irn.DEFAULT;
  }), new Trouble("drops", setup -> {
    setup.pfc = false;
    setup.bufferBytes = 600_000;
  }), new Trouble("coalesced", setup -> setup.ackEveryPackets = 8),
      new Trouble("notified", setup -> setup.feedback = ByNotifications.DEFAULT),
      new Trouble("spurious timeouts", setup -> setup.retransmitTimeoutPs = 20 * US), new Trouble("link events", setup -> {
        setup.events.add(new LinkDown(40 * US, 33, 35));
        setup.events.add(new LinkUp(200 * US, 33, 35));
      }));

  static List<Arguments> all() {
    return Stream.concat(TelemetryPacketKinds.ALL.stream(), Stream.of(new Subscribed(1, Subscribed.By.DSCP)))
        .flatMap(carrier -> TROUBLES.stream().map(trouble -> Arguments.of(carrier, trouble))).toList();
  }

  private static SetupBuilder setup(Scheme scheme, TelemetryPackets carrier, Trouble trouble) {
    var setup = new SetupBuilder();
    setup.topology = new LeafSpine(2, 2, 16, RATE, 400_000_000_000L, US, 1).build();
    setup.scheme = scheme;
    setup.telemetryPackets = carrier;
    setup.switchFeedback = ANSWERS;
    trouble.cause.accept(setup);
    new Incast(31, 31, 200_000, 0, 3, 200).addTo(setup.flows, setup.topology, 1);
    return setup;
  }

  @ParameterizedTest
  @MethodSource("all")
  void theAcknowledgementOfAnAnsweredPacketMovesNothing(TelemetryPackets carrier, Trouble trouble) {
    var watch = new Watch();
    RunResult result = new Simulation(setup(watch, carrier, trouble).build(), Recorder.NONE).run();
    assertThat(result.flowsFinished()).isEqualTo(31);
    assertThat(watch.answers).isGreaterThan(30);
    if (!(carrier instanceof Probes) && !trouble.name.equals("notified")) { // its acknowledgements are in another order
      assertThat(watch.oldNews).isGreaterThan(30);
    }
    assertThat(watch.moved).as("of %d", watch.oldNews).isZero();
    assertThat(result.of(SwitchValue.ANSWERS_SENT)).as("made and taken, or lost")
        .isEqualTo(result.hosts().switchAnswers + result.lost(Packet.Kind.SWITCH_ANSWER));
  }

  @ParameterizedTest
  @MethodSource("all")
  void eachCommitAnswersAPacketSentAfterTheLastOne(TelemetryPackets carrier, Trouble trouble) {
    var watch = new CommitWatch(Hpcc.DEFAULT);
    RunResult result = new Simulation(setup(watch, carrier, trouble).build(), Recorder.NONE).run();
    assertThat(result.flowsFinished()).isEqualTo(31);
    assertThat(watch.commits()).isGreaterThan(60);
    assertThat(watch.early()).as("of %d commits", watch.commits()).isZero();
  }
}
