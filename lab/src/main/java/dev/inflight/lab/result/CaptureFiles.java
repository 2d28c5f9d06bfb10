package dev.inflight.lab.result;

import dev.inflight.lab.capture.CaptureNote;
import dev.inflight.lab.print.OutputError;
import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.scenario.names.NodeReference;
import dev.inflight.lab.read.Units;
import dev.inflight.net.codec.FrameSource;
import dev.inflight.net.codec.capture.CaptureTap;
import dev.inflight.net.codec.capture.CaptureWire;
import dev.inflight.net.codec.capture.ClassFrames;
import dev.inflight.net.codec.capture.FrameLog;
import dev.inflight.net.codec.frame.FrameRules;
import dev.inflight.net.event.EventLoop;
import dev.inflight.net.link.Port;
import dev.inflight.net.link.Wire;
import dev.inflight.net.topology.Topology;
import dev.inflight.sim.Simulation;
import dev.inflight.sim.setup.Setup;
import dev.inflight.telemetry.TelemetryFormat;
import dev.inflight.wire.pcap.Capture;
import dev.inflight.wire.pcap.PcapWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Requested packet captures of a run: frames at some ports, or at all, in files of the run's folder. */
public final class CaptureFiles implements AutoCloseable {
  /** Folder of captures in a run's folder. */
  public static final String FOLDER = "pcap";
  private static final String ENDING = ".pcap";
  private static final String ALL = "all";
  /** Names of captures, as {@link #file} generates them. */
  private static final Pattern OURS = Pattern
      .compile("(\\d{1,9}-\\d{1,9}|" + ALL + ")(\\" + ENDING + "|\\" + CaptureNote.ENDING + ")");
  private static final Pattern PORT = Pattern.compile("(.+):(\\d{1,9})");

  private final List<CaptureFile> files = new ArrayList<>();
  private final List<FrameRules> rules; // by class of flow; empty without captures
  private final Map<EventLoop, FrameSource> encoders = new HashMap<>(); // one per part of the fabric

  /** End of a cable. */
  private record End(int node, int port) {
  }

  /** Capture of frames at one end of a cable; without an end, at all ports. */
  private static final class CaptureFile {
    private final String name;
    private final String note;
    private final @Nullable End end;
    private final Capture capture;
    private final FrameLog log;
    private final int snapBytes;
    private final List<PortLog> ports = new ArrayList<>();
    private @Nullable RunFolder folder;
    private @Nullable OutputStream out;

    CaptureFile(String name, @Nullable End end, int snapBytes) {
      this.name = FOLDER + "/" + name + ENDING;
      note = FOLDER + "/" + name + CaptureNote.ENDING;
      this.end = end;
      this.snapBytes = snapBytes;
      capture = new Capture(new PcapWriter(this::write, snapBytes));
      log = FrameLog.into(capture);
    }

    private void write(byte[] bytes, int offset, int length) {
      if (out == null || folder == null) {
        throw new IllegalStateException(name + " is not open");
      }
      try {
        out.write(bytes, offset, length);
      } catch (IOException failed) {
        throw new OutputError(folder.path(), "write " + name, failed);
      }
    }

    Wire wrap(Port from, Wire wire, FrameSource encoder) {
      if (end != null && !end.equals(new End(from.node(), from.number()))) {
        return wire;
      }
      var passing = new PortLog(from, log, snapBytes);
      ports.add(passing);
      if (end != null) {
        from.changeArrivals(filter -> filter.tapBy(new CaptureTap(encoder, from, passing)));
      }
      return new CaptureWire(encoder, from, passing, wire);
    }
  }

  /** Log of the frames at one port. Frames go to the file immediately or, if parts run in parallel, in order of time. */
  private static final class PortLog implements FrameLog {
    private final Port port;
    private final FrameLog file;
    private final int snapBytes;
    private @Nullable Consumer<Runnable> keeper;

    PortLog(Port port, FrameLog file, int snapBytes) {
      this.port = port;
      this.file = file;
      this.snapBytes = snapBytes;
    }

    @Override
    public void passes(long fromPs, long atPs, byte[] frame, int bytes) {
      Consumer<Runnable> later = keeper;
      if (later == null) {
        file.passes(fromPs, atPs, frame, bytes);
      } else {
        byte[] kept = Arrays.copyOf(frame, Math.min(bytes, snapBytes));
        later.accept(() -> file.passes(fromPs, atPs, kept, bytes));
      }
    }
  }

  private CaptureFiles(List<FrameRules> rules) {
    this.rules = rules;
  }

  /**
   * Returns the captures that the options request.
   *
   * @param wanted ports, each {@code NODE:PORT}, or {@code all}
   * @param snapLength kept bytes of each frame, as the user wrote it; null for all bytes
   * @throws InputError if a port does not exist, or the scenario's packets have sizes but no bytes
   */
  public static CaptureFiles of(List<String> wanted, @Nullable String snapLength, Setup setup) {
    SourceLocation snapOption = SourceLocation.of("--snap-length");
    int snapBytes = snapLength == null ? PcapWriter.WHOLE_FRAMES : snapOption.check(() -> snapBytes(snapLength));
    if (wanted.isEmpty()) {
      if (snapLength != null) {
        throw snapOption.error("there is nothing to cut; it goes with --pcap");
      }
      return new CaptureFiles(List.of());
    }
    SourceLocation option = SourceLocation.of("--pcap");
    var captures = new CaptureFiles(FrameFormats.byClass(setup, option));
    List<End> ends = ends(setup.topology());
    var names = new HashSet<String>();
    for (String one : wanted) {
      CaptureFile file = option.check(() -> file(one, ends, snapBytes, setup.topology()));
      if (names.add(file.name)) {
        captures.files.add(file);
      }
    }
    return captures;
  }

