package dev.inflight.live;

import dev.inflight.cc.CreditGrants;
import dev.inflight.cc.PathFacts;
import dev.inflight.cc.Scheme;
import dev.inflight.cc.Signal;
import dev.inflight.cc.rival.Swift;
import dev.inflight.live.device.Device;
import dev.inflight.live.report.Reporting;
import dev.inflight.net.switchfeedback.NoSwitchFeedback;
import dev.inflight.net.codec.frame.AddressBook;
import dev.inflight.net.credit.CreditRules;
import dev.inflight.net.event.SerializationTime;
import dev.inflight.net.host.HostConfig;
import dev.inflight.net.link.Framing;
import dev.inflight.net.nic.UnlimitedNic;
import dev.inflight.net.paths.OnePath;
import dev.inflight.net.recovery.Recovery;
import dev.inflight.net.recovery.Selective;
import dev.inflight.telemetry.NetworkFacts;
import dev.inflight.telemetry.TelemetryCodec;
import dev.inflight.telemetry.TelemetryFormat;
import dev.inflight.telemetry.format.hpcc.NativeFormat;
import dev.inflight.telemetry.report.ReportKeys;
import java.net.InetAddress;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Configuration of an {@link Endpoint}. Both endpoints of a connection need the same payload, telemetry and seal.
 *
 * @param ipv4 address, as its four bytes in an int
 * @param ipv6Prefix 0 for IPv4; otherwise packets use IPv6, and the addresses of all endpoints consist of this upper half, four
 * bytes of 0, and {@code ipv4}
 * @param mac MAC address; 0 for the device's
 * @param nextMac MAC address of the next hop; all ones, the broadcast address, for a device without one
 * @param payloadBytes payload of a full packet, 16 to 9000
 * @param scheme congestion-control scheme of its flows
 * @param telemetry telemetry of packets if the scheme needs it; if the format's headers carry no rates, all links count as
 * {@code lineRateBitsPerSec}; {@link TelemetryFormat#in} creates a codec for other rates
 * @param recovery loss recovery
 * @param lineRateBitsPerSec rate of the interface, above 0
 * @param baseRttPs base RTT, in picoseconds; 0 for the handshake's round-trip time, at most a quarter of the retransmission
 * timeout
 * @param retransmitTimeoutPs wait for an acknowledgement, in picoseconds, above 0; a peer that is gone is reported after 8 waits,
 * each twice the one before, up to 64 times the first
 * @param keepAlivePs idle time after which the endpoint checks that the peer is alive, in picoseconds; 0 for no check
 * @param seal keys that seal all responses to data, or null; without keys, the endpoint trusts a host that forges a peer's
 * address and guesses a connection's number
 * @param mostOperations largest number of pending operations of a connection, 1 or more
 * @param mostMessageBytes longest accepted message, in bytes; 0 for none
 * @param mostConnections largest number of connections at once, 1 or more; further ones are rejected
 * @param reporting packets that carry and return telemetry, and its validation; equal at both ends
 */
public record EndpointConfig(int ipv4, long ipv6Prefix, long mac, long nextMac, int payloadBytes, Scheme scheme,
    TelemetryCodec telemetry, Recovery recovery, long lineRateBitsPerSec, long baseRttPs, long retransmitTimeoutPs,
    long keepAlivePs, @Nullable ReportKeys seal, int mostOperations, int mostMessageBytes, int mostConnections,
    Reporting reporting) {
  private static final long MS = 1_000_000_000L;
  private static final long PS_PER_NANO = 1000;
  private static final long BROADCAST = 0xFFFF_FFFF_FFFFL;
  private static final int HOPS = 8;
  private static final int LEAST_PAYLOAD_BYTES = 16;
  private static final int FRAME_CHECK_BYTES = 4;

  /** Checks the ranges. */
  public EndpointConfig {
    Objects.requireNonNull(reporting, "reporting");
    Objects.requireNonNull(scheme, "scheme");
    Objects.requireNonNull(telemetry, "telemetry");
    Objects.requireNonNull(recovery, "recovery");
    if (payloadBytes < LEAST_PAYLOAD_BYTES || payloadBytes > Framing.LARGEST_PAYLOAD_BYTES) {
      throw new IllegalArgumentException("payloadBytes of an endpoint is " + payloadBytes + ", and must be " + LEAST_PAYLOAD_BYTES
          + " to " + Framing.LARGEST_PAYLOAD_BYTES);
    }
    atLeast("lineRateBitsPerSec", lineRateBitsPerSec, 1);
    atLeast("baseRttPs", baseRttPs, 0);
    atLeast("retransmitTimeoutPs", retransmitTimeoutPs, 1);
    atLeast("keepAlivePs", keepAlivePs, 0);
    atLeast("mostOperations", mostOperations, 1);
    atLeast("mostMessageBytes", mostMessageBytes, 0);
    atLeast("mostConnections", mostConnections, 1);
    if (!recovery.carriesMessages()) {
      throw new IllegalArgumentException(
          "the recovery " + recovery.name() + " has no reliable connections; use go-back-n, irn or selective");
    }
    if (seal != null && telemetry.sizeBytes(0) < 1) {
      throw new IllegalArgumentException(
          "authentication needs a report with bytes, and a report of no hops is empty in this telemetry format; use another"
              + " format");
    }
  }

  private static void atLeast(String name, long value, long least) {
    if (value < least) {
      throw new IllegalArgumentException(name + " of an endpoint is " + value + ", and must be " + least + " or more");
    }
  }

  /** Default configuration: Swift at 10 Gbit/s, packets of 1024 bytes, selective repeat. */
  public static EndpointConfig of(int ipv4) {
    return new EndpointConfig(ipv4, 0, 0, BROADCAST, 1024, Swift.DEFAULT, NativeFormat.DEFAULT, new Selective(0, 5 * MS, 8),
        10_000_000_000L, 0, 5 * MS, 1000 * MS, null, 1024, 1 << 20, 1024, Reporting.DEFAULT);
  }

  /**
   * Default configuration for an address in Java's form: of IPv4, or of IPv6 with four bytes of 0 after the upper half.
   *
   * @throws IllegalArgumentException if an IPv6 address has other bytes there
   */
  public static EndpointConfig of(InetAddress address) {
    EndpointConfig at = of(Addresses.low(address));
    long prefix = Addresses.prefix(address);
    return prefix == 0 ? at : at.ipv6(prefix);
  }

  /** Address of the endpoint. */
  public InetAddress address() {
    return Addresses.of(ipv6Prefix, ipv4);
  }

  /** Converts Java's duration to picoseconds. */
  private static long ps(String name, Duration time) {
    try {
      return Math.multiplyExact(time.toNanos(), PS_PER_NANO);
    } catch (ArithmeticException tooLong) {
      throw new IllegalArgumentException("an endpoint's " + name + " of " + time + " is too long: at most 106 days", tooLong);
    }
  }

  /** Copy with another scheme. */
  public EndpointConfig scheme(Scheme other) {
    return new EndpointConfig(ipv4, ipv6Prefix, mac, nextMac, payloadBytes, other, telemetry, recovery, lineRateBitsPerSec,
        baseRttPs, retransmitTimeoutPs, keepAlivePs, seal, mostOperations, mostMessageBytes, mostConnections, reporting);
  }

  /** Copy with other telemetry, carried by packets if the scheme uses hops. */
  public EndpointConfig telemetry(TelemetryCodec other) {
    return new EndpointConfig(ipv4, ipv6Prefix, mac, nextMac, payloadBytes, scheme, other, recovery, lineRateBitsPerSec,
        baseRttPs, retransmitTimeoutPs, keepAlivePs, seal, mostOperations, mostMessageBytes, mostConnections, reporting);
  }

  /** Copy that sends frames to the router with this MAC address. */
  public EndpointConfig through(long routerMac) {
    return new EndpointConfig(ipv4, ipv6Prefix, mac, routerMac, payloadBytes, scheme, telemetry, recovery, lineRateBitsPerSec,
        baseRttPs, retransmitTimeoutPs, keepAlivePs, seal, mostOperations, mostMessageBytes, mostConnections, reporting);
  }

  /** Copy for IPv6 addresses with this upper half, which is not 0. */
  public EndpointConfig ipv6(long prefix) {
    return new EndpointConfig(ipv4, prefix, mac, nextMac, payloadBytes, scheme, telemetry, recovery, lineRateBitsPerSec,
        baseRttPs, retransmitTimeoutPs, keepAlivePs, seal, mostOperations, mostMessageBytes, mostConnections, reporting);
  }

  /** Copy with packets of another size. */
  public EndpointConfig payloadBytes(int other) {
    return new EndpointConfig(ipv4, ipv6Prefix, mac, nextMac, other, scheme, telemetry, recovery, lineRateBitsPerSec, baseRttPs,
        retransmitTimeoutPs, keepAlivePs, seal, mostOperations, mostMessageBytes, mostConnections, reporting);
  }

  /** Copy with another loss recovery and its timeout, in picoseconds. */
  public EndpointConfig recovery(Recovery other, long timeoutPs) {
    return new EndpointConfig(ipv4, ipv6Prefix, mac, nextMac, payloadBytes, scheme, telemetry, other, lineRateBitsPerSec,
        baseRttPs, timeoutPs, keepAlivePs, seal, mostOperations, mostMessageBytes, mostConnections, reporting);
  }

  /** Copy with another loss recovery and its timeout, as Java's duration. */
  public EndpointConfig recovery(Recovery other, Duration timeout) {
    return recovery(other, ps("retransmission timeout", timeout));
  }

  /** Copy for a path with this rate (also of the link and its pauses), in bit/s, and base RTT, in picoseconds. */
  public EndpointConfig path(long rateBitsPerSec, long rttPs) {
    return new EndpointConfig(ipv4, ipv6Prefix, mac, nextMac, payloadBytes, scheme, telemetry, recovery, rateBitsPerSec, rttPs,
        retransmitTimeoutPs, keepAlivePs, seal, mostOperations, mostMessageBytes, mostConnections, reporting);
  }

  /** Copy for a path of this rate and base RTT as Java's duration; zero for the handshake's round-trip time. */
  public EndpointConfig path(long rateBitsPerSec, Duration rtt) {
    return path(rateBitsPerSec, ps("base RTT", rtt));
  }

  /** Copy with other packets that carry and return telemetry. */
  public EndpointConfig reporting(Reporting other) {
    return new EndpointConfig(ipv4, ipv6Prefix, mac, nextMac, payloadBytes, scheme, telemetry, recovery, lineRateBitsPerSec,
        baseRttPs, retransmitTimeoutPs, keepAlivePs, seal, mostOperations, mostMessageBytes, mostConnections, other);
  }

  /** Copy with sealed reports. */
  public EndpointConfig seal(ReportKeys keys) {
    return new EndpointConfig(ipv4, ipv6Prefix, mac, nextMac, payloadBytes, scheme, telemetry, recovery, lineRateBitsPerSec,
        baseRttPs, retransmitTimeoutPs, keepAlivePs, keys, mostOperations, mostMessageBytes, mostConnections, reporting);
  }

  /** Copy with other limits. */
  public EndpointConfig bounds(int operations, int messageBytes, long idlePs) {
    return new EndpointConfig(ipv4, ipv6Prefix, mac, nextMac, payloadBytes, scheme, telemetry, recovery, lineRateBitsPerSec,
        baseRttPs, retransmitTimeoutPs, idlePs, seal, operations, messageBytes, mostConnections, reporting);
  }

  /** Copy with other limits, with the idle time as Java's duration. */
  public EndpointConfig bounds(int operations, int messageBytes, Duration idle) {
    return bounds(operations, messageBytes, ps("keep-alive", idle));
  }

  /** True if packets carry telemetry: for a scheme that uses it, or for keys, because a seal follows a report. */
  private boolean carries() {
    return asksForHops() || seal != null;
  }

  /** True if the scheme uses records of hops. */
  boolean asksForHops() {
    return scheme.signals().contains(Signal.HOPS);
  }

  /**
   * Codec of the telemetry: a format without rates in its headers assumes this endpoint's rate for all links. For other rates,
   * the caller passes a codec ({@link TelemetryFormat#in}).
   */
  private TelemetryCodec codec() {
    if (!(telemetry instanceof TelemetryFormat format)) {
      return telemetry;
    }
    NetworkFacts unknown = NetworkFacts.UNKNOWN;
    return format
        .in(new NetworkFacts((_, _) -> lineRateBitsPerSec, baseRttPs > 0 ? baseRttPs : unknown.baseRttPs(), unknown.hops()));
  }

  /** Facts about a path with a measured base RTT. */
  PathFacts path(long measuredPs) {
    long rttPs = baseRttPs > 0 ? baseRttPs : Math.clamp(measuredPs, 1_000_000, Math.max(1_000_000, retransmitTimeoutPs / 4));
    return PathFacts.of(lineRateBitsPerSec, rttPs, payloadBytes);
  }

  private Framing framing() {
    return ipv6Prefix == 0 ? Framing.ROCEV2 : Framing.ROCEV2_IPV6;
  }

  /** Largest size of a data packet on a link, in bytes, including the gap behind it. */
  int largestPacketBytes() {
    return framing().dataBytes(payloadBytes, host().roomBytes(), framing().rethBytes()) + framing().gapBytes();
  }

  /**
   * Checks that frames of all its packets fit a device.
   *
   * @throws IllegalArgumentException if they do not fit; the message states both sizes and the largest payload that fits
   */
  void requireRoom(Device device) {
    Framing framing = framing();
    int room = host().roomBytes();
    int data = framing.dataBytes(payloadBytes, room, framing.rethBytes()) - FRAME_CHECK_BYTES;
    int other = Math.max(framing.ackBytes(room, true), framing.controlBytes()) - FRAME_CHECK_BYTES;
    int has = device.largestFrameBytes();
    if (Math.max(data, other) > has) {
      int fits = payloadBytes - (data - has) & -4; // payload is padded to whole words
      throw new IllegalArgumentException("frames of this endpoint have up to " + Math.max(data, other) + " bytes (payload "
          + payloadBytes + ", telemetry " + room + ", headers " + (data - payloadBytes - room) + "), and " + device.name()
          + " takes " + has + ", by its MTU or the chunks of its frame memory (" + device.memory().largestFrameBytes() + "): "
          + (other > has || fits < LEAST_PAYLOAD_BYTES
              ? "set a larger MTU"
              : "a payload of " + fits + " bytes fits; set it, or a larger MTU"));
    }
  }

  /** Addresses of all hosts. */
  AddressBook addresses() {
    return ipv6Prefix == 0 ? AddressBook.IPV4 : AddressBook.ipv6(ipv6Prefix);
  }

  /** Configuration of the datapath's host. */
  HostConfig host() {
    reporting.requireFit(scheme, telemetry.format(), seal != null, baseRttPs > 0);
    CreditGrants grants = scheme.credits();
    var inBand = new HostConfig.InBand(carries() ? codec() : null, HOPS, seal, 0, reporting.packets(), reporting.feedback(),
        reporting.controls(scheme, path(baseRttPs)), NoSwitchFeedback.DEFAULT, OnePath.DEFAULT, reporting.validation());
    var acks = new HostConfig.Acks(1, 10_000_000, false, scheme.markEcho(), scheme.cnpIntervalPs(),
        grants == null ? null : CreditRules.of(grants, framing(), SerializationTime.EXACT, payloadBytes));
    return new HostConfig(new HostConfig.Packets(framing(), SerializationTime.EXACT, payloadBytes), inBand, acks,
        new HostConfig.Sending(true, retransmitTimeoutPs, recovery, UnlimitedNic.DEFAULT));
  }
}
