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
      .compile("\"(ctrl_deps|data_deps|ctrlDeps|dataDeps|comm_size|COMM_COLL_NODE)\"");
  private static final Pattern CHAKRA_NAME = Pattern.compile(".*\\.et(\\.gz)?");
  /** What the binary form of GOAL begins with. */
  private static final long GOAL_COOKIE = 4223;
  private static final int MOST_LINES = 200;
  private static final int GZIP = 0x8b1f;
  /** Of the first message in a trace of Chakra: its first field, a text such as 0.0.4. */
  private static final int VERSION_FIELD = 0x0a;
  private static final int MOST_VERSION = 20;

  boolean isBinary() {
    for (byte each : bytes) {
      if (each == 0) {
        return true;
      }
    }
    return isGzip() || hasChakraVersion();
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

  boolean isChakra() {
    boolean named = CHAKRA_NAME.matcher(name).matches();
    return hasChakraVersion() || named && isGzip() || text().stripLeading().startsWith("{") && CHAKRA_JSON.matcher(text()).find();
  }

  private boolean isGzip() {
    return bytes.length > 2 && (little().getShort(0) & 0xffff) == GZIP;
  }

  /** The length of a message, and a text of digits and dots in it. */
  private boolean hasChakraVersion() {
    if (bytes.length < 4 || bytes[0] <= 0 || bytes[1] != VERSION_FIELD || bytes[2] <= 0 || bytes[2] > MOST_VERSION
        || bytes.length < 3 + bytes[2]) {
      return false;
    }
    return new String(bytes, 3, bytes[2], StandardCharsets.US_ASCII).matches("\\d+(\\.\\d+)+");
  }

  String text() {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /** The text without comments as in C, and without those of lines that begin with {@code #}. */
  String withoutComments() {
    return COMMENT.matcher(text()).replaceAll(" ").replaceAll("(?m)^#.*", "").strip();
  }

  /** The words of the first lines that have any and are no comment. */
  List<List<String>> lines() {
    String text = text().replace('\uFEFF', ' ');
    return text.lines().map(line -> (line.contains("#") ? line.substring(0, line.indexOf('#')) : line).strip())
        .filter(line -> !line.isEmpty()).limit(MOST_LINES).map(line -> Arrays.asList(line.split("[\\s,;]+"))).toList();
  }
}
