package dev.inflight.live.forward;

import static dev.inflight.live.forward.SoftStar.US;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.inflight.live.SoftPair;
import dev.inflight.live.device.FrameMemory;
import dev.inflight.live.device.MemoryDevice;
import dev.inflight.live.loop.RealLoop;
import dev.inflight.live.loop.Waiting;
import dev.inflight.live.os.PollSleeper;
import dev.inflight.net.codec.frame.FrameAddresses;
import dev.inflight.net.switching.ecn.EcnThresholds;
import dev.inflight.cc.testing.Allocation;
import dev.inflight.telemetry.EgressLink;
import dev.inflight.telemetry.PathQuery;
import dev.inflight.telemetry.PortSnapshot;
import dev.inflight.telemetry.TelemetryFormat;
import dev.inflight.telemetry.TelemetryHeader;
import dev.inflight.telemetry.format.hpcc.NativeFormat;
import dev.inflight.wire.TestFormats;
import dev.inflight.wire.TestFrame;
import dev.inflight.wire.frame.FrameView;
import dev.inflight.wire.header.Ethernet;
import dev.inflight.wire.header.Ipv4;
import dev.inflight.wire.header.Ipv6;
import dev.inflight.wire.header.Udp;
import dev.inflight.wire.header.tcp.TcpHeader;
import dev.inflight.wire.header.tcpint.TcpIntOption;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Frames of other hosts through the simulator's switch. */
class ForwardingTest {
  private static final long RATE = 1_000_000_000L;
  /** Rate that each format can express. */
  private static final long FAST = 10_000_000_000L;
  private static final long BUFFER = 4 << 20;
  private static final int SWITCH = 3;

  private static SoftStar star(TelemetryFormat format, boolean ipv6) {
    return new SoftStar(3, RATE, format, ipv6, false, BUFFER, null);
  }

  static Stream<Arguments> formats() {
    return TestFormats.ON_THE_WIRE.stream()
        .flatMap(format -> format.placement().needsIpv6()
            ? Stream.of(Arguments.of(format, true))
            : Stream.of(Arguments.of(format, false), Arguments.of(format, true)));
  }

  /** Record of the simulator's port: the same format, at the instant at which the frame's first bit leaves. */
  private static byte[] expected(TelemetryFormat format, long nowPs, int frameHopLimit) {
    var snapshot = new PortSnapshot();
    snapshot.nowPs = nowPs;
    snapshot.arrivedPs = nowPs;
    snapshot.ingressPort = 1;
    snapshot.queue = 3;
    snapshot.hopLimit = frameHopLimit - 1;
    var header = new TelemetryHeader(format, format.maxHops()).begin(PathQuery.QUEUEING);
    header.stamp(format.stamper(new EgressLink(SWITCH, 2, FAST, true)), snapshot);
    return Arrays.copyOf(header.bytes(), header.length());
  }

