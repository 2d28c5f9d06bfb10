package dev.inflight.lab.capture;

import static dev.inflight.wire.frame.FrameView.ABSENT;

import dev.inflight.lab.read.EnumNames;
import dev.inflight.telemetry.DecodeStatus;
import dev.inflight.telemetry.DecodedHeader;
import dev.inflight.telemetry.DecodedHeader.Field;
import dev.inflight.telemetry.HeaderPlacement;
import dev.inflight.telemetry.NetworkFacts;
import dev.inflight.telemetry.TelemetryFormat;
import dev.inflight.telemetry.format.ioam.IoamOptionDescriber;
import dev.inflight.telemetry.format.p4int.IntFormat;
import dev.inflight.telemetry.format.p4int.IntInTunnel;
import dev.inflight.telemetry.report.LinkReport;
import dev.inflight.telemetry.report.Reflection;
import dev.inflight.wire.frame.FrameView;
import dev.inflight.wire.header.Ipv6;
import dev.inflight.wire.tunnel.TunnelView;
import java.util.List;
import java.util.function.Consumer;

/** Spells out the telemetry of packets: all headers in transit, and the telemetry that acknowledgements return. */
final class TelemetryDescriber {
  private static final int TYPE_BYTES = 2;
  /** Bytes of the first of two pieces of telemetry: see {@link FrameView#telemetryRest}. */
  private static final int FIRST_PIECE_BYTES = 4;
  private static final int PAD_1 = 0;

  private final FrameView view;
  private final TelemetryCodecs codecs;
  private final PacketPrinter out;
  private final Consumer<TelemetryFormat> parametersUsed;
  private final IoamOptionDescriber ioam;
  private final IntFormat p4Int;
  private byte[] telemetry = new byte[256];

  // State of the packet that is being described.
  private byte[] bytes = {};
  private int captured;
  private int headers; // named so far

  /**
   * Creates a describer for these formats.
   *
   * @param parametersUsed receives each format with the parameters of a header that does not state them
   */
  TelemetryDescriber(SeenFormats seen, PacketPrinter out, Consumer<TelemetryFormat> parametersUsed) {
    view = seen.view();
    this.parametersUsed = parametersUsed;
    codecs = new TelemetryCodecs(seen.formats(), NetworkFacts.UNKNOWN);
    this.out = out;
    ioam = new IoamOptionDescriber(seen.formats());
    p4Int = seen.p4Int();
  }

  /** Describes the telemetry of a frame, as far as it was captured. */
  void describe(byte[] frame, int capturedBytes) {
    bytes = frame;
    captured = capturedBytes;
    telemetry();
    if (TelemetryCodecs.bringsBack(view, captured)) {
      reflection();
    }
  }

  /** Describes the INT between a tunnel's headers and the packet that it carries, after the tunnel's own description. */
  void describe(TunnelView tunnel) {
    for (int index = 0; index < tunnel.telemetry.count(); index++) {
      int at = tunnel.telemetry.offset(index);
      int there = Math.min(tunnel.telemetry.bytes(index), captured - at);
      if (there >= IntInTunnel.SHIM_BYTES) {
        describe(telemetryName(), p4Int, IntInTunnel.describe(p4Int, tunnel.telemetry.carrier(index), bytes, at, there));
      }
    }
  }

  private boolean has(int offset, int length) {
    return offset != ABSENT && offset + length <= captured;
  }

  /** Describes the headers from the outermost to the innermost, each under its own name. */
  private void telemetry() {
    headers = 0;
    int inLinkLayer = 0;
    while (inLinkLayer < view.headers.count() && view.headers.format(inLinkLayer).placement() == HeaderPlacement.LINK_LAYER) {
      telemetry(inLinkLayer++);
    }
    for (int index = 0; index < view.optionsCount; index++) {
      options(view.optionsOffset(index));
    }
    unread();
    for (int index = inLinkLayer; index < view.headers.count(); index++) {
      if (view.headers.format(index).placement() != HeaderPlacement.HOP_BY_HOP) {
        telemetry(index);
      }
    }
  }

