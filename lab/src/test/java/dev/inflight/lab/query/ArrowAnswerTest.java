package dev.inflight.lab.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.inflight.lab.Program;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.store.RunTables;
import dev.inflight.lab.store.StoredRun;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorLoader;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowFileReader;
import org.apache.arrow.vector.ipc.ArrowStreamReader;
import org.apache.arrow.vector.ipc.ReadChannel;
import org.apache.arrow.vector.ipc.message.ArrowBlock;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;
import org.apache.arrow.vector.ipc.message.MessageChannelReader;
import org.apache.arrow.vector.ipc.message.MessageSerializer;
import org.apache.arrow.vector.util.Text;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Answers as Arrow IPC, which Arrow's own readers read. */
class ArrowAnswerTest {
  @TempDir
  private static Path folder;

  private static String run = "";

  @BeforeAll
  static void oneRun() throws IOException {
    Path scenario = folder.resolve("s.yaml");
    Files.writeString(scenario, "topology: star(hosts=5)\nflows: incast(senders=4, size=100KB)\nseries: {every: 10us}\n");
    run = folder.resolve("one").toString();
    assertThat(Program.run("run", scenario.toString(), "--out", run, "--quiet").exit()).isZero();
  }

  private static RunTables tables() {
    return RunTables.of(StoredRun.open(List.of(Path.of(run)), false));
  }

  /** Content that was read: names of columns, and rows. */
  private record Content(List<String> names, List<List<@Nullable Object>> rows) {
  }

  /** Rows of batches, as readers load them. */
  private static void addRows(VectorSchemaRoot batch, List<List<@Nullable Object>> rows) {
    for (int row = 0; row < batch.getRowCount(); row++) {
      var values = new ArrayList<@Nullable Object>();
      for (FieldVector vector : batch.getFieldVectors()) {
        Object value = vector.getObject(row);
        values.add(value instanceof Text text ? text.toString() : value);
      }
      rows.add(values);
    }
  }

  private static List<String> names(List<FieldVector> vectors) {
    return vectors.stream().map(FieldVector::getName).toList();
  }

  /** Takes a batch that was read. */
  private interface Batches {
    void take(VectorSchemaRoot batch);
  }

