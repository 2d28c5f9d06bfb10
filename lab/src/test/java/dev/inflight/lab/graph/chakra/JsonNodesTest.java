package dev.inflight.lab.graph.chakra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.inflight.lab.graph.Damage;
import dev.inflight.lab.read.GraphRoom;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.Notices;
import dev.inflight.sim.graph.OperationGraph;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import dev.inflight.net.topology.Star;
import dev.inflight.sim.collective.ServerChoice;
import java.util.stream.IntStream;

/** JSON traces of Chakra: three writers of the same nodes. */
class JsonNodesTest {
  private static final ServerChoice CHOICE = ServerChoice.of(new Star(400, 1_000_000_000L, 0).build(),
      IntStream.range(0, 400).toArray(), ServerChoice.USUAL, 0, 0);

  /** Trace in the form of Chakra's feeder. */
  private static final String FEEDER = """
      {"workload_name": "w", "workload_graph": [
      {"Id": 7, "Name": "a", "NodeType": 4, "ctrlDeps": [99], "data_deps": [], "runtime": 5, "is_cpu_op": true},
      {"Id": 8, "Name": "launch", "NodeType": 7, "data_deps": [7], "runtime": 2, "is_cpu_op": true},
      {"Id": 9, "Name": "b", "NodeType": 7, "data_deps": [8], "is_cpu_op": false, "comm_type": 0, "comm_size": 400},
      {"Id": 10, "Name": "c", "NodeType": 5, "data_deps": [9], "comm_size": 30, "comm_dst": PEER, "comm_tag": 4, "comm_src": SELF},
      {"Id": 11, "Name": "d", "NodeType": 6, "data_deps": [9], "comm_size": 30, "comm_src": PEER, "comm_tag": 4}
      ], "ngpus": 2}
      """;
  /** Trace in the form of symbolic_tensor_graph. */
  private static final String TENSORS = """
      {"nodes": [{"id": 7, "name": "a", "node_type": "comp_node", "y_tensor_size": 4, "inputs": [{"name": "x", "size": 1}], "outputs": [],
      "data_deps": [], "ctrl_deps": [], "num_ops": 5000000, "tensor_size": 8, "op_type": "M", "is_cpu_op": true},
      {"id": 8, "name": "launch", "node_type": "comp_node", "data_deps": [7], "ctrl_deps": [7], "num_ops": 2000000, "is_cpu_op": 1},
      {"id": 9, "name": "b", "node_type": "coll_comm_node", "data_deps": [8], "ctrl_deps": [], "comm_size": 400,
      "comm_type": "ALL_REDUCE", "comm_group": 0},
      {"id": 10, "name": "c", "node_type": "comm_send_node", "data_deps": [9], "comm_size": 30, "comm_tag": 4, "comm_dst": PEER},
      {"id": 11, "name": "d", "node_type": "comm_recv_node", "data_deps": [9], "comm_size": 30, "comm_tag": 4, "comm_src": PEER}]}
      """;
  /** Trace of Chakra's jsonizer: one object after the other, 64-bit numbers as text, and without values of 0. */
  private static final String JSONIZER = """
      {"version": "0.0.4", "attr": [{"name": "schema", "stringVal": "1"}]}{
        "id": "7", "name": "a", "type": "COMP_NODE", "durationMicros": "5", "attr": [{"name": "is_cpu_op", "boolVal": true}]
      }{"id": "8", "name": "launch", "type": "COMM_COLL_NODE", "ctrlDeps": ["7"], "durationMicros": "2",
        "inputs": {"values": "[]"}, "attr": [{"name": "is_cpu_op", "boolVal": true}]}
      {"id": "9", "name": "b", "type": "COMM_COLL_NODE", "dataDeps": ["8"], "attr": [{"name": "comm_type", "int64Val": "0"},
        {"name": "comm_size", "int64Val": "400"}, {"name": "involved_dim", "boolList": {"values": [true, true]}}]}
      {"id": "10", "type": "COMM_SEND_NODE", "dataDeps": ["9"], "attr": [{"name": "comm_size", "int64Val": "30"},
        {"name": "comm_dst", "int32Val": PEER}, {"name": "comm_tag", "int32Val": 4}]}
      {"id": "11", "type": "COMM_RECV_NODE", "dataDeps": ["9"], "attr": [{"name": "comm_size", "int64Val": "30"},
        {"name": "comm_src", "int32Val": PEER}, {"name": "comm_tag", "int32Val": 4}]}
      """;

  @TempDir
  Path folder;

  private OperationGraph read(String text) throws IOException {
    for (int rank = 0; rank < 2; rank++) {
      Files.writeString(folder.resolve("j." + rank + ".json"), text.replace("PEER", "" + (1 - rank)).replace("SELF", "" + rank));
    }
    return read();
  }

  private OperationGraph read() {
    return ChakraTrace.read(folder.resolve("j.0.json"), "", 64, new Rates(1, 1e12, 0), CHOICE, GraphRoom.OF_HEAP);
  }

