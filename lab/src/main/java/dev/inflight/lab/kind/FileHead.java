package dev.inflight.lab.kind;

import dev.inflight.lab.graph.chakra.node.ForeignTrace;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/**
 * First bytes of a file.
 *
 * @param bytes the bytes
 * @param name the file's name, which only compressed files are recognized by
 */
record FileHead(byte[] bytes, String name) {
  private static final Pattern COMMENT = Pattern.compile("//[^\\n]*|/\\*(?s:.*?)\\*/");
  private static final Pattern CHAKRA_JSON = Pattern
      .compile("\"(workload_graph|ctrl_deps|data_deps|ctrlDeps|dataDeps|comm_size|COMM_COLL_NODE)\"");
  private static final Pattern CHAKRA_NAME = Pattern.compile(".*\\.et(\\.gz)?");
  /** First number of GOAL's binary form. */
  private static final long GOAL_COOKIE = 4223;
  private static final int MOST_LINES = 200;
  private static final int LONGEST_HEADER = 4000;
  private static final int GZIP = 0x8b1f;

  boolean isBinary() {
    for (byte each : bytes) {
      if (each == 0) {
        return true;
      }
    }
    return isGzip() || isChakraMessage();
  }

  boolean isBinaryGoal() {
    return bytes.length >= Long.BYTES && little().getLong(0) == GOAL_COOKIE;
  }

  /** Number of ranks in GOAL's binary form. */
  int ranksOfBinaryGoal() {
    return bytes.length >= Long.BYTES + Integer.BYTES ? little().getInt(Long.BYTES) : 0;
  }

  private ByteBuffer little() {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  private boolean isNamedChakra() {
    return CHAKRA_NAME.matcher(name).matches();
  }

  private boolean isChakraMessage() {
    return new ChakraHead(bytes, isNamedChakra()).isTrace();
  }

  boolean isChakra() {
    return isChakraMessage() || isNamedChakra() && isGzip()
        || text().stripLeading().startsWith("{") && CHAKRA_JSON.matcher(text()).find() && !isForeignTrace();
  }

  /** Reports whether the file is another program's trace, which tools convert to Chakra traces. */
  boolean isForeignTrace() {
    return ForeignTrace.of(bytes).isPresent();
  }

  private boolean isGzip() {
    return bytes.length > 2 && (little().getShort(0) & 0xffff) == GZIP;
  }

  /** Text of the bytes without a byte order mark. */
  String text() {
    String text = new String(bytes, StandardCharsets.UTF_8);
    return text.startsWith("\uFEFF") ? text.substring(1) : text;
  }

  /** Text without C comments and without lines that start with {@code #}. */
  String withoutComments() {
    return COMMENT.matcher(text()).replaceAll(" ").replaceAll("(?m)^#.*", "").strip();
  }

  /** First line that is neither blank nor a comment; empty if it is longer than the names of columns are. */
  String firstLine() {
    String first = text().lines().filter(line -> !line.isBlank() && !line.startsWith("#")).findFirst().orElse("");
    return first.length() > LONGEST_HEADER ? "" : first;
  }

  /** Words of the first lines, without blank lines and comments. */
  List<List<String>> lines() {
    return text().lines().map(line -> (line.contains("#") ? line.substring(0, line.indexOf('#')) : line).strip())
        .filter(line -> !line.isEmpty()).limit(MOST_LINES).map(line -> Arrays.asList(line.split("[\\s,;]+"))).toList();
  }
}
