package dev.inflight.lab.kind;

import dev.inflight.lab.files.FlowHosts;
import dev.inflight.lab.author.ScenarioTemplate;
import dev.inflight.lab.read.InputBytes;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.InputText;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.spec.Spec;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * File that a scenario names, and the scenario that names it.
 *
 * @param path path of the file; for a Chakra trace that of rank 0
 * @param kind kind of the file
 * @param hosts number of hosts that it needs; 0 if its first bytes do not show it
 * @param stated parameters of {@code trace()} or {@code file()} that the scenario states because the file lacks them
 * @param notes notes about these parameters
 */
public record NamedFile(Path path, FileKind kind, int hosts, Map<String, String> stated, List<String> notes) {
  /** Workload for a topology; all hosts take part in it. */
  public static final String FLOWS_OF_TOPOLOGY = "permutation";

  private static final int HEAD_BYTES = 1 << 16;
  private static final int LEAST_HOSTS = 2;
  private static final int MOST_ON_A_SWITCH = 64;
  private static final int HOSTS_PER_LEAF = 32;
  private static final int MOST_LEAVES = 64;
  private static final int LEAVES_PER_POD = 16;
  private static final Pattern GOAL_RANKS = Pattern.compile("num_ranks\\s+(\\d{1,8})");
  private static final Pattern MATRIX_NODES = Pattern.compile("Nodes\\s+(\\d{1,8})");

  /**
   * Returns the kind and the needs of a file from its first bytes.
   *
   * @param path path of the file
   * @param bytes first bytes of the file
   */
  public static Optional<NamedFile> of(Path path, byte[] bytes) {
    var head = new FileHead(bytes, String.valueOf(path.getFileName()).toLowerCase(Locale.ROOT));
    return FileKind.of(head).map(kind -> {
      if (kind == FileKind.AICB) {
        AicbRanks ranks = AicbRanks.of(head.text());
        return new NamedFile(path, kind, ranks.ranks(), ranks.stated(), ranks.notes());
      }
      Path first = kind == FileKind.CHAKRA ? ChakraRanks.first(path) : path;
      return new NamedFile(first, kind, hosts(path, kind, head), Map.of(), List.of());
    });
  }

  /**
   * Returns the kind of a regular file; empty if its first bytes do not show it.
   *
   * @throws InputError if the file cannot be read
   */
  public static Optional<FileKind> kind(Path path) {
    return FileKind.of(new FileHead(head(path), String.valueOf(path.getFileName()).toLowerCase(Locale.ROOT)));
  }

  /**
   * Returns the kind and the needs of a file.
   *
   * @throws InputError if the file cannot be read, or its kind is unknown
   */
  public static NamedFile open(Path path) {
    byte[] head = head(path);
    NamedFile file = of(path, head)
        .orElseThrow(() -> SourceLocation.of(path).error(OtherKind.of(head).map(other -> "this is " + other)
            .orElse("this is not a file that a scenario can name: a topology, flows, sizes or a trace")));
    return switch (file.kind) {
      case FLOWS -> new NamedFile(path, file.kind, FlowHosts.of(InputText.readForeign(path)), file.stated, file.notes);
      case CHAKRA -> {
        ChakraNeeds needs = ChakraNeeds.of(file.path);
        yield new NamedFile(file.path, file.kind, file.hosts, needs.stated(), needs.notes());
      }
      case CABLES -> {
        CableNeeds needs = CableNeeds.of(path);
        yield new NamedFile(path, file.kind, file.hosts, needs.stated(), needs.notes());
      }
      case AICB -> AicbLayerCount.of(path).map(file::withLayers).orElse(file);
      default -> file;
    };
  }

  /** Returns the file with a parameter for its number of layers, if it announces more. */
  private NamedFile withLayers(AicbLayerCount layers) {
    var all = new LinkedHashMap<>(stated);
    all.put(AicbLayerCount.PARAMETER, Long.toString(layers.written()));
    return new NamedFile(path, kind, hosts, all, Stream.concat(notes.stream(), Stream.of(layers.note())).toList());
  }

  /**
   * Returns the first bytes of a file, decompressed.
   *
   * @throws InputError if the file cannot be read
   */
  public static byte[] head(Path path) {
    InputText.requireFile(path);
    try (InputStream in = InputBytes.open(path, System.err)) {
      return in.readNBytes(HEAD_BYTES);
    } catch (IOException failed) {
      throw SourceLocation.of(path).error("the file cannot be read: " + failed.getMessage());
    }
  }