  private static String text(OperationGraph graph) {
    var text = new StringBuilder();
    for (int operation = 0; operation < graph.operations(); operation++) {
      text.append(graph.rank(operation)).append(' ').append(graph.kind(operation)).append(' ').append(graph.sizeBytes(operation))
          .append(' ').append(graph.partner(operation));
      for (int number = 0; number < graph.dependents(operation); number++) {
        text.append(' ').append(graph.dependent(operation, number));
      }
      text.append('\n');
    }
    return text.toString();
  }

  @Test
  void formsOfThreeWritersAreTheSameGraph() throws IOException {
    OperationGraph graph = read(FEEDER);
    assertThat(graph.collectives()).hasSize(1);
    assertThat(graph.durationPs(0)).isEqualTo(5_000_000);
    assertThat(graph.durationPs(1)).as("the launch").isEqualTo(2_000_000);
    assertThat(graph.sizeBytes(4)).isEqualTo(30);
    assertThat(text(read(JSONIZER))).isEqualTo(text(graph));
    OperationGraph other = read(TENSORS.replace("\"ctrl_deps\": [7], ", ""));
    // their CPU nodes have work instead of a duration
    assertThat(text(other)).isEqualTo(text(graph));
  }

  @Test
  void processGroupsOfMetadataAreRead() throws IOException {
    String groups = "{\"version\": \"1\"}{\"id\": \"1\", \"type\": \"METADATA_NODE\", \"inputs\": {\"values\": \"['[{\\\"pg_name\\\": \\\"tp\\\","
        + " \\\"ranks\\\": [0, 1]}]']\"}}{\"id\": \"2\", \"type\": \"COMM_COLL_NODE\", \"attr\": [{\"name\": \"comm_type\", \"int64Val\": \"0\"},"
        + " {\"name\": \"comm_size\", \"int64Val\": \"40\"}, {\"name\": \"pg_name\", \"stringVal\": \"tp\"}]}";
    assertThat(read(groups).collectives()).extracting(each -> each.name()).containsExactly("all-reduce 1 of group tp");
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {"\"NodeType\": 4 => \"NodeType\": 44 | j.0.json: rank 0, node 7: unknown node type 44",
      "\"Id\": 8 => \"Id\": -8 | j.0.json: rank 0, node 0: Id '-8' is not a whole number of 0 or more",
      "\"data_deps\": [7] => \"data_deps\": [6] | j.0.json: rank 0, node 8: it depends on node 6, which the file does not have",
      "\"data_deps\": [7] => \"data_deps\": 7 | j.0.json:3: rank 0: found '7' where a list of nodes is expected",
      "\"comm_tag\" => \"comm_new\" | j.0.json: rank 0, node 10: unknown attribute comm_new, which may change the messages",
      "\"comm_size\": 400 => \"comm_size\": -4 | j.0.json: rank 0, node 9: comm_size '-4' is not a whole number of 0 or more",
      "], \"ngpus\": 2} => ] | j.0.json:8: rank 0: the JSON is damaged or cut off in column 1",
      "{\"workload_name\" => [\"workload_name\" | j.0.json:1: rank 0: found '[' where an object with a node is expected"})
  void reportsErrorsWithTheirNode(String change, String error) {
    String[] sides = change.split(" => ", 2);
    assertThatExceptionOfType(InputError.class).isThrownBy(() -> read(FEEDER.replace(sides[0], sides[1])))
        .withMessageContaining(error);
  }

  /** Trace of protobuf's writers with {@code preserving_proto_field_name}, and with sorted keys, where values precede names. */
  @Test
  void readsBothSpellingsAndAnyOrderOfKeys() throws IOException {
    OperationGraph graph = read(JSONIZER);
    String proto = JSONIZER.replace("durationMicros", "duration_micros").replace("Deps", "_deps")
        .replaceAll("(\\w+)Val\"", "$1_val\"").replace("boolList", "bool_list");
    assertThat(proto).contains("int64_val", "bool_val", "string_val", "data_deps");
    assertThat(text(read(proto))).isEqualTo(text(graph));
    assertThat(read(proto).durationPs(0)).isEqualTo(5_000_000);
    String sorted = JSONIZER.replaceAll("\\{(\"name\": \"\\w+\"), (\"\\w+\": [^{}]+)\\}", "{$2, $1}");
    assertThat(sorted).contains("{\"int64Val\": \"400\", \"name\": \"comm_size\"}");
    assertThat(text(read(sorted))).isEqualTo(text(graph));
    assertThat(
        text(read(FEEDER.replace("data_deps", "dataDeps").replace("comm_size", "commSize").replace("is_cpu_op", "isCpuOp"))))
        .isEqualTo(text(read(FEEDER)));
  }