  private static int snapBytes(String written) {
    long bytes = Units.size(written);
    if (bytes < 1 || bytes > PcapWriter.WHOLE_FRAMES) {
      throw new IllegalArgumentException("snap length " + bytes + " is outside 1 to " + PcapWriter.WHOLE_FRAMES);
    }
    return (int) bytes;
  }

  /** Ends of all cables. */
  private static List<End> ends(Topology topology) {
    int[] used = new int[topology.nodeCount()];
    var ends = new ArrayList<End>();
    for (Topology.Link link : topology.links()) {
      ends.add(new End(link.a(), ++used[link.a()]));
      ends.add(new End(link.b(), ++used[link.b()]));
    }
    return ends;
  }

  private static CaptureFile file(String wanted, List<End> ends, int snapBytes, Topology topology) {
    if (wanted.toLowerCase(Locale.ROOT).equals(ALL)) {
      return new CaptureFile(ALL, null, snapBytes);
    }
    Matcher written = PORT.matcher(wanted);
    if (!written.matches()) {
      throw new IllegalArgumentException(
          "a capture must be NODE:PORT, as in 0:1 or " + topology.names().name(0) + ":1, or " + ALL + ", found "
              + Quoted.of(wanted));
    }
    String node = written.group(1);
    var end = new End(node.matches("\\d{1,9}") ? Integer.parseInt(node) : NodeReference.node(node, topology),
        Integer.parseInt(written.group(2)));
    if (!ends.contains(end)) {
      throw new IllegalArgumentException("there is no port " + wanted + "; " + nearest(end, ends, topology));
    }
    return new CaptureFile(end.node + "-" + end.port, end, snapBytes);
  }

  private static String nearest(End wrong, List<End> ends, Topology topology) {
    if (wrong.node >= topology.nodeCount()) {
      return "nodes are 0 to " + (topology.nodeCount() - 1);
    }
    int ports = (int) IntStream.range(0, ends.size()).filter(at -> ends.get(at).node == wrong.node).count();
    return topology.name(wrong.node) + switch (ports) {
      case 0 -> " has no ports";
      case 1 -> " has one port, " + wrong.node + ":1";
      default -> " has the ports " + wrong.node + ":1 to " + wrong.node + ":" + ports;
    };
  }

  /**
   * Deletes an earlier run's captures from its folder, and their folder if it is then empty; of a linked folder, only the link.
   */
  static void delete(Path runFolder) throws IOException {
    Path folder = runFolder.resolve(FOLDER);
    if (Files.isSymbolicLink(folder)) {
      Files.delete(folder);
    }
    if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    try (DirectoryStream<Path> old = Files.newDirectoryStream(folder)) {
      for (Path file : old) {
        boolean ours = OURS.matcher(String.valueOf(file.getFileName())).matches();
        if (ours && !Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)) {
          Files.delete(file);
        }
      }
    }
    try {
      Files.delete(folder);
    } catch (DirectoryNotEmptyException others) {
      // Other files of the folder are not the run's.
    }
  }

  /** Returns the wire that replaces a cable. */
  public Wire wrap(Port from, Wire wire) {
    Wire wrapped = wire;
    if (!rules.isEmpty()) {
      FrameSource encoder = encoders.computeIfAbsent(from.loop(), _ -> new ClassFrames(rules));
      for (CaptureFile file : files) {
        wrapped = file.wrap(from, wrapped, encoder);
      }
    }
    return wrapped;
  }

  /** Records which cables were wrapped. It is called before the simulation runs. */
  public void follow(Simulation simulation) {
    files.forEach(file -> file.ports.forEach(passing -> passing.keeper = simulation.keeper(passing.port)));
  }

  /** Rejects a folder of results that contains a file with the name of the captures' folder. */
  public void checkFolder(Path results) {
    if (!files.isEmpty() && Files.isRegularFile(results.resolve(FOLDER), LinkOption.NOFOLLOW_LINKS)) {
      throw SourceLocation.of(results)
          .error(FOLDER + " in it is a file, and captures go to a folder of that name; choose another with --out");
    }
  }

  /** Opens the files before the first frame. */
  public void open(RunFolder folder) {
    for (CaptureFile file : files) {
      file.folder = folder;
      file.out = folder.stream(file.name);
      try (OutputStream out = folder.stream(file.note)) { // not digested, as its capture
        out.write(CaptureNote.text(telemetry()).getBytes(StandardCharsets.UTF_8));
      } catch (IOException failed) {
        throw new OutputError(folder.path(), "write " + file.note, failed);
      }
    }
  }

  private @Nullable TelemetryFormat telemetry() {
    return rules.stream().map(FrameRules::telemetry).filter(Objects::nonNull).findFirst().orElse(null);
  }

  /** Writes the remaining frames of a run that ended at this time. */
  public void finish(long endPs) {
    for (CaptureFile file : files) {
      try {
        file.capture.finish(endPs);
        if (file.out != null) {
          file.out.close();
        }
      } catch (IOException failed) {
        throw file.folder == null
            ? new IllegalStateException(failed)
            : new OutputError(file.folder.path(), "write " + file.name, failed);
      }
    }
  }

  /** Closes the files in any state. */
  @Override
  public void close() {
    for (CaptureFile file : files) {
      try {
        if (file.out != null) {
          file.out.close();
        }
      } catch (IOException again) {
        // The failed write has been reported.
      }
    }
  }
}
