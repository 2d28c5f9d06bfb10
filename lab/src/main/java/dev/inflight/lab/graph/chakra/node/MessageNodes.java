package dev.inflight.lab.graph.chakra.node;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.WireFormat;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.InputText;
import dev.inflight.lab.read.SourceLocation;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.zip.ZipException;

/** Nodes of a file of any length, each a message after its length. Memory use does not grow with the file. */
abstract class MessageNodes implements Nodes {
  private static final int BUFFER_BYTES = 1 << 16;

  final Path path;
  final int rank;
  final CodedInputStream in;
  private final InputStream bytes;
  private long messages;

  /** Opens a file. */
  MessageNodes(Path path, int rank) {
    InputText.requireFile(path);
    this.path = path;
    this.rank = rank;
    try {
      bytes = TraceForm.open(path);
    } catch (IOException failed) {
      throw failure(failed);
    }
    in = CodedInputStream.newInstance(bytes, BUFFER_BYTES);
  }

  /** Reads the metadata of the file, which precedes all nodes; if that fails, it closes the file. */
  void begin() {
    try {
      readMetadata();
      messages = 1;
    } catch (IOException failed) {
      throw failure(failed);
    } finally {
      if (messages == 0) {
        close();
      }
    }
  }

  /** Reads the metadata before the nodes. */
  abstract void readMetadata() throws IOException;

  /** Reads a field of a node. */
  abstract void readField(ChakraNode node, int tag) throws IOException;

  /** Completes a node when all its fields are read. */
  abstract void complete(ChakraNode node);

  @Override
  public void close() {
    try {
      bytes.close();
    } catch (IOException failed) {
      throw failure(failed);
    }
  }

  @Override
  public Path path() {
    return path;
  }

  @Override
  public int rank() {
    return rank;
  }

  /** Returns an error about the file as a whole. */
  InputError error(String what) {
    return SourceLocation.of(path).error("rank " + rank + what);
  }

  private InputError failure(IOException failed) {
    boolean damaged = failed instanceof InvalidProtocolBufferException || failed instanceof ZipException
        || failed instanceof EOFException;
    if (!damaged) {
      return SourceLocation.of(path).error("the file cannot be read: " + failed.getMessage());
    }
    return error(messages == 0
        ? ": the file does not start as an execution trace of Chakra does, with the length of its metadata and the metadata"
        : ": behind " + (messages - 1) + " nodes the file is damaged or cut off");
  }

  @Override
  public boolean next(ChakraNode node) {
    try {
      in.resetSizeCounter(); // files exceed what CodedInputStream reads at once
      if (in.isAtEnd()) {
        return false;
      }
      node.clear();
      int outer = in.pushLimit(ProtobufReader.length(in));
      for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
        readField(node, tag);
      }
      ProtobufReader.leave(in, outer);
      complete(node);
      messages++;
      return true;
    } catch (IOException failed) {
      throw failure(failed);
    }
  }

  /** Reads nodes that must end before this one starts: one, or a packed list. */
  void readDependencies(ChakraNode node, int tag) throws IOException {
    if (WireFormat.getTagWireType(tag) == WireFormat.WIRETYPE_VARINT) {
      require(node, in.readRawVarint64());
      return;
    }
    int outer = in.pushLimit(ProtobufReader.length(in, tag));
    while (!in.isAtEnd()) {
      require(node, in.readRawVarint64());
    }
    ProtobufReader.leave(in, outer);
  }

  private void require(ChakraNode node, long before) {
    try {
      node.require(before);
    } catch (IllegalArgumentException tooMany) {
      throw error(node.id, String.valueOf(tooMany.getMessage()));
    }
  }
}