  /**
   * Reads a file by the schema and the positions that Arrow's reader finds in its footer. That reader would load batches into buffers for
   * which the JVM has to open a package; the program does without.
   */
  private static List<FieldVector> read(Path file, Batches batches) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    try (var memory = new RootAllocator(); var reader = new ArrowFileReader(Files.newByteChannel(file), memory)) {
      VectorSchemaRoot batch = reader.getVectorSchemaRoot();
      for (ArrowBlock block : reader.getRecordBlocks()) {
        assertThat(block.getOffset() % Long.BYTES).isZero();
        var in = new ByteArrayInputStream(bytes, (int) block.getOffset(),
            (int) (block.getMetadataLength() + block.getBodyLength()));
        try (ArrowRecordBatch read = MessageSerializer.deserializeRecordBatch(new Copying(in), memory)) {
          new VectorLoader(batch).load(read);
          batches.take(batch);
        }
      }
      return batch.getFieldVectors();
    }
  }

  private static Content ofFile(Path file) throws IOException {
    var rows = new ArrayList<List<@Nullable Object>>();
    return new Content(names(read(file, batch -> addRows(batch, rows))), rows);
  }

  private static Content ofStream(byte[] stream) throws IOException {
    var rows = new ArrayList<List<@Nullable Object>>();
    var in = new Copying(new ByteArrayInputStream(stream));
    try (var memory = new RootAllocator(); var reader = new ArrowStreamReader(new MessageChannelReader(in, memory), memory)) {
      while (reader.loadNextBatch()) {
        addRows(reader.getVectorSchemaRoot(), rows);
      }
      return new Content(names(reader.getVectorSchemaRoot().getFieldVectors()), rows);
    }
  }

  /** Channel that fills memory by copies. */
  private static final class Copying extends ReadChannel {
    Copying(InputStream in) {
      super(Channels.newChannel(in));
    }

    @Override
    public long readFully(ArrowBuf buffer, long length) throws IOException {
      var part = ByteBuffer.allocate(Math.toIntExact(length));
      int read = readFully(part);
      buffer.setBytes(buffer.writerIndex(), part.array(), 0, read);
      buffer.writerIndex(buffer.writerIndex() + read);
      return read;
    }
  }

  private static Path written(String sql, String name) {
    Path file = folder.resolve(name);
    Program program = Program.run("query", run, sql, "--out", file.toString(), "--force");
    assertThat(program.err()).isEmpty();
    assertThat(program.exit()).isZero();
    return file;
  }

  private static byte[] printed(RunTables tables, String sql) {
    var bytes = new ByteArrayOutputStream();
    new Query(tables, sql).print(new PrintStream(bytes), AnswerFormat.printed("arrow", () -> false));
    return bytes.toByteArray();
  }

  private static Content ofDatabase(RunTables tables, String sql) throws SQLException {
    try (var statement = tables.database().createStatement(); ResultSet answer = statement.executeQuery(sql)) {
      var names = new ArrayList<String>();
      for (int column = 1; column <= answer.getMetaData().getColumnCount(); column++) {
        names.add(answer.getMetaData().getColumnLabel(column));
      }
      var rows = new ArrayList<List<@Nullable Object>>();
      while (answer.next()) {
        var values = new ArrayList<@Nullable Object>();
        for (int column = 1; column <= names.size(); column++) {
          values.add(answer.getObject(column));
        }
        rows.add(values);
      }
      return new Content(names, rows);
    }
  }

  @Test
  void allTablesOfARunAreRead() throws Exception {
    int rows = 0;
    try (RunTables tables = tables()) {
      for (String table : tables.names()) {
        String sql = "FROM " + table + " ORDER BY ALL";
        Content expected = ofDatabase(tables, sql);
        assertThat(ofFile(written(sql, "x.arrow"))).as(table).isEqualTo(expected);
        assertThat(ofStream(printed(tables, sql))).as(table).isEqualTo(expected);
        rows += expected.rows().size();
      }
    }
    assertThat(rows).isGreaterThan(50);
  }

  @Test
  void columnsHaveUnitsAndMeanings() throws IOException {
    Path file = written("SELECT fct_ns, source, 1 AS own FROM flows", "x.feather");
    List<FieldVector> vectors = read(file, _ -> {
    });
    assertThat(vectors.get(0).getField().getMetadata()).containsEntry("unit", "ns").hasEntrySatisfying("meaning",
        meaning -> assertThat(meaning).startsWith("completion time, from the start"));
    assertThat(vectors.get(1).getField().getMetadata()).containsEntry("unit", "node");
    assertThat(vectors.get(2).getField().getMetadata()).isEmpty();
  }

  /** Tables have columns of one name and several meanings, such as the size of a flow and that of a dropped packet. */
  @Test
  void meaningsAreThoseOfTheTablesThatTheQueryNames() throws IOException {
    assertThat(meaning("SELECT size_bytes FROM flows")).isEqualTo("application bytes");
    assertThat(meaning("SELECT size_bytes FROM drops")).isEqualTo("with all its headers");
    assertThat(meaning("SELECT flows.size_bytes FROM flows JOIN drops USING (flow)")).isNull();
    assertThat(meaning("SELECT slowdown_p50 FROM runs")).isNotNull();
  }

  private @Nullable String meaning(String sql) throws IOException {
    return read(written(sql, sql.hashCode() + ".arrow"), _ -> {
    }).getFirst().getField().getMetadata().get("meaning");
  }

  @Test
  void valuesOfAllTypesHaveEveryDigit() throws IOException {
    String sql = """
        SELECT (-128)::TINYINT AS tiny, (-3)::SMALLINT AS small, 7::INTEGER AS i, 9007199254740993 AS big, 255::UTINYINT AS u1,
        65535::USMALLINT AS u2, 4294967295::UINTEGER AS u4, 18446744073709551615::UBIGINT AS u8,
        17014118346046923173168730371588410572::HUGEINT AS huge, 0.1::FLOAT AS f, 5e-324::DOUBLE AS least, (-1.10)::DECIMAL(5, 2) AS d,
        true AS flag, 'a "b"\né' AS text, 'a'::ENUM ('a', 'b') AS choice, DATE '1969-12-30' AS day,
        TIMESTAMP '1969-12-31 23:59:59.000001' AS time, TIMESTAMPTZ '1970-01-01 01:00:00+01' AS instant, NULL AS none,
        [1, NULL, 3] AS list, [['x'], NULL, []] AS lists, [] AS empty""";
    String nothing = " UNION ALL SELECT NULL" + ", NULL".repeat(21);
    Content read = ofFile(written(sql + nothing, "kinds.arrow"));
    assertThat(read.rows().getFirst()).extracting(String::valueOf).containsExactly("-128", "-3", "7", "9007199254740993", "-1",
        "\uffff", "-1", "-1", "17014118346046923173168730371588410572", "0.1", "4.9E-324", "-1.10", "true", "a \"b\"\né", "a",
        "-2", "1969-12-31T23:59:59.000001", "0", "null", "[1,null,3]", "[[\"x\"],null,[]]", "[]");
    assertThat(read.rows().get(1)).hasSize(22).containsOnlyNulls();
  }

  @Test
  void textsAndListsHaveEveryDigit() throws IOException {
    String sql = """
        SELECT UUID '00000000-0000-0000-0000-00000000002a' AS id, '{"x": 1}'::JSON AS json,
        99999999999999999999999999999999999999::UHUGEINT AS huge, [DATE '1969-12-30', NULL] AS days,
        [1.10, NULL]::DECIMAL(5, 2)[] AS decimals, ['b', NULL]::ENUM ('a', 'b')[] AS choices,
        [UUID '00000000-0000-0000-0000-00000000002a'] AS ids, [7::UHUGEINT] AS whole, [true, NULL] AS flags""";
    assertThat(ofFile(written(sql, "lists.arrow")).rows().getFirst()).extracting(String::valueOf).containsExactly(
        "00000000-0000-0000-0000-00000000002a", "{\"x\": 1}", "99999999999999999999999999999999999999", "[-2,null]",
        "[1.10,null]", "[\"b\",null]", "[\"00000000-0000-0000-0000-00000000002a\"]", "[7]", "[true,null]");
  }

  private static void refused(String sentence, String sql) {
    Path file = folder.resolve("refused.arrow");
    Program program = Program.run("query", run, sql, "--out", file.toString());
    assertThat(program.err()).startsWith("inflight: SQL: ").contains(sentence).doesNotContain("Exception");
    assertThat(program.exit()).isEqualTo(2);
    assertThat(file).doesNotExist();
  }

  @Test
  void unsupportedTypesNameColumnAndCast() {
    refused("column 't': Arrow IPC has no column of type TIME; use CAST(\"t\" AS VARCHAR)", "SELECT 1, TIME '10:00' AS t");
    refused("of type INTEGER[2]; use CAST(\"p\" AS INTEGER[])", "SELECT [1, 2]::INTEGER[2] AS p");
    refused("of type STRUCT(x INTEGER); use CAST(\"s\"\"\" AS VARCHAR)", "SELECT {'x': 1} AS \"s\"\"\"");
    refused("of type TIMESTAMP_NS; use CAST(\"n\" AS TIMESTAMP)", "SELECT TIMESTAMP_NS '2020-01-01' AS n");
    refused("of type TIMESTAMP_MS; use CAST(\"n\" AS TIMESTAMP)", "SELECT TIMESTAMP_MS '2020-01-01' AS n");
    refused("of type BIT; use CAST(\"b\" AS VARCHAR)", "SELECT '101'::BIT AS b");
    refused("of type UNION(k INTEGER); use CAST(\"u\" AS VARCHAR)", "SELECT union_value(k := 1) AS u");
    refused("of type TIMESTAMP[]; use CAST(\"l\" AS VARCHAR[])", "SELECT [TIMESTAMP '2020-01-01'] AS l");
    refused("of type INTERVAL; use CAST(\"i\" AS VARCHAR)", "SELECT INTERVAL 1 DAY AS i");
    refused("two columns of the answer are called 'flow'", "SELECT flow, flow FROM flows");
  }

  @Test
  void terminalsGetText() {
    assertThatThrownBy(() -> AnswerFormat.printed("arrow", () -> true)).isInstanceOf(InputError.class)
        .hasMessageContaining("arrow is not for a terminal");
    assertThat(AnswerFormat.printed("csv", () -> {
      throw new AssertionError("asked for text");
    })).isEqualTo(AnswerFormat.CSV);
  }

  /** An unsupported type is reported before the first byte is printed. */
  @Test
  void printsNoRowsOfUnsupportedTypes() {
    var bytes = new ByteArrayOutputStream();
    try (RunTables tables = tables()) {
      assertThatThrownBy(() -> new Query(tables, "SELECT MAP {'k': 1} AS m").print(new PrintStream(bytes), AnswerFormat.ARROW))
          .isInstanceOf(InputError.class);
    }
    assertThat(bytes.size()).isZero();
  }

  @Test
  void errorsInRowsLeaveNoFile() {
    refused("column 'h': a value is out of the range of Arrow's type; use CAST(\"h\" AS DOUBLE)",
        "SELECT 170141183460469231731687303715884105727::HUGEINT AS h");
    refused("boom", "SELECT error('boom') FROM flows");
    refused("Could not convert string 'x200000'",
        "SELECT CASE WHEN range < 200000 THEN range ELSE ('x' || range)::BIGINT END AS n FROM range(300000)");
  }

  /** The driver fails at the first row for some errors; the query is then repeated, for which nothing may be written yet. */
  @Test
  void errorsInTheFirstRowsWriteNothing() throws SQLException {
    var bytes = new ByteArrayOutputStream();
    try (RunTables tables = tables();
        Statement statement = tables.database().createStatement();
        ResultSet rows = statement.executeQuery("FROM flows")) {
      ResultSet failing = (ResultSet) Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[] {ResultSet.class},
          (_, method, arguments) -> {
            if (method.getName().equals("next")) {
              throw new SQLException("Invalid result set");
            }
            return method.invoke(rows, arguments);
          });
      var out = new AnswerArrow.Output(Channels.newChannel(bytes));
      assertThatThrownBy(() -> AnswerArrow.write(failing, Map.of(), out, AnswerArrow.Form.FILE)).hasMessage("Invalid result set");
      assertThat(out.getCurrentPosition()).isZero();
    }
    assertThat(bytes.size()).isZero();
  }

  @Test
  void batchesAreOfBoundedSize() throws IOException {
    Path many = written("SELECT range AS n, range * 0.5 AS half, 'flow ' || range AS text FROM range(1000000)", "many.arrow");
    assertThat(batches(many)).hasSize(1_000_000 / AnswerArrow.BATCH_ROWS + 1).allMatch(rows -> rows <= AnswerArrow.BATCH_ROWS);
    int length = 1 << 20;
    Path wide = written("SELECT repeat('x', " + length + ") AS text FROM range(40)", "wide.arrow");
    int most = (int) (AnswerArrow.BATCH_BYTES / length);
    assertThat(batches(wide)).containsExactly(most, most, 40 - 2 * most);
  }

  /** Returns the rows of each batch; whole numbers in the first column are those from 0. */
  private static List<Integer> batches(Path file) throws IOException {
    var batches = new ArrayList<Integer>();
    read(file, batch -> {
      int before = batches.stream().mapToInt(Integer::intValue).sum();
      batches.add(batch.getRowCount());
      if (batch.getVector(0) instanceof BigIntVector numbers) {
        for (int row = 0; row < batch.getRowCount(); row++) {
          assertThat(numbers.get(row)).isEqualTo(before + row);
        }
      }
    });
    return batches;
  }

  /** Rows are written while the query runs: its whole answer of a trillion rows fits no memory. */
  @Test
  void rowsAreNotCollected() {
    var full = new WritableByteChannel() {
      private long bytes;

      @Override
      public int write(ByteBuffer part) throws IOException {
        bytes += part.remaining();
        if (bytes > 1 << 22) {
          throw new IOException("full");
        }
        int length = part.remaining();
        part.position(part.limit());
        return length;
      }

      @Override
      public boolean isOpen() {
        return true;
      }

      @Override
      public void close() {
      }
    };
    try (RunTables tables = tables()) {
      var query = new Query(tables, "SELECT range, 'flow ' || range AS text FROM range(1000000000000)");
      assertThatThrownBy(() -> query.writeArrow(full, AnswerArrow.Form.FILE)).isInstanceOf(IOException.class).hasMessage("full");
    }
  }
}