  @ParameterizedTest
  @CsvSource({"pg_name, stringVal", "string_val, pg_name"})
  void readsTheGroupBeforeAndBehindItsName(String first, String second) throws IOException {
    String name = "\"name\": \"pg_name\"";
    String value = (first + second).contains("stringVal") ? "\"stringVal\": \"tp\"" : "\"string_val\": \"tp\"";
    String group = first.equals("pg_name") ? name + ", " + value : value + ", " + name;
    String text = "{\"id\": \"1\", \"type\": \"METADATA_NODE\", \"inputs\": {\"values\": \"['[{\\\"pg_name\\\": \\\"tp\\\","
        + " \\\"ranks\\\": [0, 1]}]']\"}}{\"attr\": [{\"int64Val\": \"0\", \"name\": \"comm_type\"}, {\"int64Val\": \"40\","
        + " \"name\": \"comm_size\"}, {" + group + "}], \"id\": \"2\", \"type\": \"COMM_COLL_NODE\"}";
    assertThat(read(text).collectives()).extracting(each -> each.name()).containsExactly("all-reduce 1 of group tp");
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {
      "durationMicros => durationMicro | node 7: unknown field 'durationMicro' of a node; did you mean 'duration_micros'?",
      "\"id\": \"7\", => \"id\": \"7\", \"startTime\": 5, | node 7: unknown field 'startTime' of a node",
      "\"name\": \"comm_size\", \"int64Val\": \"400\" => \"int64Value\": \"400\", \"name\": \"comm_size\" | node 9: field"
          + " 'int64Value' of attribute 'comm_size' is not known; a value is in a field such as int64Val, stringVal or boolList",
      "\"int64Val\": \"400\" => \"stringVal\": \"many\" | node 9: comm_size 'many' is not a whole number of 0 or more",
      "\"int64Val\": \"400\" => \"int64List\": {\"values\": [4]} | node 9: comm_size is not a whole number of 0 or more",
      "\"boolList\": {\"values\": [true, true]} => \"boolVal\": true | node 9: attribute involved_dim is not a list of booleans",
      "[true, true] => [true, false] | node 9: its involved_dim leaves dimensions of a topology out"})
  void namesTheNodeOfAnUnknownField(String change, String error) {
    String[] sides = change.split(" => ", 2);
    assertThat(JSONIZER).contains(sides[0]);
    assertThatExceptionOfType(InputError.class).isThrownBy(() -> read(JSONIZER.replace(sides[0], sides[1])))
        .withMessageContaining("j.0.json: rank 0, " + error);
  }

  /** The id of a node may follow its attributes. */
  @Test
  void namesTheNodeWhereTheIdIsLast() {
    assertThatExceptionOfType(InputError.class).isThrownBy(
        () -> read("{\"attr\": [{\"int64Value\": \"4\", \"name\": \"num_ops\"}], \"id\": \"12\", \"type\": \"COMP_NODE\"}"))
        .withMessageContaining("j.0.json: rank 0, node 12: field 'int64Value' of attribute 'num_ops' is not known");
  }

  /** The feeder reads its own fields, and no others. */
  @Test
  void warnsOfAFieldOfAListThatHasNoEffect() {
    var warnings = new ArrayList<String>();
    Notices.collect(warnings, () -> {
      try {
        return read(FEEDER.replace("\"Name\": \"b\"", "\"Name\": \"b\", \"color\": {\"r\": [1]}"));
      } catch (IOException failed) {
        throw new UncheckedIOException(failed);
      }
    });
    assertThat(warnings).anyMatch(each -> each.endsWith("rank 0, node 9: field 'color' of a node has no effect"));
    assertThatExceptionOfType(InputError.class).isThrownBy(() -> read(FEEDER.replace("\"data_deps\": [8]", "\"data_dep\": [8]")))
        .withMessageContaining("rank 0, node 9: unknown field 'data_dep' of a node; did you mean 'data_deps'?");
  }

  @Test
  void rejectsFileWithoutNodes() {
    assertThatExceptionOfType(InputError.class).isThrownBy(() -> read("{\"workload_graph\": []}"))
        .withMessageContaining("j.0.json: no rank does anything");
  }

  /** A damaged file is an error of the file, or still a sound graph; nothing else. */
  @Test
  void damageIsNoticedOrHarmless() throws IOException {
    var random = new Random(3);
    for (String text : new String[] {FEEDER, JSONIZER}) {
      read(text);
      byte[] sound = Files.readAllBytes(folder.resolve("j.1.json"));
      int refused = 0;
      for (int run = 0; run < 700; run++) {
        Files.write(folder.resolve("j.1.json"), Damage.of(sound, random));
        try {
          assertThat(Notices.collect(new ArrayList<>(), this::read).operations()).isPositive();
        } catch (InputError error) {
          refused++;
          assertThat(error.getMessage()).contains(".json");
        }
      }
      assertThat(refused).isGreaterThan(200);
    }
    assertThat(new String(Files.readAllBytes(folder.resolve("j.0.json")), StandardCharsets.UTF_8)).isNotEmpty();
  }
}
