package dev.inflight.live;

import dev.inflight.net.codec.FrameEncoder;
import dev.inflight.net.codec.frame.AddressBook;
import dev.inflight.net.codec.frame.FrameRules;
import dev.inflight.net.link.Flow;
import dev.inflight.net.link.Framing;
import dev.inflight.net.link.Packet;
import dev.inflight.net.link.header.RdmaHeader;
import dev.inflight.telemetry.EgressLink;
import dev.inflight.telemetry.PathQuery;
import dev.inflight.telemetry.PortSnapshot;
import dev.inflight.telemetry.format.hpcc.NativeFormat;
import dev.inflight.telemetry.report.ReportMac;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** Forger of answers by a third party that knows all of a connection except its key, in the place of a stream's receiver. */
public final class Forger {
  /** Seal of a forged answer. */
  public enum Seal {
    /** Seal under a wrong key. */
    WRONG,
    /** No seal although one is expected: the answer has no report. */
    NONE,
    /** No seals in use, and the answer has a report. */
    NOT_WANTED
  }

  private static final int HOPS = 8;

  private final Flow stream;
  private final Seal seal;
  private final FrameEncoder encoder;
  private final long fromMac;
  private final long toMac;
  private final SplittableRandom random = new SplittableRandom(11);
  private final ReportMac wrong = new ReportMac(666, 667);

  /** Creates a forger of answers to a stream, from one MAC address to another. */
  public Forger(Flow stream, EndpointConfig config, Seal seal, long fromMac, long toMac) {
    this.stream = stream;
    this.seal = seal;
    this.fromMac = fromMac;
    this.toMac = toMac;
    encoder = new FrameEncoder(new FrameRules(Framing.ROCEV2, config.payloadBytes(), NativeFormat.DEFAULT,
        seal != Seal.NOT_WANTED, true, false, AddressBook.IPV4));
  }

  /** Answers of all kinds that refer to packets in a range, except congestion notifications, which are never sealed. */
  public List<byte[]> answers(long first, long end, int count) {
    var frames = new ArrayList<byte[]>();
    Packet.Kind[] kinds = {Packet.Kind.ACK, Packet.Kind.NACK, Packet.Kind.REFUSAL, Packet.Kind.TRIM_NACK,
        Packet.Kind.NOTIFICATION, Packet.Kind.TALLY, Packet.Kind.WINDOW, Packet.Kind.SWITCH_ANSWER, Packet.Kind.RETURNED};
    for (int n = 0; n < count; n++) {
      frames.add(frame(kinds[n % kinds.length], random.nextLong(first, end)));
    }
    return frames;
  }

  /** One answer. */
  public byte[] frame(Packet.Kind kind, long number) {
    var packet = new Packet(512);
    packet.becomeCnp(stream, 0, 0);
    packet.kind = kind;
    packet.number = number;
    packet.sequence = 1024 * number;
    packet.arrivedNumber = kind == Packet.Kind.NACK || kind == Packet.Kind.TRIM_NACK ? number + 1 : number;
    packet.rdma().completedMessages = number & 7;
    packet.code = kind == Packet.Kind.TALLY ? Packet.OF_PROBE : Packet.OF_DATA;
    boolean brings = kind != Packet.Kind.CNP && kind != Packet.Kind.RETURNED && seal != Seal.NONE || kind == Packet.Kind.WINDOW
        || kind == Packet.Kind.SWITCH_ANSWER;
    if (kind == Packet.Kind.WINDOW) {
      packet.telemetryBytes = Packet.WINDOW_BYTES;
    } else if (brings) {
      report(packet);
    }
    if (packet.telemetryBytes > 0 && seal != Seal.NOT_WANTED) {
      wrong.seal(packet.telemetry, 0, packet.telemetryBytes, stream.id(), packet.sequence, packet.says(), number);
      packet.telemetryBytes += ReportMac.BYTES;
    }
    Framing framing = Framing.ROCEV2;
    int bytes = packet.telemetryBytes;
    packet.sizeBytes = switch (kind) {
      case NACK, TRIM_NACK -> framing.ackBytes(bytes, true);
      case NOTIFICATION -> framing.notificationBytes(bytes);
      case TALLY -> framing.tallyBytes(bytes);
      case WINDOW -> framing.windowBytes(bytes);
      case SWITCH_ANSWER -> framing.switchAnswerBytes(bytes);
      case CNP -> framing.cnpBytes();
      case RETURNED -> framing.trimmedBytes(0);
      default -> framing.ackBytes(bytes);
    };
    int length = encoder.encode(packet, fromMac, toMac);
    return Arrays.copyOf(encoder.frame(), length);
  }

  /** Data packet with a forged report and a payload of zeros. */
  byte[] data(long number, int payloadBytes) {
    var packet = new Packet(512);
    packet.becomeCnp(stream, 0, 0);
    packet.kind = Packet.Kind.DATA;
    packet.number = number;
    packet.sequence = payloadBytes * number;
    packet.payloadBytes = payloadBytes;
    packet.rdma().kind = RdmaHeader.Kind.WRITE;
    packet.rdma().first = false;
    packet.rdma().last = false;
    report(packet);
    packet.sizeBytes = Framing.ROCEV2.dataBytes(payloadBytes, packet.telemetryBytes, 0);
    int length = encoder.encode(packet, fromMac, toMac);
    return Arrays.copyOf(encoder.frame(), length);
  }

  /** Writes a path with an excessive queue. */
  private void report(Packet packet) {
    NativeFormat format = NativeFormat.DEFAULT;
    int length = format.begin(packet.telemetry, 0, PathQuery.UTILIZATION);
    for (int hop = 0; hop < 2; hop++) {
      var now = new PortSnapshot().at(random.nextLong(1L << 40), random.nextLong(1L << 30), 3_000_000);
      length += format.stamper(new EgressLink(hop + 1, 2, 10_000_000_000L)).stamp(packet.telemetry, 0, length,
          format.bufferBytes(HOPS), now);
    }
    packet.telemetryBytes = (short) length;
  }
}
