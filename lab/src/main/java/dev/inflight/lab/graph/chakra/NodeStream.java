package dev.inflight.lab.graph.chakra;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.WireFormat;
import dev.inflight.lab.read.InputBytes;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.InputText;
import dev.inflight.lab.read.SourceLocation;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/**
 * The nodes of a file of any length, one after the other, compressed by gzip or not. Each message stands behind its length: first the metadata of the
 * file, then nodes. What is held does not grow with the file.
 */
final class NodeStream implements Nodes {
  private static final int BUFFER_BYTES = 1 << 16;
  private static final int LONGEST_VALUES = 16 << 20;
  private static final int GZIP = 0x1F8B;

  private final Path path;
  private final int rank;
  private final InputStream bytes;
  private final CodedInputStream in;
  private final Attribute attribute;
  private long nodes;

  /** Opens a file and reads its metadata. */
  NodeStream(Path path, int rank) {
    InputText.requireFile(path);
    this.path = path;
    this.rank = rank;
    try {
      bytes = open(path);
    } catch (IOException failed) {
      throw failure(failed);
    }
    in = CodedInputStream.newInstance(bytes, BUFFER_BYTES);
    attribute = new Attribute(in);
    try {
      readMetadata();
      nodes = 1;
    } catch (IOException failed) {
      throw failure(failed);
    } finally {
      if (nodes == 0) {
        close();
      }
    }
  }

  private static InputStream open(Path path) throws IOException {
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

  @Override
  public void close() {
    try {
      bytes.close();
    } catch (IOException failed) {
      throw failure(failed);
    }
  }

  private InputError error(String what) {
    return SourceLocation.of(path).error("rank " + rank + what);
  }

  @Override
  public Path path() {
    return path;
  }

  @Override
  public int rank() {
    return rank;
  }

  private InputError failure(IOException failed) {
    boolean damaged = failed instanceof InvalidProtocolBufferException || failed instanceof ZipException
        || failed instanceof EOFException;
    if (!damaged) {
      return SourceLocation.of(path).error("the file cannot be read: " + failed.getMessage());
    }
    return error(nodes == 0
        ? ": the file does not begin as an execution trace of Chakra, with the length of its metadata and that"
        : ": behind " + (nodes - 1) + " nodes the file is damaged or cut off");
  }

  private void readMetadata() throws IOException {
    if (in.isAtEnd()) {
      throw error(": the file is empty");
    }
    int outer = in.pushLimit(ProtobufReader.length(in));
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      if (WireFormat.getTagFieldNumber(tag) > 2) {
        throw ProtobufReader.damaged();
      }
      in.skipRawBytes(ProtobufReader.length(in, tag));
    }
    ProtobufReader.leave(in, outer);
  }

  @Override
  public boolean next(ChakraNode node) {
    try {
      in.resetSizeCounter(); // files are longer than what CodedInputStream reads at once
      if (in.isAtEnd()) {
        return false;
      }
      node.clear();
      int outer = in.pushLimit(ProtobufReader.length(in));
      for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
        readField(node, tag);
      }
      ProtobufReader.leave(in, outer);
      if (node.type == ChakraNode.METADATA && node.unreadBytes > 0) {
        throw tooLong(node, node.unreadBytes);
      }
      nodes++;
      return true;
    } catch (IOException failed) {
      throw failure(failed);
    }
  }

  private void readField(ChakraNode node, int tag) throws IOException {
    switch (WireFormat.getTagFieldNumber(tag)) {
      case 1 -> node.id = ProtobufReader.number(in, tag);
      case 3 -> node.type = (int) Math.clamp(ProtobufReader.number(in, tag), -1, Integer.MAX_VALUE);
      case 4, 5 -> readDependencies(node, tag);
      case 6 -> ProtobufReader.number(in, tag);
      case 7 -> node.durationUs = ProtobufReader.number(in, tag);
      case 2, 9 -> in.skipRawBytes(ProtobufReader.length(in, tag));
      case 8 -> readInputs(node, tag);
      case 10 -> readAttribute(node, tag);
      default -> throw error(node.id, "field " + WireFormat.getTagFieldNumber(tag) + " of a node is not known");
    }
  }

  private void readDependencies(ChakraNode node, int tag) throws IOException {
    if (WireFormat.getTagWireType(tag) == WireFormat.WIRETYPE_VARINT) {
      node.require(in.readRawVarint64());
      return;
    }
    int outer = in.pushLimit(ProtobufReader.length(in, tag));
    while (!in.isAtEnd()) {
      node.require(in.readRawVarint64());
    }
    ProtobufReader.leave(in, outer);
  }

  private void readAttribute(ChakraNode node, int tag) throws IOException {
    int outer = in.pushLimit(ProtobufReader.length(in, tag));
    try {
      attribute.read(node);
    } catch (Attribute.UnsuitedValue unsuited) {
      throw error(node.id, String.valueOf(unsuited.getMessage()));
    }
    ProtobufReader.leave(in, outer);
  }

  private InputError tooLong(ChakraNode node, int bytesOfIt) {
    return error(node.id, "metadata of " + bytesOfIt + " bytes; at most " + LONGEST_VALUES + " are read");
  }

  /** Of inputs only the values of metadata are of interest; the type may stand behind them. */
  private void readInputs(ChakraNode node, int tag) throws IOException {
    int length = ProtobufReader.length(in, tag);
    if (node.type != ChakraNode.UNTYPED && node.type != ChakraNode.METADATA) {
      in.skipRawBytes(length);
      return;
    }
    int outer = in.pushLimit(length);
    for (int inner = in.readTag(); inner != 0; inner = in.readTag()) {
      int bytesOfIt = ProtobufReader.length(in, inner);
      if (WireFormat.getTagFieldNumber(inner) != 1) {
        in.skipRawBytes(bytesOfIt);
      } else if (bytesOfIt > LONGEST_VALUES) {
        in.skipRawBytes(bytesOfIt);
        node.unreadBytes = bytesOfIt;
      } else {
        node.values = new String(in.readRawBytes(bytesOfIt), StandardCharsets.UTF_8);
      }
    }
    ProtobufReader.leave(in, outer);
  }
}
