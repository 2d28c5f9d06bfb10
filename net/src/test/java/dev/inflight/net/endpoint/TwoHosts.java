package dev.inflight.net.endpoint;

import dev.inflight.cc.AtReceivers;
import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.LinkChoice;
import dev.inflight.cc.CreditGrants;
import dev.inflight.cc.PathFacts;
import dev.inflight.cc.Scheme;
import dev.inflight.cc.Signal;
import dev.inflight.net.switchfeedback.NoSwitchFeedback;
import dev.inflight.net.paths.OnePath;
import dev.inflight.net.LateLoop;
import dev.inflight.net.telemetrypackets.TelemetryPackets;
import dev.inflight.net.telemetrypackets.EveryDataPacket;
import dev.inflight.net.event.Event;
import dev.inflight.net.credit.CreditRules;
import dev.inflight.net.event.SerializationTime;
import dev.inflight.net.host.HostConfig;
import dev.inflight.net.host.HostConfig.Acks;
import dev.inflight.net.host.HostConfig.InBand;
import dev.inflight.net.host.HostConfig.Packets;
import dev.inflight.net.host.HostConfig.Sending;
import dev.inflight.net.host.Observer;
import dev.inflight.net.host.Sender;
import dev.inflight.net.link.Flow;
import dev.inflight.net.link.Framing;
import dev.inflight.net.nic.UnlimitedNic;
import dev.inflight.net.recovery.Recovery;
import dev.inflight.net.feedback.ByAcks;
import dev.inflight.net.feedback.ByWindows;
import dev.inflight.net.feedback.ReceiverControls;
import dev.inflight.net.feedback.FeedbackPath;
import dev.inflight.net.validation.NoValidation;
import dev.inflight.telemetry.TelemetryCodec;
import dev.inflight.telemetry.format.hpcc.NativeFormat;
import dev.inflight.telemetry.report.ReportKeys;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Two hosts on a cable, each in a loop and on a separate thread. The threads exchange only bytes: frames, and the times at
 * which their last bits arrive. Each loop runs for as long as the cable's delay, and then the threads exchange frames; so no
 * frame comes too late.
 */
final class TwoHosts {
  static final long US = 1_000_000;
  static final long RATE = 100_000_000_000L;
  static final long DELAY_PS = 2 * US;
  static final int PAYLOAD = 1000;
  private static final long[] MACS = {0x02_000000_0001L, 0x02_000001_0001L};
  private static final int MOST_ROUNDS = 1_000_000;

  /** Settings of both hosts. */
  record Rules(Framing framing, Scheme scheme, Recovery recovery, boolean sealed, double loss, long seed,
      TelemetryPackets carrier, FeedbackPath reports) {
    Rules(Framing framing, Scheme scheme, Recovery recovery, boolean sealed, double loss, long seed) {
      this(framing, scheme, recovery, sealed, loss, seed, EveryDataPacket.DEFAULT, ByAcks.DEFAULT);
    }

    /** The scheme as senders have it. */
    Scheme ofSenders() {
      return reports instanceof ByWindows ? new AtReceivers(scheme) : scheme;
    }

    HostConfig host() {
      boolean asks = scheme.signals().contains(Signal.HOPS);
      TelemetryCodec codec = asks ? NativeFormat.DEFAULT : null;
      var inBand = new InBand(codec, 8, sealed ? new ReportKeys(1, 2) : null, 0, carrier, reports,
          reports instanceof ByWindows || reports.choosesLink() || reports.countsFlows() ? new Controls() : null,
          NoSwitchFeedback.DEFAULT, OnePath.DEFAULT, NoValidation.DEFAULT);
      CreditGrants grants = scheme.credits();
      var acks = new Acks(1, 10 * US, false, scheme.markEcho(), scheme.cnpIntervalPs(),
          grants == null ? null : CreditRules.of(grants, framing, SerializationTime.EXACT, PAYLOAD));
      return new HostConfig(new Packets(framing, SerializationTime.EXACT, PAYLOAD), inBand, acks,
          new Sending(true, 1000 * US, recovery, UnlimitedNic.DEFAULT));
    }

    PathFacts path() {
      return PathFacts.of(RATE, 2 * DELAY_PS + US, PAYLOAD);
    }

    private final class Controls implements ReceiverControls {
      @Override
      public PathFacts path(Flow flow) {
        return Rules.this.path();
      }

      @Override
      public CongestionControl start(Flow flow, PathFacts path) {
        return scheme.start(path);
      }

      @Override
      public LinkChoice choice(Flow flow) {
        return scheme.linkChoice(path(flow));
      }
    }
  }

