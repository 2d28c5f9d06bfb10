package dev.inflight.lab.kind;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The first bytes of a file.
 *
 * @param bytes these
 * @param name the file's name, which compressed files only are recognized by
 */
record FileHead(byte[] bytes, String name) {
  private static final Pattern COMMENT = Pattern.compile("//[^\\n]*|/\\*(?s:.*?)\\*/");
  private static final Pattern CHAKRA_JSON = Pattern
      .compile("\"(workload_graph|ctrl_deps|data_deps|ctrlDeps|dataDeps|comm_size|COMM_COLL_NODE)\"");
  private static final Pattern CHAKRA_NAME = Pattern.compile(".*\\.et(\\.gz)?");
  /** What the binary form of GOAL begins with. */
  private static final long GOAL_COOKIE = 4223;
  private static final int MOST_LINES = 200;
  private static final int GZIP = 0x8b1f;
  /** Of the first message in a trace of Chakra: its first field, a text such as 0.0.4. */
  private static final int VERSION_FIELD = 0x0a;
  private static final int ATTRIBUTE_FIELD = 0x12;
  private static final int ID_FIELD = 0x08;
  private static final int MOST_VERSION = 20;

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

  /** How many ranks the binary form of GOAL has. */
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
    return hasChakraMessage() || isNamedChakra() && hasLegacyNode();
  }

  boolean isChakra() {
    return isChakraMessage() || isNamedChakra() && isGzip()
        || text().stripLeading().startsWith("{") && CHAKRA_JSON.matcher(text()).find();
  }

  private boolean isGzip() {
    return bytes.length > 2 && (little().getShort(0) & 0xffff) == GZIP;
  }

  /** Metadata: the length of a message, and in it a version or, where that is missing, an attribute, which begins with its name. */
  private boolean hasChakraMessage() {
    return hasChakraVersion() || bytes.length > 4 && bytes[0] > 0 && bytes[1] == ATTRIBUTE_FIELD && bytes[2] > 0
        && bytes[2] < bytes[0] && bytes[3] == VERSION_FIELD && bytes[4] > 0 && bytes[4] < bytes[2];
  }

  /** Schema 0.0.3 and older: the length of a node, with one byte or two, and the node's identifier, which is its first field. */
  private boolean hasLegacyNode() {
    return bytes.length > 3 && (bytes[0] > 0 ? bytes[1] == ID_FIELD : bytes[1] > 0 && bytes[2] == ID_FIELD);
  }

  /** The length of a message, and a text of digits and dots in it. */
  private boolean hasChakraVersion() {
    if (bytes.length < 4 || bytes[0] <= 0 || bytes[1] != VERSION_FIELD || bytes[2] <= 0 || bytes[2] > MOST_VERSION
        || bytes.length < 3 + bytes[2]) {
      return false;
    }
    return new String(bytes, 3, bytes[2], StandardCharsets.US_ASCII).matches("\\d+(\\.\\d+)+");
  }

  /** The bytes as text, without a byte order mark. */
  String text() {
    String text = new String(bytes, StandardCharsets.UTF_8);
    return text.startsWith("\uFEFF") ? text.substring(1) : text;
  }

  /** The text without comments as in C, and without those of lines that begin with {@code #}. */
  String withoutComments() {
    return COMMENT.matcher(text()).replaceAll(" ").replaceAll("(?m)^#.*", "").strip();
  }

  /** The words of the first lines that have any and are no comment. */
  List<List<String>> lines() {
    return text().lines().map(line -> (line.contains("#") ? line.substring(0, line.indexOf('#')) : line).strip())
        .filter(line -> !line.isEmpty()).limit(MOST_LINES).map(line -> Arrays.asList(line.split("[\\s,;]+"))).toList();
  }
}
