package dev.inflight.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.cc.hpcc.Hpcc;
import dev.inflight.telemetry.DecodeStatus;
import dev.inflight.telemetry.Hops;
import dev.inflight.telemetry.format.ioam.IoamLinux;
import dev.inflight.wire.frame.FrameView;
import dev.inflight.wire.header.Ethernet;
import dev.inflight.wire.header.Icrc;
import dev.inflight.wire.header.Ipv6;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Endpoints with IPv6 packets and traces for Linux routers, over a cable without routers. */
class EndpointOverIpv6Test {
  private static final long PREFIX = 0x2001_0DB8_0000_0001L;
  private static final long ROUTER_MAC = 0x0200_0000_00AAL;
  private static final int LEFT = 0xC0A8_0001;
  private static final int RIGHT = 7;
  private static final int BYTES = 200_000;
  private static final IoamLinux LINUX = new IoamLinux(0x8000, 4);

  private static EndpointConfig config(int host) {
    return EndpointConfig.of(host).ipv6(PREFIX).telemetry(LINUX).scheme(Hpcc.DEFAULT).through(ROUTER_MAC).path(1_000_000_000L,
        100_000_000);
  }

  @Test
  void bytesArriveAndPacketsCarryTraces() {
    var replaced = new ArrayList<String>();
    var ends = new TwoEndpoints(new Cable(2048, new Cable.Faults(0.01, 0.01, 0.01, 0), 3), config(LEFT), config(RIGHT));
    var frames = new ArrayList<byte[]>();
    ends.cable.ends[0].record = frames;
    ends.right.listen(ConnectionHandler.NONE);
    byte[] from = new byte[BYTES];
    new SplittableRandom(5).nextBytes(from);
    byte[] to = new byte[BYTES];
    Region source = ends.left.register(MemorySegment.ofArray(from), Access.LOCAL);
    Region target = ends.right.register(MemorySegment.ofArray(to), Access.WRITE);
    Connection connection = ends.left.connect(RIGHT, new ConnectionHandler() {
      @Override
      public void schemeReplaced(Connection of, String configured, String instead) {
        replaced.add(configured + " -> " + instead);
      }
    });
    assertThat(connection.peer()).isEqualTo(RIGHT);
    var written = connection.write(source, 0, BYTES, target.key(), target.address());
    ends.until(written::isDone);
    written.join();
    assertThat(to).isEqualTo(from);
    assertThat(ends.right.unreadable()).isZero();
    assertThat(replaced).as("no router has written").containsExactly("hpcc -> swift");

    int traces = 0;
    var view = new FrameView(List.of(LINUX.format()));
    for (byte[] frame : frames) {
      assertThat(view.parse(frame, 0, frame.length)).isEqualTo(DecodeStatus.READ);
      assertThat(Ethernet.destination(frame, 0)).isEqualTo(ROUTER_MAC);
      assertThat(Ipv6.source(frame, view.ip, true)).isEqualTo(PREFIX);
      assertThat(Ipv6.source(frame, view.ip, false)).isEqualTo(LEFT & 0xFFFF_FFFFL);
      assertThat(Ipv6.destination(frame, view.ip, false)).isEqualTo(RIGHT);
      assertThat(view.icrcMatches(new Icrc())).isTrue();
      if (view.telemetry != null) {
        traces++;
        assertThat(view.telemetryBytes).isEqualTo(LINUX.sizeBytes(0));
        var hops = new Hops(1);
        assertThat(LINUX.read(frame, view.telemetryAt, view.telemetryBytes, hops)).isEqualTo(DecodeStatus.READ);
        assertThat(hops.count()).isZero();
      }
    }
    assertThat(traces).isGreaterThanOrEqualTo(BYTES / 1024);
  }

  /** Packets from hosts of another prefix, and of IPv4, are ignored. */
  @Test
  void ignoresOtherPrefixesAndIpv4() {
    var ends = new TwoEndpoints(new Cable(2048, Cable.Faults.NONE, 1), config(LEFT).ipv6(PREFIX + 1), config(RIGHT));
    ends.right.listen(ConnectionHandler.NONE);
    ends.left.connect(RIGHT, ConnectionHandler.NONE);
    ends.run(1_000_000);
    assertThat(ends.right.unreadable()).isPositive();
    assertThat(ends.right.connections()).isZero();
  }
}