  private void telemetry(int index) {
    int size = view.headers.bytes(index);
    if (telemetry.length < size) {
      telemetry = new byte[2 * size];
    }
    int length = view.headers.copy(index, telemetry, 0);
    int rest = view.headers.restOffset(index);
    int first = rest == ABSENT ? length : FIRST_PIECE_BYTES;
    int there = Math.clamp(captured - view.headers.offset(index), 0, first);
    if (rest != ABSENT) {
      there += Math.clamp(captured - rest, 0, length - first);
    }
    if (there >= Math.min(TYPE_BYTES, length)) { // without, a tag could be another one
      int format = codecs.number(view.headers.format(index));
      describe(telemetryName(), codecs.format(format), codecs.codec(format).describe(telemetry, 0, there));
    }
  }

  /** Describes a header that is not what its marker announces. */
  private void unread() {
    TelemetryFormat format = view.unread;
    if (format != null && has(view.unreadAt, TYPE_BYTES)) {
      int there = Math.min(view.unreadBytes, captured - view.unreadAt);
      describe(telemetryName(), codecs.codec(codecs.number(format)).describe(bytes, view.unreadAt, there));
    }
  }

  private String telemetryName() {
    return ++headers == 1 ? "telemetry" : "telemetry" + headers;
  }

  /** Reports whether an extension header is the hop-by-hop options: the first one, and announced as such. */
  private boolean isHopByHop(int at) {
    int ip = view.ip;
    return at == ip + Ipv6.HEADER_BYTES && Ipv6.nextHeader(bytes, ip) == Ipv6.HOP_BY_HOP;
  }

  /** Describes the IOAM among the options of an extension header, as far as it was captured. */
  private void options(int at) {
    if (!has(at, 2)) {
      return;
    }
    int end = at + Ipv6.hopByHopBytes(bytes, at);
    int option = at + 2;
    while (option < end && has(option, 1)) {
      int type = bytes[option];
      if (type == PAD_1) {
        option++;
      } else if (option + 1 == end || !has(option, 2)) {
        return;
      } else {
        int optionEnd = option + 2 + (bytes[option + 1] & 0xFF);
        if (ioam.isIoam(type & 0xFF)) {
          DecodedHeader description = ioam.describe(isHopByHop(at) ? "hop-by-hop" : "destination", bytes, option, end,
              Math.min(captured, optionEnd));
          for (int format = 0; format < codecs.count(); format++) {
            if (codecs.format(format).placement() == HeaderPlacement.HOP_BY_HOP) {
              use(codecs.format(format), description);
            }
          }
          describe(telemetryName(), description);
        }
        option = optionEnd;
      }
    }
  }

  private void reflection() {
    int at = view.payload;
    if (!has(at, 0)) {
      return;
    }
    int available = Math.min(view.payloadBytes, captured - at);
    DecodeStatus outcome = Reflection.check(bytes, at, available);
    if (outcome != DecodeStatus.READ) {
      boolean cut = outcome == DecodeStatus.TRUNCATED && available < view.payloadBytes;
      out.field("reflection", cut ? PacketDescriber.NOT_CAPTURED : EnumNames.of(outcome));
      return;
    }
    int code = Reflection.formatCode(bytes, at);
    int format = codecs.reflected(code);
    out.field("sealed", Reflection.isSealed(bytes, at));
    if (Reflection.isCounted(bytes, at)) {
      out.field("flows", Reflection.readFlows(bytes, at + Reflection.HEADER_BYTES + Reflection.length(bytes, at)));
    }
    if (code == LinkReport.REFLECTION_CODE) {
      describe("reflection", LinkReport.describe(bytes, at + Reflection.HEADER_BYTES, Reflection.length(bytes, at)));
    } else if (format != ABSENT) {
      describe("reflection", codecs.format(format),
          codecs.codec(format).describe(bytes, at + Reflection.HEADER_BYTES, Reflection.length(bytes, at)));
    } else {
      out.field("reflection", "format-" + code);
    }
  }

  private void describe(String name, TelemetryFormat format, DecodedHeader description) {
    use(format, description);
    describe(name, description);
  }

  private void use(TelemetryFormat format, DecodedHeader description) {
    if (format.dependsOnParameters(description)) {
      parametersUsed.accept(format);
    }
  }

  private void describe(String name, DecodedHeader description) {
    out.open(name);
    out.field("format", description.format());
    if (description.outcome() != DecodeStatus.READ) {
      out.field("wrong", EnumNames.of(description.outcome()));
    }
    description.header().forEach(out::field);
    out.openList("hops");
    for (List<Field> hop : description.hops()) {
      out.open("hop");
      hop.forEach(out::field);
      out.close();
    }
    out.closeList();
    out.close();
  }
}
