package dev.inflight.lab.capture;

import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.read.Units;
import dev.inflight.lab.scenario.Catalog;
import dev.inflight.lab.spec.Spec;
import dev.inflight.lab.spec.SpecBinder;
import dev.inflight.telemetry.NetworkFacts;
import dev.inflight.telemetry.TelemetryFormat;
import dev.inflight.telemetry.format.Formats;
import dev.inflight.telemetry.format.ioam.IoamLinux;
import dev.inflight.telemetry.format.p4int.IntFormat;
import dev.inflight.wire.frame.FrameView;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Telemetry formats to search for in frames.
 *
 * @param formats all formats, each with its parameters
 * @param assumed formats with default parameters because neither options nor capture state any
 * @param linux reads IOAM of Linux routers, where the options request it; its format is one of {@code formats}
 * @param view recognizes the formats
 */
public record SeenFormats(List<TelemetryFormat> formats, Set<TelemetryFormat> assumed, @Nullable IoamLinux linux,
    FrameView view) {
  /** Option that sets parameters of formats. */
  public static final String TELEMETRY = "--telemetry";
  /** Option that sets the DSCP by which INT is recognized. */
  public static final String INT_DSCP = "--int-dscp";
  private static final int LARGEST_DSCP = 63;
  private static final String INT = "int";

  /**
   * Returns the formats that the options request.
   *
   * @param specs formats in frames, such as {@code native(udpPort=50000)}
   * @param intDscp DSCP that marks P4 INT; null for none
   * @throws dev.inflight.lab.read.InputError when the options are invalid
   */
  public static SeenFormats of(List<String> specs, @Nullable String intDscp) {
    return of(specs, intDscp, List.of());
  }

  /**
   * Returns the formats of the options and of a capture's {@link CaptureNote}; options take precedence.
   *
   * @throws dev.inflight.lab.read.InputError when the options or the note are invalid
   */
  public static SeenFormats of(List<String> specs, @Nullable String intDscp, Path capture) {
    return of(specs, intDscp, CaptureNote.beside(capture).orElse(List.of()));
  }

  private static SeenFormats of(List<String> specs, @Nullable String intDscp, List<TelemetryFormat> noted) {
    SourceLocation option = SourceLocation.of(TELEMETRY);
    var stated = new ArrayList<>(noted);
    IoamLinux linux = null;
    for (String text : specs) {
      Spec spec = Spec.parse(text, option);
      TelemetryFormat format;
      if (spec.name().equalsIgnoreCase(LinuxTraces.NAME)) {
        linux = LinuxTraces.BINDER.bind(spec, option).codec();
        format = linux.format();
      } else {
        format = Catalog.TELEMETRY.bind(spec, option);
      }
      stated.removeIf(known -> known.name().equals(format.name()));
      stated.add(format);
    }
    var formats = new ArrayList<>(Formats.ALL);
    for (TelemetryFormat format : stated) {
      formats.replaceAll(known -> known.name().equals(format.name()) ? format : known);
    }
    var assumed = new HashSet<>(formats);
    stated.forEach(assumed::remove);
    List<TelemetryFormat> marked = formats.stream()
        .filter(format -> !assumed.contains(format) || stated.stream().noneMatch(other -> haveOneMarker(format, other))).toList();
    return new SeenFormats(formats, assumed, linux, view(marked, intDscp));
  }

  /** Returns the format of P4 INT. */
  IntFormat p4Int() {
    return formats.stream().filter(IntFormat.class::isInstance).map(IntFormat.class::cast).findFirst().orElse(IntFormat.DEFAULT);
  }

  /** Reports whether both formats have the same marker in frames; the marker then means the stated format. */
  private static boolean haveOneMarker(TelemetryFormat one, TelemetryFormat other) {
    return one.placement() == other.placement() && one.marker() == other.marker();
  }

  /** Returns codecs of the formats, in a network with these known facts. */
  public TelemetryCodecs codecs(NetworkFacts network) {
    IoamLinux traces = linux;
    return new TelemetryCodecs(
        formats.stream().map(format -> traces != null && format.equals(traces.format()) ? traces : format.in(network)).toList());
  }

  private static FrameView view(List<TelemetryFormat> formats, @Nullable String intDscp) {
    if (intDscp == null) {
      return SourceLocation.of(TELEMETRY).check(() -> FrameView.ofCaptures(formats, FrameView.ABSENT, null));
    }
    return SourceLocation.of(INT_DSCP).check(() -> {
      long dscp = Units.decimalOrHex("DSCP", intDscp);
      if (dscp < 0 || dscp > LARGEST_DSCP) {
        throw new IllegalArgumentException("DSCP " + dscp + " is outside 0 to " + LARGEST_DSCP);
      }
      TelemetryFormat marked = formats.stream().filter(format -> format.name().equals(INT)).findFirst()
          .orElseThrow(() -> new IllegalArgumentException("there is no telemetry format called " + INT));
      return FrameView.ofCaptures(formats, (int) dscp, marked);
    });
  }

  /**
   * IOAM traces as Linux routers fill them, in a namespace with the routers' link rate as data.
   *
   * @param namespaceId the namespace, 0 to 65535
   * @param rateUnitBitsPerSec unit of the namespace's data, in bit/s, above 0
   */
  public record LinuxTraces(int namespaceId, long rateUnitBitsPerSec) {
    private static final String NAME = "ioam-linux";
    private static final SpecBinder<LinuxTraces> BINDER = new SpecBinder<>("telemetry format",
        List.of(new LinuxTraces(0x8000, IoamLinux.RATE_UNIT_BITS_PER_SEC)), _ -> NAME);

    /** Checks the ranges. */
    public LinuxTraces {
      IoamLinux.watched(namespaceId, rateUnitBitsPerSec);
    }

    private IoamLinux codec() {
      return IoamLinux.watched(namespaceId, rateUnitBitsPerSec);
    }
  }
}
