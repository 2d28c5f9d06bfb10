package dev.inflight.telemetry.format.ioam;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.telemetry.DecodeStatus;
import dev.inflight.telemetry.EgressLink;
import dev.inflight.telemetry.Hops;
import dev.inflight.telemetry.LinkRates;
import dev.inflight.telemetry.NetworkFacts;
import dev.inflight.telemetry.PortSnapshot;
import dev.inflight.telemetry.TelemetryCodec;
import dev.inflight.telemetry.TelemetryFormat;
import java.util.HexFormat;

/** Traces as text, stamped by a switch and read by an endpoint. */
final class IoamBytes {
  static final HexFormat HEX = HexFormat.ofDelimiter(" ");
  static final long GBPS = 1_000_000_000L;
  static final long SECOND = 1_000_000_000_000L;
  static final LinkRates LINKS = (node, port) -> 100 * GBPS * port;
  static final IoamFormat POSIX = with(0xD20000, 12, IoamTimestampFormat.POSIX);

  static IoamFormat with(int traceType, int txBytesBit, IoamTimestampFormat timestamps) {
    return new IoamFormat(0x31, 123, traceType, txBytesBit, 0, timestamps, 1, 1);
  }

  static TelemetryCodec within(TelemetryFormat format, int hops) {
    return format.in(new NetworkFacts(LINKS, 10_000_000, hops));
  }

  static PortSnapshot snapshot(long nowPs, long sentBytes, long queueBytes) {
    PortSnapshot snapshot = new PortSnapshot().at(nowPs, sentBytes, queueBytes);
    snapshot.arrivedPs = nowPs - 5_000_000;
    snapshot.ingressPort = 3;
    snapshot.hopLimit = 63;
    return snapshot;
  }

  /** These bytes after stamping by a switch with node 0x0A0B0C and egress port 2. */
  static String stamped(TelemetryCodec format, String hex, PortSnapshot snapshot) {
    byte[] bytes = HEX.parseHex(hex);
    int grown = format.stamper(new EgressLink(0x0A0B0C, 2, 100 * GBPS)).stamp(bytes, 0, bytes.length, bytes.length, snapshot);
    assertThat(grown).isZero();
    return HEX.formatHex(bytes);
  }

  static Hops read(TelemetryCodec format, String hex) {
    byte[] bytes = HEX.parseHex(hex);
    var hops = new Hops(1);
    assertThat(format.read(bytes, 0, bytes.length, hops)).isEqualTo(DecodeStatus.READ);
    return hops;
  }

  private IoamBytes() {
  }
}