  /** Reports whether the number of hosts is unknown. */
  public boolean needsHosts() {
    return hosts == 0 && (kind == FileKind.GOAL || kind == FileKind.MATRIX || kind == FileKind.CHAKRA);
  }

  private static int hosts(Path path, FileKind kind, FileHead head) {
    return switch (kind) {
      case TOPOLOGY, HTSIM_TOPOLOGY, CABLES, SIZES, AICB, FLOWS -> 0;
      case GOAL -> head.isBinaryGoal() ? head.ranksOfBinaryGoal() : number(GOAL_RANKS, head.withoutComments());
      case MATRIX -> number(MATRIX_NODES, head.text());
      case CHAKRA -> ChakraRanks.count(path);
    };
  }

  private static int number(Pattern pattern, String text) {
    Matcher matcher = pattern.matcher(text);
    return matcher.find() ? Integer.parseInt(matcher.group(1)) : 0;
  }

  /** Returns the file for a scenario in another folder. */
  public NamedFile at(Path other) {
    var there = new LinkedHashMap<>(stated);
    there.computeIfPresent(ChakraNeeds.GROUPS, (_, groups) -> other.resolveSibling(Path.of(groups).getFileName()).toString());
    return new NamedFile(other, kind, hosts, there, notes);
  }

  /** Topology of the scenario. */
  public String topology() {
    if (kind.isTopology()) {
      return file();
    }
    if (kind == FileKind.SIZES || hosts == 0) {
      return "leaf-spine";
    }
    if (hosts <= MOST_ON_A_SWITCH) {
      return "star(hosts=" + Math.max(LEAST_HOSTS, hosts) + ")";
    }
    int leaves = (hosts + HOSTS_PER_LEAF - 1) / HOSTS_PER_LEAF;
    if (leaves > MOST_LEAVES) { // the buffer of a spine would be too small for its ports
      int pods = (leaves + LEAVES_PER_POD - 1) / LEAVES_PER_POD;
      return "fat-tree(pods=" + pods + ", torsPerPod=" + LEAVES_PER_POD + ", aggsPerPod=8, cores=32, hostsPerTor="
          + HOSTS_PER_LEAF + ")";
    }
    return "leaf-spine(leaves=" + leaves + ", spines=8, hostsPerLeaf=" + HOSTS_PER_LEAF + ")";
  }

  /** Flows of the scenario. */
  public String flows() {
    return switch (kind) {
      case TOPOLOGY, HTSIM_TOPOLOGY, CABLES -> FLOWS_OF_TOPOLOGY;
      case FLOWS -> file();
      case SIZES -> "poisson(load=0.3, sizes=" + file() + ")";
      case AICB, GOAL, MATRIX, CHAKRA -> {
        String format = kind == FileKind.MATRIX ? "cm" : kind.name().toLowerCase(Locale.ROOT);
        String name = path.toString().toLowerCase(Locale.ROOT);
        boolean shows = switch (kind) {
          case AICB -> name.endsWith(".txt");
          case GOAL -> name.endsWith(".goal") || name.endsWith(".bin");
          case MATRIX -> name.endsWith(".cm");
          default -> name.endsWith(".et") || name.endsWith(".et.gz");
        };
        var parameters = new LinkedHashMap<String, String>();
        parameters.put("path", path.toString());
        if (!shows) {
          parameters.put("format", format);
        }
        parameters.putAll(stated);
        yield new Spec("trace", parameters).format();
      }
    };
  }

  private String file() {
    var parameters = new LinkedHashMap<String, String>();
    parameters.put("path", path.toString());
    if (kind == FileKind.CABLES) {
      parameters.putAll(stated);
    }
    return new Spec("file", parameters).format().replaceFirst("path=", "");
  }

  /**
   * Returns the error about a file that is passed instead of a scenario: its kind, and a scenario that names it.
   *
   * @param given file as the user wrote it
   */
  public InputError refusal(SourceLocation given) {
    var sentence = given.error("this is " + kind + ", not a scenario; './inflight init my.yaml --from " + path
        + "' writes one that names it and has what else it needs, with the lines");
    return InputError.of(List.of(sentence, line("topology", topology()), line("flows", flows()), line("scheme", "hpcc")));
  }

  private static InputError line(String key, String value) {
    return new InputError("  " + key + ": " + ScenarioTemplate.value(value));
  }
}