  @ParameterizedTest
  @MethodSource("formats")
  void aFrameGetsThePortsTelemetryAndStaysSound(TelemetryFormat format, boolean ipv6) {
    byte[] frame = FrameChecks.withTelemetry(format, ipv6, 333);
    try (var star = new SoftStar(3, FAST, format, ipv6, false, BUFFER, null)) {
      star.run(1000 * US);
      star.send(0, frame);
      long nowPs = star.nowPs();
      List<SoftStar.Arrived> out = star.run(100 * US);
      assertThat(out).hasSize(1);
      byte[] after = out.getFirst().frame();
      FrameView view = FrameChecks.assertSound(format, after);
      assertThat(view.payloadBytes).isEqualTo(333);
      byte[] header = new byte[view.telemetryBytes];
      view.copyTelemetry(header, 0);
      assertThat(header).isEqualTo(expected(format, nowPs, 64));
      assertThat(ipv6 ? Ipv6.hopLimit(after, view.ip) : Ipv4.ttl(after, view.ip)).isEqualTo(63);
      assertThat(star.switches.counters().stamped).isEqualTo(1);
      assertThat(star.held()).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void plainPacketsGetANewLinkAndOneHopLess(boolean ipv6) {
    byte[] frame = TestFrame.write(ipv6, 100).withUdpChecksum().bytes();
    try (var star = star(null, ipv6)) {
      star.send(0, frame);
      List<SoftStar.Arrived> out = star.run(100 * US);
      assertThat(out).hasSize(1);
      assertThat(out.getFirst().host()).isEqualTo(1);
      byte[] after = out.getFirst().frame();
      assertThat(Ethernet.source(after, 0)).isEqualTo(FrameAddresses.mac(SWITCH, 2));
      assertThat(Ethernet.destination(after, 0)).isEqualTo(FrameAddresses.mac(1, 1));
      if (ipv6) {
        assertThat(Ipv6.hopLimit(after, 14)).isEqualTo(Ipv6.hopLimit(frame, 14) - 1);
      } else {
        assertThat(Ipv4.ttl(after, 14)).isEqualTo(Ipv4.ttl(frame, 14) - 1);
        assertThat(Ipv4.checksumMatches(after, 14)).isTrue();
      }
      int udp = ipv6 ? 54 : 34;
      assertThat(Udp.checksumMatches(after, udp, 14)).isTrue();
      assertThat(Arrays.copyOfRange(after, udp, after.length)).isEqualTo(Arrays.copyOfRange(frame, udp, frame.length));
    }
  }

  /** Frame with a TCP segment from host 0 to host 1, with room for the records of switches. */
  private static byte[] segment(int dataBytes) {
    int headerBytes = TcpHeader.HEADER_BYTES + TcpIntOption.BYTES;
    byte[] frame = new byte[34 + headerBytes + dataBytes];
    Ethernet.write(frame, 0, 0x0200_0000_0002L, 0x0200_0000_0001L, Ethernet.IPV4);
    Ipv4.write(frame, 14, frame.length - 14, Ipv4.TCP);
    Ipv4.addresses(frame, 14, 0x0A000001, 0x0A000002);
    Ipv4.writeChecksum(frame, 14);
    TcpHeader.write(frame, 34, 0xC123, 5001, 1, 1, headerBytes, TcpHeader.ACK, 0xFFFF);
    TcpIntOption.write(frame, 34 + TcpHeader.HEADER_BYTES, TcpIntOption.SWITCH_DEFAULT);
    TcpHeader.writeChecksum(frame, 34, 14, frame.length - 34);
    return frame;
  }

  /** Forty segments at once: each carries the number of bytes that wait behind it, in units of 8 KiB above 128. */
  @Test
  void tcpSegmentsCarryTheQueue() {
    byte[] frame = segment(1000);
    try (var star = new SoftStar(3, FAST, NativeFormat.DEFAULT, false, false, BUFFER, null)) {
      for (int sent = 0; sent < 40; sent++) {
        star.send(0, frame);
      }
      List<SoftStar.Arrived> out = star.run(1000 * US);
      assertThat(out).hasSize(40);
      int option = 34 + TcpHeader.HEADER_BYTES;
      assertThat(out).allSatisfy(one -> {
        assertThat(TcpHeader.checksumMatches(one.frame(), 34, 14, one.frame().length - 34)).isTrue();
        int load = TcpIntOption.load(one.frame(), option);
        assertThat(TcpIntOption.hop(one.frame(), option)).isEqualTo(load == 0 ? 0 : 63);
      });
      List<Integer> loads = out.stream().map(one -> TcpIntOption.load(one.frame(), option)).toList();
      int largest = loads.stream().max(Integer::compare).orElseThrow();
      assertThat(largest).isBetween(128 + 3, 128 + 5); // up to 39 of 1066 bytes
      assertThat(star.switches.counters().stamped).isEqualTo(40);
    }
  }

  /** A gigabit of frames that arrive at once leaves in the time of a gigabit. */
  @Test
  void aPortIsAsFastAsItsLink() {
    byte[] frame = TestFrame.write(false, 1000).bytes();
    int frames = 900;
    try (var star = star(null, false)) {
      for (int sent = 0; sent < frames; sent++) {
        star.send(sent % 2 == 0 ? 0 : 2, frame);
      }
      List<SoftStar.Arrived> out = star.run(20_000 * US);
      assertThat(out).hasSize(frames);
      long took = out.getLast().atPs() - out.getFirst().atPs();
      double bits = (frames - 1) * 8.0 * (frame.length + 4 + 20);
      assertThat(bits / (took / 1e12)).isCloseTo(RATE, within(0.01 * RATE));
      assertThat(star.port(1).peakBytes()).isBetween(800L * frame.length, 900L * (frame.length + 4));
    }
  }

  @Test
  void longQueuesMarkMarkablePackets() {
    byte[] markable = TestFrame.write(false, 1000).bytes();
    byte[] other = markable.clone();
    Ipv4.changeEcn(other, 14, Ipv4.NOT_ECT);
    try (var star = new SoftStar(3, RATE, null, false, false, BUFFER, new EcnThresholds(20_000, 20_000, 1))) {
      for (int sent = 0; sent < 100; sent++) {
        star.send(0, markable);
        star.send(2, other);
      }
      List<SoftStar.Arrived> out = star.run(20_000 * US);
      assertThat(out).hasSize(200);
      long marked = out.stream().filter(one -> Ipv4.ecn(one.frame(), 14) == Ipv4.CE).count();
      assertThat(marked).isEqualTo(star.port(1).marks()).isBetween(80L, 99L);
      assertThat(out).allSatisfy(one -> assertThat(Ipv4.checksumMatches(one.frame(), 14)).isTrue());
      assertThat(out.stream().filter(one -> Ipv4.ecn(one.frame(), 14) == Ipv4.NOT_ECT)).hasSize(100);
    }
  }

  /** Telemetry in packets that cannot be marked. */
  @Test
  void unmarkablePacketsAreNotCountedAsMarked() {
    byte[] frame = TestFrame.write(false, 1000).with(NativeFormat.DEFAULT, PathQuery.QUEUEING).bytes();
    Ipv4.changeEcn(frame, 14, Ipv4.NOT_ECT);
    try (var star = new SoftStar(3, FAST, NativeFormat.DEFAULT, false, false, BUFFER, new EcnThresholds(0, 0, 1))) {
      for (int sent = 0; sent < 50; sent++) {
        star.send(0, frame);
      }
      assertThat(star.run(1000 * US)).hasSize(50).allMatch(one -> Ipv4.ecn(one.frame(), 14) == Ipv4.NOT_ECT);
      assertThat(star.port(1).marks()).isZero();
      assertThat(star.switches.counters().stamped).isEqualTo(50);
    }
  }

  @Test
  void portsOfASwitchShareTheirMemory() {
    try (var one = new FrameMemory(4, 2048);
        var other = new FrameMemory(4, 2048);
        var cable = MemoryDevice.pair("apart", one, other, 4);
        var sleeper = new PollSleeper()) {
      var loop = new RealLoop(Waiting.SPIN, sleeper);
      assertThatThrownBy(() -> SoftPair.between(cable.one(), cable.other(), RATE, loop))
          .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("in another memory");
    }
  }

  @Test
  void droppedFramesReleaseTheirMemory() {
    byte[] frame = TestFrame.write(false, 1000).bytes();
    try (var star = new SoftStar(3, RATE, null, false, false, 100_000, null)) {
      for (int sent = 0; sent < 200; sent++) {
        star.send(0, frame);
      }
      int out = star.run(20_000 * US).size();
      assertThat(out).isBetween(40, 60); // half of the memory, for a single port
      assertThat(star.switches.counters().dropped).isEqualTo(200 - out);
      assertThat(star.held()).isZero();
    }
  }

  @Test
  void countsFramesThatItCannotForward() {
    byte[] expired = TestFrame.write(false, 100).bytes();
    Ipv4.ttl(expired, 14, 1);
    Ipv4.writeChecksum(expired, 14);
    byte[] stranger = TestFrame.write(false, 100).bytes();
    Ipv4.addresses(stranger, 14, 0x0A000001, 0x0A0000FF);
    Ipv4.writeChecksum(stranger, 14);
    byte[] damaged = TestFrame.write(false, 100).bytes();
    damaged[20]++;
    try (var star = star(null, false)) {
      star.send(0, expired);
      star.send(0, stranger);
      star.send(0, damaged);
      assertThat(star.run(100 * US)).isEmpty();
      ForwardingCounters counters = star.switches.counters();
      assertThat(List.of(counters.expired, counters.unknownDestination, counters.unreadable)).containsExactly(1L, 1L, 1L);
      assertThat(star.held()).isZero();
    }
  }

  @Test
  void anInterfaceThatIsGoneIsALinkThatIsDown() {
    byte[] frame = TestFrame.write(false, 100).bytes();
    try (var star = star(null, false)) {
      star.unplug(1);
      star.run(200_000 * US); // the next check has passed
      star.send(0, frame);
      assertThat(star.run(100 * US)).isEmpty();
      assertThat(star.switches.counters().lostOnLinks).isEqualTo(1);
      assertThat(star.held()).isZero();
    }
  }

  /** For any frames: nothing breaks, and nothing is kept. */
  @ParameterizedTest
  @MethodSource("formats")
  void hostileFramesLeaveNothingBehind(TelemetryFormat format, boolean ipv6) {
    byte[] sound = TestFrame.write(ipv6, 200).with(format, PathQuery.QUEUEING).bytes();
    var random = new SplittableRandom(7);
    try (var star = new SoftStar(3, FAST, format, ipv6, false, BUFFER, null)) {
      for (int round = 0; round < 60; round++) {
        for (int sent = 0; sent < 50; sent++) {
          byte[] frame = Arrays.copyOf(sound, random.nextInt(1, sound.length + 20));
          for (int changes = random.nextInt(0, 8); changes > 0; changes--) {
            frame[random.nextInt(Math.min(frame.length, 120))] = (byte) random.nextInt();
          }
          star.send(random.nextInt(3), frame);
        }
        star.run(200 * US);
      }
      star.run(40_000 * US); // pauses among them have ended
      assertThat(star.held()).isZero();
      assertThat(star.switches.counters().received).isEqualTo(3000);
      star.send(0, sound);
      assertThat(star.run(100 * US)).hasSize(1);
    }
  }

  @Test
  void aSteadyFlowAllocatesNothing() {
    byte[] frame = TestFrame.write(false, 1000).with(NativeFormat.DEFAULT, PathQuery.QUEUEING).bytes();
    int frames = 5000;
    try (var star = star(NativeFormat.DEFAULT, false)) {
      star.countOnly();
      long bytes = Allocation.bytesOf(() -> {
        for (int sent = 0; sent < frames; sent++) {
          star.send(0, frame);
          star.turn(10 * US);
        }
      });
      assertThat(star.frames()).isGreaterThan(3L * frames);
      assertThat(bytes).as("bytes for %d frames", frames).isLessThan(frames);
    }
  }
}
