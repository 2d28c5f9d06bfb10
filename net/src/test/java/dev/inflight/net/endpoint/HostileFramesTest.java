package dev.inflight.net.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.inflight.cc.CongestionControl;
import dev.inflight.cc.Feedback;
import dev.inflight.cc.Pacing;
import dev.inflight.cc.PathFacts;
import dev.inflight.cc.rival.NoControl;
import dev.inflight.net.LateLoop;
import dev.inflight.net.codec.FrameDecoder;
import dev.inflight.net.codec.FrameEncoder;
import dev.inflight.net.codec.frame.FlowLookup;
import dev.inflight.net.codec.frame.FrameRules;
import dev.inflight.net.event.SerializationTime;
import dev.inflight.net.host.HostConfig;
import dev.inflight.net.host.HostConfig.Acks;
import dev.inflight.net.host.HostConfig.InBand;
import dev.inflight.net.host.HostConfig.Packets;
import dev.inflight.net.host.HostConfig.Sending;
import dev.inflight.net.host.Observer;
import dev.inflight.net.link.Flow;
import dev.inflight.net.link.Framing;
import dev.inflight.net.link.Packet;
import dev.inflight.net.nic.UnlimitedNic;
import dev.inflight.net.rdma.QueuePairConnection;
import dev.inflight.net.rdma.ConnectionListener;
import dev.inflight.net.rdma.Operation;
import dev.inflight.net.rdma.QueuePair;
import dev.inflight.net.rdma.QueuePairListener;
import dev.inflight.net.recovery.GoBackN;
import dev.inflight.telemetry.DecodeStatus;
import dev.inflight.wire.frame.FrameView;
import dev.inflight.wire.header.Icrc;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Frames that a host should not get, and that change nothing at it. */
class HostileFramesTest {
  private static final long US = 1_000_000;
  private static final FrameRules FRAMES = new FrameRules(Framing.ROCEV2, 1000, null, false);
  private static final PathFacts PATH = PathFacts.of(TwoHosts.RATE, 10 * US, 1000);

  /** A host by itself, and its frames. */
  private static final class Alone {
    final LateLoop loop = new LateLoop(0, 1);
    final List<byte[]> sent = new ArrayList<>();
    final FrameHost endpoint;

    Alone(int node) {
      var rules = new HostConfig(new Packets(Framing.ROCEV2, SerializationTime.EXACT, 1000), InBand.NOTHING, Acks.EACH,
          new Sending(true, 1000 * US, GoBackN.DEFAULT, UnlimitedNic.DEFAULT));
      endpoint = new FrameHost(new FrameHost.Link(node, 1, 2, TwoHosts.RATE), rules, loop,
          (frame, length, endPs) -> sent.add(Arrays.copyOf(frame, length)), Observer.NONE);
    }

    void take(byte[] frame, long atPs) {
      endpoint.receive(frame, 0, frame.length, atPs);
      loop.run(atPs);
    }

    List<byte[]> sentSince(int before) {
      return sent.subList(before, sent.size());
    }
  }

  /** The frames that a host sends for a flow to host 1. */
  private static List<byte[]> frames(int id, long sizeBytes) {
    var sender = new Alone(0);
    sender.endpoint.start(flow(id, sizeBytes), NoControl.DEFAULT.start(PATH), Pacing.CURRENT_RATE, PATH, 0);
    sender.loop.run(100 * US);
    return sender.sent;
  }

  private static Flow flow(int id, long sizeBytes) {
    return new Flow(id, 0, 1, 10_000, 4791, 3, sizeBytes, 0);
  }

