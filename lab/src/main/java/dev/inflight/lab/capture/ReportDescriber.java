package dev.inflight.lab.capture;

import static dev.inflight.wire.frame.FrameView.ABSENT;

import dev.inflight.lab.read.EnumNames;
import dev.inflight.telemetry.DecodeStatus;
import dev.inflight.telemetry.TelemetryFormat;
import dev.inflight.telemetry.format.p4int.IntFormat;
import dev.inflight.telemetry.format.p4int.IntReport;
import dev.inflight.wire.frame.FrameView;
import dev.inflight.wire.header.Ethernet;
import dev.inflight.wire.header.Ipv4;
import dev.inflight.wire.header.Ipv6;
import dev.inflight.wire.pcap.LinkType;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Spells out the reports that switches send to collectors of INT. */
final class ReportDescriber {
  /** Name of the kind of packets with reports. */
  static final String KIND = "telemetry-report";

  /** UDP ports of the collectors of two public projects, ONOS and BPFCollector. */
  private static final Set<Integer> USUAL_PORTS = Set.of(32_766, 54_321);
  private static final Set<Integer> ETHER_TYPES = Set.of(Ethernet.IPV4, Ethernet.IPV6, Ethernet.VLAN, Ethernet.SERVICE_VLAN);

  private final Set<Integer> ports;
  private final IntFormat format;
  private final PacketPrinter out;
  private final Consumer<TelemetryFormat> parametersUsed;

  /**
   * Creates a describer.
   *
   * @param ports UDP destination ports of collectors; at the usual ports, which others may use, only unambiguous reports count
   * @param parametersUsed receives the format of INT for each report, as a report does not state its units
   */
  ReportDescriber(Set<Integer> ports, SeenFormats seen, PacketPrinter out, Consumer<TelemetryFormat> parametersUsed) {
    this.ports = ports;
    this.out = out;
    this.parametersUsed = parametersUsed;
    format = seen.p4Int();
  }

  /** The report of a packet, as far as it was captured; null when the packet goes to no collector. */
  @Nullable
  IntReport find(FrameView view, int captured) {
    int at = view.payload;
    if (view.kind != FrameView.Kind.UDP || at == ABSENT || at >= captured) {
      return null;
    }
    boolean named = ports.contains(view.payloadPort);
    if (!named && !USUAL_PORTS.contains(view.payloadPort)) {
      return null;
    }
    IntReport report = IntReport.read(view.bytes, at, Math.min(view.payloadBytes, captured - at), format);
    return named || isReport(report, view.bytes) ? report : null;
  }

  /** Reports whether the whole payload was read, down to an IP packet. */
  private static boolean isReport(IntReport report, byte[] bytes) {
    if (report.outcome() != DecodeStatus.READ || report.reports().isEmpty()) {
      return false;
    }
    IntReport.Single first = report.reports().getFirst();
    return switch (first.inner()) {
      case ETHERNET -> first.innerBytes() >= Ethernet.HEADER_BYTES && ETHER_TYPES.contains(Ethernet.type(bytes, first.innerAt()));
      case IPV4 -> Ipv4.is(bytes, first.innerAt());
      case IPV6 -> Ipv6.is(bytes, first.innerAt());
      case NONE -> false;
    };
  }

  /** Returns the link type of the packet at the end of a report, which determines the packet's first header. */
  static LinkType linkType(IntReport.Inner inner) {
    return switch (inner) {
      case IPV4 -> LinkType.IPV4;
      case IPV6 -> LinkType.IPV6;
      case ETHERNET, NONE -> LinkType.ETHERNET;
    };
  }

  /** Starts the description of a report's content. */
  void begin(IntReport report) {
    parametersUsed.accept(format);
    out.open("telemetryReport");
    if (report.outcome() != DecodeStatus.READ) {
      out.field("wrong", EnumNames.of(report.outcome()));
    }
    report.header().forEach(out::field);
    out.openList("reports");
  }

  /** Starts the description of one of the reports; the printer's group is open. */
  void single(IntReport.Single report) {
    out.open("report");
    report.fields().forEach(out::field);
  }

  /** Ends the description. */
  void end() {
    out.closeList();
    out.close();
  }
}
