package dev.inflight.lab.query;

import dev.inflight.lab.read.InputError;
import dev.inflight.lab.result.schema.ResultFile.Field;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.VectorUnloader;
import org.apache.arrow.vector.ipc.WriteChannel;
import org.apache.arrow.vector.ipc.message.ArrowBlock;
import org.apache.arrow.vector.ipc.message.ArrowFooter;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;
import org.apache.arrow.vector.ipc.message.MessageSerializer;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * Result of a query as Arrow IPC, in batches of rows. Memory holds one batch, and the position of each batch of a file.
 * <p>Arrow's own writers access a batch as {@code java.nio} buffers, for which the JVM would have to open that package.
 * {@link Output} copies the batch in parts instead.
 */
final class AnswerArrow {
  /** Maximum number of rows of a batch. */
  static final int BATCH_ROWS = 1 << 14;
  /** Bytes of texts and lists after which a batch ends. */
  static final long BATCH_BYTES = 1 << 24;
  /** Start and end of a file; zeros pad the one at the start to eight bytes. */
  private static final String MAGIC = "ARROW1";
  private static final int END_OF_STREAM = 0;

  private AnswerArrow() {
  }

  /** Form of Arrow IPC. */
  enum Form {
    /** File, also called Feather version 2, with a footer of its batches' positions. */
    FILE,
    /** Stream that a program reads while it is written. */
    STREAM
  }

  /**
   * Writes all rows, and leaves the channel open. An invalid column or row of the first batch prevents all output.
   *
   * @param fields units and meanings of columns by name, which become metadata of those columns
   * @throws InputError if Arrow has no equivalent of a column's type or of a value, or two columns have one name
   */
  static void write(ResultSet rows, Map<String, Field> fields, Output out, Form form) throws SQLException, IOException {
    List<ArrowColumn> columns = ArrowColumn.of(rows.getMetaData(), fields);
    try (BufferAllocator memory = new RootAllocator();
        VectorSchemaRoot batch = VectorSchemaRoot.create(new Schema(columns.stream().map(ArrowColumn::field).toList()), memory)) {
      for (int column = 0; column < columns.size(); column++) {
        columns.get(column).fill(batch.getVector(column));
      }
      int count = load(rows, columns, batch);
      if (form == Form.FILE) {
        out.write(MAGIC.getBytes(StandardCharsets.US_ASCII));
        out.align();
      }
      MessageSerializer.serialize(out, batch.getSchema());
      var blocks = new ArrayList<ArrowBlock>();
      for (; count > 0; count = load(rows, columns, batch)) {
        try (ArrowRecordBatch record = new VectorUnloader(batch).getRecordBatch()) {
          blocks.add(MessageSerializer.serialize(out, record));
        }
      }
      out.writeIntLittleEndian(MessageSerializer.IPC_CONTINUATION_TOKEN);
      out.writeIntLittleEndian(END_OF_STREAM);
      if (form == Form.FILE) {
        long start = out.getCurrentPosition();
        out.write(new ArrowFooter(batch.getSchema(), List.of(), blocks), false);
        out.writeIntLittleEndian(Math.toIntExact(out.getCurrentPosition() - start));
        out.write(MAGIC.getBytes(StandardCharsets.US_ASCII));
      }
    }
  }

  /** Loads the next rows into a batch, and returns their number. */
  private static int load(ResultSet rows, List<ArrowColumn> columns, VectorSchemaRoot batch) throws SQLException {
    batch.getFieldVectors().forEach(vector -> vector.reset());
    int count = 0;
    long bytes = 0;
    while (count < BATCH_ROWS && bytes < BATCH_BYTES && rows.next()) {
      for (ArrowColumn column : columns) {
        bytes += column.set(count, rows);
      }
      count++;
    }
    batch.setRowCount(count);
    return count;
  }

  /** Channel that copies the memory of batches and counts bytes. */
  static final class Output extends WriteChannel {
    private final byte[] part = new byte[1 << 16];

    Output(WritableByteChannel to) {
      super(to);
    }

    @Override
    public void write(ArrowBuf memory) throws IOException {
      long end = memory.writerIndex();
      for (long at = memory.readerIndex(); at < end; at += part.length) {
        int length = (int) Math.min(part.length, end - at);
        memory.getBytes(at, part, 0, length);
        write(ByteBuffer.wrap(part, 0, length));
      }
    }
  }
}
