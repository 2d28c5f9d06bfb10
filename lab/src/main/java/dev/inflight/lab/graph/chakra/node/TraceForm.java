package dev.inflight.lab.graph.chakra.node;

import com.google.protobuf.WireFormat;
import dev.inflight.lab.read.InputBytes;
import dev.inflight.lab.read.InputText;
import dev.inflight.lab.read.SourceLocation;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/** Form of a rank's file, determined by its first bytes, as names are not reliable. */
enum TraceForm {
  /** Schema 0.0.4: messages, the first of which is metadata. */
  CURRENT,
  /** Schemas up to 0.0.3: messages, the first of which is a node. */
  LEGACY, JSON;

  private static final int BUFFER_BYTES = 1 << 16;
  private static final int GZIP = 0x1F8B;
  /** Tag of a message's first field, an identifier: nodes start with it, and metadata does not. */
  private static final int ID_TAG = 1 << 3 | WireFormat.WIRETYPE_VARINT;
  private static final int HEAD_BYTES = 4096;
  private static final int LONGEST_VARINT = 10;

  /**
   * Returns the form of a file.
   *
   * @throws dev.inflight.lab.read.InputError when the file cannot be read, or is a {@link ForeignTrace}
   */
  static TraceForm of(Path path) {
    InputText.requireFile(path);
    byte[] head;
    try (InputStream in = open(path)) {
      head = in.readNBytes(HEAD_BYTES);
    } catch (ZipException | EOFException _) {
      return CURRENT; // its reader reports the error
    } catch (IOException failed) {
      throw SourceLocation.of(path).error("the file cannot be read: " + failed.getMessage());
    }
    ForeignTrace.of(head).ifPresent(other -> {
      throw SourceLocation.of(path).error("this is " + other);
    });
    return isJson(head) ? JSON : isLegacy(head) ? LEGACY : CURRENT;
  }

  /** Opens the content of a file, compressed by gzip or not. */
  static InputStream open(Path path) throws IOException {
    var raw = new BufferedInputStream(InputBytes.open(path, System.err), BUFFER_BYTES);
    try {
      raw.mark(2);
      int first = raw.read() << 8 | raw.read();
      raw.reset();
      return first == GZIP ? new GZIPInputStream(raw, BUFFER_BYTES) : raw;
    } catch (IOException failed) {
      raw.close();
      throw failed;
    }
  }

  /**
   * Reports whether the bytes start a JSON text. A message may start with the same byte, its length, but no such byte follows.
   */
  private static boolean isJson(byte[] head) {
    int at = next(head, 0);
    if (at == head.length || head[at] != '{' && head[at] != '[') {
      return false;
    }
    int behind = next(head, at + 1);
    return behind < head.length && "\"{[]}".indexOf(head[behind]) >= 0;
  }

  private static int next(byte[] head, int from) {
    int at = from;
    while (at < head.length && (head[at] == ' ' || head[at] == '\n' || head[at] == '\r' || head[at] == '\t')) {
      at++;
    }
    return at;
  }

  private static boolean isLegacy(byte[] head) {
    int at = 0;
    while (at < head.length && at < LONGEST_VARINT && head[at] < 0) {
      at++;
    }
    return at + 1 < head.length && head[at + 1] == ID_TAG;
  }
}