  @Test
  void onlyTheFirstPacketStartsAFlow() {
    List<byte[]> frames = frames(7, 2500);
    var receiver = new Alone(1);
    receiver.take(frames.get(1), US);
    receiver.take(frames.get(2), 2 * US);
    assertThat(receiver.sent).as("a packet of nobody's flow is dropped in silence").isEmpty();
    assertThat(receiver.endpoint.unreadable()).isEqualTo(2);
    for (int packet = 0; packet < 3; packet++) {
      receiver.take(frames.get(packet), (3 + packet) * US);
    }
    assertThat(receiver.endpoint.counters().deliveredBytes).isEqualTo(2500);
    assertThat(receiver.sent).hasSize(3);
  }

  /** The last packet of a flow ends at the size in its first: not before, not behind. */
  @Test
  void flowHasTheSizeInItsFirstPacket() {
    var receiver = new Alone(1);
    receiver.take(frames(7, 2500).get(0), US);
    receiver.take(frames(7, 2400).get(2), 2 * US);
    receiver.take(frames(7, 3500).get(2), 3 * US);
    receiver.take(frames(7, 4500).get(4), 4 * US);
    assertThat(receiver.endpoint.unreadable()).isEqualTo(3);
    assertThat(receiver.sent).hasSize(1);
  }

  @Test
  void ignoresFramesForOtherHosts() {
    var sender = new Alone(0);
    sender.endpoint.start(flow(7, 1000), NoControl.DEFAULT.start(PATH), Pacing.CURRENT_RATE, PATH, 0);
    sender.loop.run(US);
    byte[] own = sender.sent.getFirst();
    sender.take(own, 2 * US);
    assertThat(sender.endpoint.unreadable()).isEqualTo(1);
    assertThat(sender.sent).as("no answer to itself").hasSize(1);
    var third = new Alone(2);
    third.take(own, US);
    assertThat(third.endpoint.unreadable()).isEqualTo(1);
    assertThat(third.sent).isEmpty();
  }

  /** A congestion notification, which has no number, does not change a sender's times. */
  @Test
  void aCongestionNotificationMovesNoTimes() {
    var rtts = new ArrayList<Long>();
    CongestionControl plain = NoControl.DEFAULT.start(PATH);
    var control = new CongestionControl() {
      @Override
      public boolean onAck(Feedback ack) {
        rtts.add(ack.rttPs);
        return false;
      }

      @Override
      public long windowBytes() {
        return plain.windowBytes();
      }

      @Override
      public long paceBitsPerSec() {
        return plain.paceBitsPerSec();
      }
    };
    var sender = new Alone(0);
    Flow flow = flow(7, 3000);
    sender.endpoint.start(flow, control, Pacing.CURRENT_RATE, PATH, 0);
    sender.loop.run(US);
    var receiver = new Alone(1);
    sender.sent.forEach(frame -> receiver.take(frame, US));
    receiver.loop.run(2 * US);
    var cnp = new Packet(0);
    cnp.becomeCnp(flow, Framing.ROCEV2.cnpBytes(), 0);
    cnp.number = 5000; // from the packet's former use
    var encoder = new FrameEncoder(FRAMES);
    int length = encoder.encode(cnp, 2, 1);
    sender.take(Arrays.copyOf(encoder.frame(), length), 2 * US);
    receiver.sent.forEach(frame -> sender.take(frame, 20 * US));
    assertThat(sender.endpoint.counters().cnps).isEqualTo(1);
    assertThat(rtts).hasSize(3).allMatch(rttPs -> rttPs > 19 * US);
  }

  private static final class Application implements QueuePairListener, QueuePairConnection.Controls {
    final List<String> diary = new ArrayList<>();

    @Override
    public void completed(QueuePair queuePair, Operation operation, long nowPs) {
      diary.add(operation.toString());
    }

    @Override
    public PathFacts path(Flow stream, long lineRateBitsPerSec) {
      return PATH;
    }

    @Override
    public CongestionControl start(Flow stream, PathFacts path) {
      return NoControl.DEFAULT.start(path);
    }

    @Override
    public Pacing pacing() {
      return Pacing.CURRENT_RATE;
    }
  }

