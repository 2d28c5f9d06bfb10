package dev.inflight.lab.capture;

import static dev.inflight.wire.frame.FrameView.ABSENT;

import dev.inflight.telemetry.NetworkFacts;
import dev.inflight.telemetry.TelemetryCodec;
import dev.inflight.telemetry.TelemetryFormat;
import dev.inflight.wire.frame.FrameView;
import dev.inflight.wire.header.Opcode;
import dev.inflight.wire.header.tcp.TcpProbe;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Codecs of the telemetry that frames carry, and a rule for the frames that return telemetry, for all readers of frames. */
public final class TelemetryCodecs {
  private static final Set<Opcode> REFLECTING = EnumSet.of(Opcode.ACKNOWLEDGE, Opcode.NOTIFICATION, Opcode.TALLY,
      Opcode.SWITCH_ANSWER, Opcode.SWITCH_ANSWER_AHEAD, Opcode.PATH_REPORT);

  private final TelemetryFormat[] formats;
  /** Codecs by format. A codec allocates its tables once, and not for each packet. */
  private final TelemetryCodec[] codecs;

  /**
   * Creates a set of codecs.
   *
   * @param codecs codecs of the formats of the {@link FrameView} that frames are parsed with
   */
  TelemetryCodecs(List<TelemetryCodec> codecs) {
    this.codecs = codecs.toArray(TelemetryCodec[]::new);
    formats = new TelemetryFormat[this.codecs.length];
    for (int at = 0; at < formats.length; at++) {
      formats[at] = this.codecs[at].format();
    }
  }

  /** Creates codecs of these formats. */
  public TelemetryCodecs(List<TelemetryFormat> formats, NetworkFacts network) {
    this(in(formats, network));
  }

  private static List<TelemetryCodec> in(List<TelemetryFormat> formats, NetworkFacts network) {
    var codecs = new ArrayList<TelemetryCodec>();
    for (TelemetryFormat format : formats) {
      codecs.add(format.in(network));
    }
    return codecs;
  }

  /** Number of formats. */
  public int count() {
    return codecs.length;
  }

  /** Returns the number of a format of the view, from 0. */
  public int number(TelemetryFormat format) {
    int number = 0;
    while (formats[number] != format) {
      number++;
    }
    return number;
  }

  /** Returns the number of the format of reflected headers with this code; {@link FrameView#ABSENT} for an unknown code. */
  public int reflected(int code) {
    for (int number = 0; code != 0 && number < formats.length; number++) {
      if (formats[number].reflectionCode() == code) {
        return number;
      }
    }
    return ABSENT;
  }

  /** A format. */
  public TelemetryFormat format(int number) {
    return formats[number];
  }

  /** Codec of a format. */
  public TelemetryCodec codec(int number) {
    return codecs[number];
  }

  /**
   * Reports whether the payload of a frame is, or should be, a {@code Reflection}.
   *
   * @param view view that has parsed the frame
   * @param captured bytes of the frame that were captured
   */
  public static boolean bringsBack(FrameView view, int captured) {
    return view.payloadBytes > 0 && (REFLECTING.contains(view.opcode) || returns(view, captured));
  }

  /** Reports whether a segment answers a probe or returns telemetry of data, and its payload is a reflection. */
  private static boolean returns(FrameView view, int captured) {
    int probe = view.tcpProbe;
    return probe != ABSENT && probe + TcpProbe.BYTES <= captured && TcpProbe.returns(TcpProbe.type(view.bytes, probe));
  }
}
