package dev.inflight.lab.cli.results;

import dev.inflight.lab.capture.JsonPackets;
import dev.inflight.lab.capture.PacketDescriber;
import dev.inflight.lab.capture.SeenFormats;
import dev.inflight.lab.capture.TextPackets;
import dev.inflight.lab.print.TextWriter;
import dev.inflight.lab.read.InputBytes;
import dev.inflight.lab.read.InputText;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.read.Units;
import dev.inflight.telemetry.TelemetryFormat;
import dev.inflight.wire.pcap.BadCapture;
import dev.inflight.wire.pcap.CaptureReader;
import dev.inflight.wire.pcap.LinkType;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Command {@code inflight decode}. */
@Command(name = "decode", description = DecodeCommand.SUMMARY, footer = {"",
    "Each line has the packet's number, seconds, addresses, bytes and kind, then name=value. Decode recognizes telemetry by"
        + " the port, protocol, option or tag of the format that the run has written next to its capture (NODE-PORT.telemetry),"
        + " or of --telemetry, otherwise by those that 'inflight list' shows. A line on stderr reports assumed parameters.",
    "", "Example:", "  ./inflight decode runs/ioam/pcap/17-17.pcap --json"})
public final class DecodeCommand implements Callable<Integer> {
  /** Summary of the command in the help of the program. */
  public static final String SUMMARY = "Lists the packets of a capture with their RDMA headers and telemetry.";

  private static final String REPORT_PORT = "--report-port";
  private static final int BUFFER_BYTES = 1 << 16;
  private static final int LARGEST_PORT = 0xFFFF;
  private static final int LOOK_UP_EVERY = 4096;

  /** Writes out the packets described so far. */
  @FunctionalInterface
  private interface Flush {
    void run() throws IOException;
  }

  private final PrintStream out;
  private final PrintStream err;
  private final Set<TelemetryFormat> reported = new HashSet<>();
  private Flush flush = () -> {
  };

  @Parameters(paramLabel = "FILE", description = "a capture: pcap or pcapng, optionally gzipped; - for standard input")
  private Path file = Path.of("");

  @Option(names = "--json", description = "print a JSON object for each packet, one per line")
  private boolean json;

  @Option(names = REPORT_PORT, paramLabel = "N", description = "another UDP port of a collector of INT telemetry reports,"
      + " besides 32766 and 54321; may be repeated")
  private List<String> reportPorts = List.of();

  @Mixin
  private final TelemetryOptions telemetry = new TelemetryOptions();

  /** Creates the command, which prints packets to {@code out}, and its assumptions about them to {@code err}. */
  public DecodeCommand(PrintStream out, PrintStream err) {
    this.out = out;
    this.err = err;
  }

  @Override
  public Integer call() {
    Set<Integer> ports = reportPorts();
    boolean standardInput = file.toString().equals("-");
    SourceLocation place = SourceLocation.of(standardInput ? "standard input" : file);
    if (!standardInput) {
      InputText.requireFile(file);
    }
    SeenFormats seen = standardInput ? telemetry.formats(err) : telemetry.formatsOf(file, err);
    try (InputStream in = standardInput ? System.in : InputBytes.open(file, System.err);
        var reader = new CaptureReader((bytes, offset, length) -> read(in, bytes, offset, length))) {
      try {
        decode(reader, seen, ports, place);
      } finally {
        reader.unreadable().forEach(passedOver -> err.println(
            "inflight: " + place + ": skipped " + passedOver.packets() + (passedOver.packets() == 1 ? " packet" : " packets")
                + " of link type " + passedOver.linkType() + "; readable link types are " + LinkType.KNOWN));
      }
    } catch (BadCapture wrong) {
      throw place.error(String.valueOf(wrong.getMessage()));
    } catch (IOException failed) {
      throw place.error("the file cannot be read: " + failed.getMessage());
    }
    return 0;
  }

  private Set<Integer> reportPorts() {
    var ports = new HashSet<Integer>();
    SourceLocation option = SourceLocation.of(REPORT_PORT);
    for (String text : reportPorts) {
      ports.add(option.check(() -> {
        long port = Units.decimalOrHex("UDP port", text);
        if (port < 1 || port > LARGEST_PORT) {
          throw new IllegalArgumentException("UDP port " + port + " is outside 1 to " + LARGEST_PORT);
        }
        return (int) port;
      }));
    }
    return ports;
  }

  /** Reads more of the capture. Where the read may block, as for a live capture, it first writes out the packets so far. */
  private int read(InputStream in, byte[] bytes, int offset, int length) throws IOException {
    if (in.available() == 0) {
      flush.run();
      out.flush();
    }
    return in.read(bytes, offset, length);
  }

  private void decode(CaptureReader reader, SeenFormats seen, Set<Integer> ports, SourceLocation place) throws IOException {
    if (json) {
      var buffered = new BufferedOutputStream(out, BUFFER_BYTES);
      var packets = new JsonPackets(buffered);
      flush = () -> {
        packets.flush();
        buffered.flush();
      };
      decode(reader, new PacketDescriber(seen, ports, packets, format -> report(format, seen, place)), place);
    } else {
      var text = new TextWriter(out, UncheckedIOException::new);
      flush = text::flush;
      decode(reader, new PacketDescriber(seen, ports, new TextPackets(text), format -> report(format, seen, place)), place);
    }
  }

  /** Reports, once, parameters that neither options nor the capture state. */
  private void report(TelemetryFormat format, SeenFormats seen, SourceLocation place) {
    if (seen.assumed().contains(format) && reported.add(format)) {
      err.println("inflight: " + place + ": assumed the default parameters of " + format.name()
          + ", because neither the frames nor a .telemetry file next to the capture state any; 'inflight list " + format.name()
          + "' shows them, and " + SeenFormats.TELEMETRY + " sets others");
    }
  }

  private void decode(CaptureReader reader, PacketDescriber describer, SourceLocation place) throws IOException {
    try {
      long described = 0;
      while (reader.next()) {
        describer.describe(reader);
        described++; // unlike the number of a packet, it skips no multiple
        if (described % LOOK_UP_EVERY == 0 && out.checkError()) {
          return; // the disk is full, or the reader has closed the pipe, as `head` does
        }
      }
      if (described == 0 && !reader.unreadable().isEmpty()) {
        throw place.error("none of its packets has a readable link type");
      }
    } finally {
      flush.run(); // writes out whole packets before the end of a truncated file
    }
  }
}
