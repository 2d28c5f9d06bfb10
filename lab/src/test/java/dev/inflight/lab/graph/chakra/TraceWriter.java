package dev.inflight.lab.graph.chakra;

import dev.inflight.lab.graph.chakra.node.ChakraNode;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.WireFormat;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Writes the file of a rank as Chakra's converters do. */
final class TraceWriter {
  private final OutputStream out;

  /** Starts a file with metadata. */
  TraceWriter(OutputStream out) {
    this(out, true);
  }

  private TraceWriter(OutputStream out, boolean hasMetadata) {
    this.out = out;
    if (hasMetadata) {
      message(fields -> fields.writeString(1, "0.0.4"));
    }
  }

  /** Starts a file of schema 0.0.3 or older, which has no metadata. */
  static TraceWriter legacy(OutputStream out) {
    return new TraceWriter(out, false);
  }

  interface Fields {
    void write(CodedOutputStream out) throws IOException;
  }

  private static byte[] bytes(Fields fields) {
    try {
      var bytes = new ByteArrayOutputStream();
      var coded = CodedOutputStream.newInstance(bytes);
      fields.write(coded);
      coded.flush();
      return bytes.toByteArray();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  /** Writes a message after its length. */
  TraceWriter message(Fields fields) {
    try {
      byte[] content = bytes(fields);
      out.write(bytes(length -> length.writeUInt32NoTag(content.length)));
      out.write(content);
      return this;
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  TraceWriter node(Node node) {
    return message(node::write);
  }

  static Node node(long id, int type) {
    return new Node(id, type);
  }

  static Node compute(long id, long micros, long... after) {
    return node(id, ChakraNode.COMPUTE).duration(micros).after(after);
  }

  static Node send(long id, int to, long sizeBytes, int tag, long... after) {
    return node(id, ChakraNode.SEND).number("comm_dst", 7, to).number("comm_size", 9, sizeBytes).number("comm_tag", 7, tag)
        .after(after);
  }

  static Node receive(long id, int from, long sizeBytes, int tag, long... after) {
    return node(id, ChakraNode.RECEIVE).number("comm_src", 7, from).number("comm_size", 9, sizeBytes).number("comm_tag", 7, tag)
        .after(after);
  }

  static Node collective(long id, int type, long sizeBytes, long... after) {
    return node(id, ChakraNode.COLLECTIVE).number("is_cpu_op", 27, 0).number("comm_type", 9, type)
        .number("comm_size", 9, sizeBytes).after(after);
  }

  /** A node that is being made. */
  static final class Node {
    private final List<Fields> fields = new ArrayList<>();

    private Node(long id, int type) {
      field(out -> {
        if (id != 0) {
          out.writeUInt64(1, id); // like any writer of proto3, it leaves out 0
        }
        out.writeString(2, "a node");
      });
      field(out -> out.writeEnum(3, type));
    }

    Node field(Fields more) {
      fields.add(more);
      return this;
    }

    Node after(long... nodes) {
      return nodes.length == 0 ? this : field(out -> out.writeByteArray(5, bytes(packed -> {
        for (long node : nodes) {
          packed.writeUInt64NoTag(node);
        }
      })));
    }

    Node controlledBy(long node) {
      return field(out -> out.writeUInt64(4, node));
    }

    Node duration(long micros) {
      return field(out -> out.writeUInt64(7, micros));
    }

    Node inputs(String values) {
      return field(out -> out.writeByteArray(8, bytes(inputs -> {
        inputs.writeString(1, values);
        inputs.writeString(2, "[]");
      })));
    }

    Node attribute(Fields attribute) {
      return field(out -> out.writeByteArray(10, bytes(attribute)));
    }

    Node number(String name, int field, long value) {
      return attribute(out -> {
        out.writeString(1, name);
        out.writeUInt64(field, value);
      });
    }

    Node text(String name, String value) {
      return attribute(out -> {
        out.writeString(1, name);
        out.writeString(29, value);
      });
    }

    Node textBeforeName(String name, String value) {
      return attribute(out -> {
        out.writeString(29, value);
        out.writeString(1, name);
      });
    }

    Node booleans(String name, boolean... values) {
      return attribute(out -> {
        out.writeString(1, name);
        out.writeTag(28, WireFormat.WIRETYPE_LENGTH_DELIMITED);
        byte[] list = bytes(packed -> {
          for (boolean value : values) {
            packed.writeBoolNoTag(value);
          }
        });
        byte[] message = bytes(inner -> inner.writeByteArray(1, list));
        out.writeUInt32NoTag(message.length);
        out.writeRawBytes(message);
      });
    }

    /** Returns the node with its fields in reverse order, which any reader of protocol buffers has to accept. */
    Node reversed() {
      Collections.reverse(fields);
      return this;
    }

    void write(CodedOutputStream out) throws IOException {
      for (Fields each : fields) {
        each.write(out);
      }
    }
  }
}