  /** The peer is another host from one moment on, without state: it is silent, and the requester gives up. */
  @Test
  void aPeerThatHasForgottenTheConnectionIsSilent() {
    var asking = new Alone(0);
    var asked = new Alone(1);
    var application = new Application();
    asked.endpoint.connections().acceptor(_ -> new ConnectionListener.Acceptance(QueuePairListener.NONE, application));
    QueuePair pair = asking.endpoint.connect(4, new QueuePairConnection.Request(0, 1, 20_000, 20_001, 3), application,
        application, 0);
    asking.loop.run(US);
    asking.sent.forEach(frame -> asked.take(frame, 2 * US));
    asked.sent.forEach(frame -> asking.take(frame, 3 * US));
    assertThat(pair.state()).isEqualTo(QueuePair.State.READY);
    var another = new Alone(1);
    int before = asking.sent.size();
    pair.write(1, 0, 7, 5000, 4 * US);
    pair.read(2, 0, 7, 5000, 4 * US);
    asking.loop.run(Long.MAX_VALUE);
    asking.sentSince(before).stream().limit(100).forEach(frame -> another.take(frame, 5 * US));
    assertThat(another.sent).isEmpty();
    assertThat(application.diary).containsExactly("WRITE 1 of 5000 B (RETRY_EXCEEDED)", "READ 2 of 5000 B (FLUSHED)");
  }

  /** A host that repeats its request is one connection, and a request from another port than its own is none. */
  @Test
  void repeatedRequestGetsOneConnection() {
    var asking = new Alone(0);
    var asked = new Alone(1);
    var application = new Application();
    int[] accepted = {0};
    asked.endpoint.connections().acceptor(_ -> {
      accepted[0]++;
      return new ConnectionListener.Acceptance(QueuePairListener.NONE, application);
    });
    asking.endpoint.connect(4, new QueuePairConnection.Request(0, 1, 20_000, 20_001, 3), application, application, 0);
    asking.loop.run(US);
    byte[] connect = asking.sent.getFirst();
    byte[] otherPort = connect.clone();
    otherPort[35] ^= 1; // the UDP source port, which the connection header has too
    for (int time = 1; time <= 3; time++) {
      asked.take(resealed(otherPort), time * US);
    }
    assertThat(accepted[0]).isZero();
    assertThat(asked.endpoint.unreadable()).isEqualTo(3);
    for (int time = 4; time <= 6; time++) {
      asked.take(connect, time * US);
    }
    assertThat(accepted[0]).isEqualTo(1);
  }

  /** The frame with the invariant CRC that it should have. */
  private static byte[] resealed(byte[] frame) {
    var view = new FrameView(List.of());
    view.parse(frame, 0, frame.length);
    Icrc.write(frame, view.icrc, view.computeIcrc(new Icrc()));
    return frame;
  }

  @Test
  void aFlowThatAHostCannotSendIsRefused() {
    FrameHost endpoint = new Alone(1).endpoint;
    assertThatIllegalArgumentException()
        .isThrownBy(() -> endpoint.start(flow(7, 1000), NoControl.DEFAULT.start(PATH), Pacing.CURRENT_RATE, PATH, 0))
        .withMessageContaining("is not one that begins at host 1");
    FrameHost sender = new Alone(0).endpoint;
    assertThatIllegalArgumentException()
        .isThrownBy(() -> sender.start(flow(1 << 24, 1000), NoControl.DEFAULT.start(PATH), Pacing.CURRENT_RATE, PATH, 0))
        .withMessageContaining("with a queue pair that states its number");
  }

  @Test
  void aFrameOfAnotherFlowIsNotTheFirstOfOne() {
    byte[] first = frames(7, 2500).getFirst();
    var decoder = new FrameDecoder(FRAMES, new FlowLookup());
    assertThat(decoder.decode(first, 0, first.length, new Packet(0))).as("without newcomers").isEqualTo(DecodeStatus.UNSUPPORTED);
  }
}