  /** A frame on the cable. */
  private record Frame(byte[] bytes, long arrivalPs) {
  }

  /** One host, its loop, and its record; only its own thread accesses it while the threads run. */
  static final class Side implements Observer {
    final int node;
    final LateLoop loop = new LateLoop(0, 1);
    final FrameHost endpoint;
    final List<String> finished = new ArrayList<>();
    /** Numbers of the packets that came, by flow. */
    final Map<Integer, TreeSet<Long>> delivered = new HashMap<>();
    long deliveredTwice;
    private final List<Frame> out = new ArrayList<>();
    private final SplittableRandom losses;
    private final double loss;
    int lost;

    Side(int node, Rules rules) {
      this.node = node;
      loss = rules.loss;
      losses = new SplittableRandom(rules.seed * 2 + node);
      endpoint = new FrameHost(new FrameHost.Link(node, MACS[node], MACS[1 - node], RATE), rules.host(), loop, this::send, this);
    }

    private void send(byte[] frame, int length, long endPs) {
      if (losses.nextDouble() < loss) {
        lost++;
      } else {
        out.add(new Frame(Arrays.copyOf(frame, length), endPs + DELAY_PS));
      }
    }

    @Override
    public void flowFinished(Sender sender, long nowPs) {
      finished.add(sender.flow().id() + " at " + nowPs);
    }

    @Override
    public void delivered(Flow flow, long number, int bytes, long nowPs) {
      deliveredTwice += delivered.computeIfAbsent(flow.id(), _ -> new TreeSet<>()).add(number) ? 0 : 1;
    }

    /** Runs an action at a time. */
    void at(long timePs, Runnable action) {
      var event = new Event() {
        @Override
        public void fire() {
          action.run();
        }
      };
      event.key = Long.MIN_VALUE;
      loop.schedule(event, timePs);
    }

    private boolean isQuiet() {
      return out.isEmpty() && endpoint.packetsInside() == 0;
    }
  }

  final Side[] sides;
  final Rules rules;

  TwoHosts(Rules rules) {
    this.rules = rules;
    sides = new Side[] {new Side(0, rules), new Side(1, rules)};
  }

  /** Starts a flow at one side. */
  void flow(int from, int id, long sizeBytes, long startPs) {
    var flow = new Flow(id, from, 1 - from, 10_000 + id, 4791, 3, sizeBytes, startPs);
    sides[from].at(startPs, () -> {
      PathFacts path = rules.path();
      sides[from].endpoint.start(flow, rules.ofSenders().start(path), rules.scheme.pacing(), path, startPs);
    });
  }

  /** Runs both sides until neither has any event. */
  void run() throws InterruptedException, ExecutionException {
    var done = new AtomicBoolean();
    var exchange = new Frame[2][];
    var pending = new boolean[2];
    var barrier = new CyclicBarrier(2, () -> done.set(!pending[0] && !pending[1]));
    try (var threads = Executors.newFixedThreadPool(2)) {
      var running = Arrays.stream(sides).map(side -> threads.submit(() -> {
        run(side, exchange, pending, barrier, done);
        return side;
      })).toList();
      for (var each : running) {
        each.get();
      }
    }
  }

  private static void run(Side side, Frame[][] exchange, boolean[] pending, CyclicBarrier barrier, AtomicBoolean done)
      throws InterruptedException, BrokenBarrierException {
    for (int round = 1; round < MOST_ROUNDS && !done.get(); round++) {
      boolean more = side.loop.run(round * DELAY_PS - 1);
      pending[side.node] = more || !side.isQuiet();
      exchange[side.node] = side.out.toArray(Frame[]::new);
      side.out.clear();
      barrier.await();
      for (Frame frame : exchange[1 - side.node]) {
        side.endpoint.receive(frame.bytes, 0, frame.bytes.length, frame.arrivalPs);
      }
      barrier.await(); // no thread overwrites data that the other still reads
    }
  }
}
