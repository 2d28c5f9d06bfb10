package dev.inflight.lab.cli.results;

import dev.inflight.lab.capture.JsonPackets;
import dev.inflight.lab.capture.PacketDescriber;
import dev.inflight.lab.capture.TextPackets;
import dev.inflight.lab.print.TextWriter;
import dev.inflight.lab.read.InputBytes;
import dev.inflight.lab.read.InputText;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.read.Units;
import dev.inflight.lab.scenario.Catalog;
import dev.inflight.lab.spec.Spec;
import dev.inflight.telemetry.TelemetryFormat;
import dev.inflight.telemetry.format.Formats;
import dev.inflight.wire.frame.FrameView;
import dev.inflight.wire.pcap.BadCapture;
import dev.inflight.wire.pcap.CaptureReader;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code inflight decode}. */
@Command(name = "decode", description = "Lists the packets of a capture with their RDMA headers and telemetry.", footer = {"",
    "Each line has the packet's number, seconds, addresses, bytes and kind, then name=value. Telemetry is recognised by"
        + " the port, protocol, option or tag that 'inflight list' shows, or by that of --telemetry.",
    "", "Example:",
    "  ./inflight decode runs/ioam/pcap/17-17.pcap --json"})
public final class DecodeCommand implements Callable<Integer> {
  private static final int BUFFER_BYTES = 1 << 16;
  private static final int LOOK_UP_EVERY = 4096;
  private static final int LARGEST_DSCP = 63;
  private static final String INT = "int";

  /** Hands over what has been described so far. */
  @FunctionalInterface
  private interface Flush {
    void run() throws IOException;
  }

  private final PrintStream out;
  private Flush flush = () -> {
  };

  @Parameters(paramLabel = "FILE", description = "a capture: pcap or pcapng, gzip'd or not; - for the standard input")
  private Path file = Path.of("");

  @Option(names = "--json", description = "a JSON object for each packet, a line each")
  private boolean json;

  @Option(names = "--telemetry", paramLabel = "SPEC", description = "a telemetry header as this capture has it, such as"
      + " native(udpPort=50000); may be repeated")
  private List<String> specs = List.of();

  @Option(names = "--int-dscp", paramLabel = "N", description = "the DSCP that marks P4 INT where ports are kept")
  private @Nullable String intDscp;

  /** The command, which prints there. */
  public DecodeCommand(PrintStream out) {
    this.out = out;
  }

  @Override
  public Integer call() {
    List<TelemetryFormat> formats = formats();
    FrameView view = view(formats);
    boolean standardInput = file.toString().equals("-");
    SourceLocation place = SourceLocation.of(standardInput ? "standard input" : file);
    if (!standardInput) {
      InputText.requireFile(file);
    }
    try (InputStream in = standardInput ? System.in : InputBytes.open(file, System.err);
        var reader = new CaptureReader((bytes, offset, length) -> read(in, bytes, offset, length))) {
      decode(reader, view, formats);
    } catch (BadCapture wrong) {
      throw place.error(String.valueOf(wrong.getMessage()));
    } catch (IOException failed) {
      throw place.error("the file cannot be read: " + failed.getMessage());
    }
    return 0;
  }

  /** Reads on. Where that may mean to wait, as for a live capture, the user sees beforehand what has come. */
  private int read(InputStream in, byte[] bytes, int offset, int length) throws IOException {
    if (in.available() == 0) {
      flush.run();
      out.flush();
    }
    return in.read(bytes, offset, length);
  }

  private List<TelemetryFormat> formats() {
    SourceLocation option = SourceLocation.of("--telemetry");
    var formats = new ArrayList<>(Formats.ALL);
    for (String spec : specs) {
      TelemetryFormat format = Catalog.TELEMETRY.bind(Spec.parse(spec, option), option);
      formats.replaceAll(known -> known.name().equals(format.name()) ? format : known);
    }
    return formats;
  }

  private FrameView view(List<TelemetryFormat> formats) {
    if (intDscp == null) {
      return SourceLocation.of("--telemetry").check(() -> new FrameView(formats));
    }
    String written = intDscp;
    SourceLocation option = SourceLocation.of("--int-dscp");
    return option.check(() -> {
      long dscp = Units.whole("DSCP", written);
      if (dscp < 0 || dscp > LARGEST_DSCP) {
        throw new IllegalArgumentException("DSCP " + dscp + " is outside 0 to " + LARGEST_DSCP);
      }
      TelemetryFormat marked = formats.stream().filter(format -> format.name().equals(INT)).findFirst()
          .orElseThrow(() -> new IllegalArgumentException("there is no telemetry format called " + INT));
      return new FrameView(formats, (int) dscp, marked);
    });
  }

  private void decode(CaptureReader reader, FrameView view, List<TelemetryFormat> formats) throws IOException {
    if (json) {
      var buffered = new BufferedOutputStream(out, BUFFER_BYTES);
      var packets = new JsonPackets(buffered);
      flush = () -> {
        packets.flush();
        buffered.flush();
      };
      decode(reader, new PacketDescriber(view, formats, packets));
    } else {
      var text = new TextWriter(out, UncheckedIOException::new);
      flush = text::flush;
      decode(reader, new PacketDescriber(view, formats, new TextPackets(text)));
    }
  }

  private void decode(CaptureReader reader, PacketDescriber describer) throws IOException {
    try {
      while (reader.next()) {
        describer.describe(reader);
        if (reader.number() % LOOK_UP_EVERY == 0 && out.checkError()) {
          return; // the disk is full, or nobody listens any more, as behind `head`
        }
      }
    } finally {
      flush.run(); // what was decoded before the file turned out to be cut off, whole
    }
  }
}
