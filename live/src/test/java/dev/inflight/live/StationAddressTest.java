package dev.inflight.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.live.device.DeviceAround;
import dev.inflight.live.device.FrameMemory;
import dev.inflight.live.device.MemoryDevice;
import dev.inflight.live.forward.ForwardingCounters;
import dev.inflight.live.forward.SoftSwitches;
import dev.inflight.live.loop.RealLoop;
import dev.inflight.live.loop.Waiting;
import dev.inflight.live.testing.Awake;
import dev.inflight.net.codec.frame.FrameAddresses;
import dev.inflight.telemetry.util.BigEndian;
import dev.inflight.wire.TestFrame;
import dev.inflight.wire.header.Ethernet;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A soft switch forwards frames to its own station, and counts the others by kind. */
class StationAddressTest {
  private static final long DEVICE_MAC = 0x0211_2233_4455L;
  private static final int SWITCH = 2;
  private static final long RATE = 1_000_000_000L;

  /** Device of this process as an interface with a MAC address. */
  private static final class Station extends DeviceAround {
    Station(MemoryDevice of) {
      super(of);
    }

    @Override
    public long mac() {
      return DEVICE_MAC;
    }
  }

  private static byte[] to(long mac) {
    byte[] frame = TestFrame.write(false, 100).bytes();
    BigEndian.set48(frame, 0, mac);
    return frame;
  }

  /** Counters of a switch after one frame from a host. */
  private static ForwardingCounters after(byte[] frame) {
    long[] nanos = {0};
    try (var memory = new FrameMemory(64, 2048);
        var in = MemoryDevice.pair("in", memory, memory, 16);
        var out = MemoryDevice.pair("out", memory, memory, 16)) {
      var loop = new RealLoop(Waiting.SPIN, new Awake(), () -> nanos[0]);
      var one = new Station(in.one());
      var other = new Station(out.one());
      SoftSwitches switches = SoftPair.between(one, other, RATE, loop);
      loop.add(one);
      loop.add(other);
      long at = memory.take() + FrameMemory.HEADROOM_BYTES;
      MemorySegment.copy(frame, 0, memory.bytes(), ValueLayout.JAVA_BYTE, at, frame.length);
      in.other().send(at, frame.length);
      in.other().flush();
      for (; nanos[0] < 50_000; nanos[0] += 1000) {
        loop.round();
      }
      return switches.counters();
    }
  }

  @ParameterizedTest
  @CsvSource({"0x021122334455, the interface's own", "0xffffffffffff, broadcast", "0, the port's own in the fabric"})
  void forwardsFramesToItsStation(String mac, String what) {
    long to = mac.equals("0") ? FrameAddresses.mac(SWITCH, 1) : Long.decode(mac);
    ForwardingCounters counters = after(to(to));
    assertThat(counters.forwarded).as(what).isEqualTo(1);
    assertThat(counters.otherStations).isZero();
  }

  @Test
  void dropsFramesToOtherStations() {
    ForwardingCounters counters = after(to(0x0211_2233_4456L));
    assertThat(counters.forwarded).isZero();
    assertThat(counters.otherStations).isEqualTo(1);
    assertThat(counters.received).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({"0x0806, ARP", "0x88cc, LLDP", "0x8847, MPLS"})
  void countsFramesWithoutIp(String type, String what) {
    byte[] frame = new byte[60];
    Ethernet.write(frame, 0, DEVICE_MAC, 0x0200_0000_0001L, Integer.decode(type));
    ForwardingCounters counters = after(frame);
    assertThat(counters.notIp).as(what).isEqualTo(1);
    assertThat(counters.unreadable).isZero();
  }

  @Test
  void countsDamagedFrames() {
    byte[] frame = to(DEVICE_MAC);
    frame[24] ^= 1; // the checksum of the IPv4 header
    ForwardingCounters counters = after(frame);
    assertThat(counters.unreadable).isEqualTo(1);
    assertThat(counters.notIp).isZero();
  }
}
