package dev.inflight.net.codec;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.inflight.net.codec.frame.FlowLookup;
import dev.inflight.net.codec.frame.FrameRules;
import dev.inflight.net.link.Framing;
import dev.inflight.net.link.Packet;
import dev.inflight.net.link.PacketPool;
import dev.inflight.telemetry.EgressLink;
import dev.inflight.telemetry.PathQuery;
import dev.inflight.telemetry.PortSnapshot;
import dev.inflight.telemetry.TelemetryFormat;
import dev.inflight.wire.TestFormats;
import dev.inflight.wire.TestFrame;
import dev.inflight.wire.frame.FrameForwarder;
import dev.inflight.wire.frame.FrameView;
import dev.inflight.wire.header.Icrc;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class FrameAllocationTest {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final int FRAMES = 2000;

  @ParameterizedTest
  @MethodSource("dev.inflight.wire.TestFormats#withIpVersions")
  void aFrameCostsNothing(TelemetryFormat format, boolean ipv6) {
    byte[] frame = TestFrame.write(ipv6, 100).withUdpChecksum().with(format, PathQuery.UTILIZATION).bytes();
    byte[] bytes = new byte[2000];
    var view = new FrameView(TestFormats.ON_THE_WIRE);
    var transit = new FrameForwarder(view, format, new EgressLink(1, 2, 100_000_000_000L), true);
    var decoder = new FrameDecoder(new FrameRules(ipv6 ? Framing.ROCEV2_IPV6 : Framing.ROCEV2, 100, format, false),
        new FlowLookup());
    Packet packet = new PacketPool(2000).take();
    var snapshot = new PortSnapshot();
    var icrc = new Icrc();
    long allocated = 0;
    for (int round = 0; round < 4; round++) {
      long before = THREADS.getCurrentThreadAllocatedBytes();
      for (int i = 0; i < FRAMES; i++) {
        System.arraycopy(frame, 0, bytes, 0, frame.length);
        int length = transit.forward(bytes, 0, frame.length, bytes.length, snapshot, true);
        view.parse(bytes, 0, length);
        if (!view.icrcMatches(icrc)) {
          throw new AssertionError("ICRC");
        }
        decoder.decode(bytes, 0, length, packet);
      }
      allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
    }
    assertThat(decoder.problem()).isEqualTo("the queue pair and addresses are those of no flow");
    assertThat(allocated).isLessThan(FRAMES); // not even a byte for each
  }
}
