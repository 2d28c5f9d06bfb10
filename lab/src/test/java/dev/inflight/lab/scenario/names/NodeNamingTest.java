package dev.inflight.lab.scenario.names;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.lab.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Names in a scenario: given, refused, and written for numbers. */
class NodeNamingTest {
  private static final String TWO_RACKS = """
      topology: leaf-spine(leaves=2, spines=1, hostsPerLeaf=2)
      flows: ['flow(from=0, to=3, size=20KB)']
      """;

  @TempDir
  private Path folder;

  @Test
  void readsAMapOfNumbersRangesAndNames() throws IOException {
    String yaml = TWO_RACKS + "names: {4: tor-a, 0-3: 'gpu{n}', spine0: top}\n";
    assertThat(names(yaml)).containsExactly("gpu0", "gpu1", "gpu2", "gpu3", "tor-a", "leaf1", "top");
    assertThat(Program.run("query", out(), "SELECT source_name, destination_name FROM flows", "--format", "csv").out())
        .isEqualTo("source_name,destination_name\ngpu0,gpu3\n");
    assertThat(Files.readString(folder.resolve("out/scenario.yaml")))
        .contains("\nnames: {'4': 'tor-a', '0-3': 'gpu{n}', 'spine0': 'top'}\n");
  }

  @Test
  void runIsTheSameWithNames() throws IOException {
    names(TWO_RACKS + "names: {0-3: 'gpu{node}'}\n");
    String scenario = folder.resolve("out/scenario.yaml").toString();
    Program again = Program.run("run", scenario, "--out", folder.resolve("again").toString());
    assertThat(again.exit()).as(again.err()).isZero();
    for (String table : new String[] {"nodes.csv", "flows.csv", "ports.csv"}) {
      assertThat(folder.resolve("again").resolve(table)).hasSameTextualContentAs(folder.resolve("out").resolve(table));
    }
  }

  @Test
  void readsTheFileOfNamesThatARunWrites() throws IOException {
    Files.writeString(folder.resolve("n.csv"), "name,node\n\"tor, \"\"a\"\"\",4\nhost3,3\n\n<b>x</b>,0\n");
    assertThat(names(TWO_RACKS + "names: n.csv\n")).containsExactly("<b>x</b>", "host1", "host2", "host3", "tor, \"a\"", "leaf1",
        "spine0");
    Files.move(folder.resolve("out/nodes.csv"), folder.resolve("again.csv"));
    assertThat(names(TWO_RACKS + "names: again.csv\n")).contains("tor, \"a\"");
    assertThat(Program.run("report", out()).exit()).isZero();
    assertThat(Files.readString(folder.resolve("out/report.html"))).doesNotContain("<b>x")
        .contains("\\u003cb\\u003ex\\u003c/b\\u003e");
  }

  @Test
  void namesReplaceNumbers() throws IOException {
    Program run = run("""
        topology: leaf-spine(leaves=2, spines=1, hostsPerLeaf=2)
        names: {0: a b, 4: tor-a}
        flows:
          - flow(from="a b", to=host3, size=20KB)
          - incast(senders=2, receiver=host1, size=20KB)
          - periodic(from=host2, to=host1, size=1KB, count=1)
        events:
          - {at: 100us, link: [tor-a, spine0], state: down}
          - {at: 200us, link: [4, spine0], state: up}
        series: {every: 1us, ports: ["tor-a:1", [spine0, 2]]}
        classes:
          - {name: c, scheme: hpcc, flows: ['flow(from=host1, to=2)']}
        """, "--pcap", "spine0:1");
    assertThat(run.exit()).as(run.err()).isZero();
    assertThat(Files.readString(folder.resolve("out/scenario.yaml"))).contains("flow(from=0, to=3,").contains("receiver=1,")
        .contains("(from=2, to=1,").contains("link: [4, 6], state: down").contains("ports: [[4, 1], [6, 2]]")
        .contains("flow(from=1, to=2,");
    assertThat(folder.resolve("out/pcap/6-1.pcap")).exists();
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
      {9: a}                   | s.yaml:3:9: node 9 does not exist; nodes are 0 to 6
      {0-9: 'a{n}'}            | s.yaml:3:9: node 9 does not exist; nodes are 0 to 6
      {3-0: 'a{n}'}            | s.yaml:3:9: the range 3-0 ends before it starts; write 0-3
      {0-3: a}                 | s.yaml:3:9: nodes 0 to 3 would all be called 'a'; {n} is the place in the range and {node} the number of the node, as in 'a{n}'
      {0: a, 1: a}             | s.yaml:3:15: nodes 0 and 1 would both be called 'a'
      {0: a, 0-1: 'b{n}'}      | s.yaml:3:15: node 0 has a name already, by s.yaml:3
      {0: leaf1}               | s.yaml:3:9: node 5 is called 'leaf1' already; give it another name too, or choose another one here
      {leaf7: a}               | s.yaml:3:9: unknown node 'leaf7'; did you mean 'leaf0'? known: host0, host1, host2, host3, leaf0, leaf1, spine0
      {0: "a\\tb"}             | s.yaml:3:9: the name of node 0 has a non-printing character, such as a tab or a text-direction mark; letters, digits and punctuation are allowed
      {0: "a\\u202eb"}         | s.yaml:3:9: the name of node 0 has a non-printing character, such as a tab or a text-direction mark; letters, digits and punctuation are allowed
      {0: 12}                  | s.yaml:3:9: the name '12' of node 0 reads as the number of another; put a letter to it
      {0: host 3}              | s.yaml:3:9: the name 'host 3' of node 0 reads as the number of another; put a letter to it
      {0: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa} | s.yaml:3:9: the name of node 0 has 65 characters, at most 64 are allowed
      {0: [a]}                 | s.yaml:3:12: the name of 0 must be a single value, found a list; to try a list of values, use inflight sweep
      [a]                      | s.yaml:3:8: names must be a single value, found a list; to try a list of values, use inflight sweep
      """)
  void rejectsInvalidNames(String names, String sentence) throws IOException {
    Program run = run(TWO_RACKS + "names: " + names + "\n");
    assertThat(run.err()).isEqualTo("inflight: " + folder + "/" + sentence.replace(", by ", ", by " + folder + "/") + "\n");
    assertThat(run.exit()).isEqualTo(2);
    assertThat(folder.resolve("out")).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
      a,b\\n0,x                | n.csv:1: the first line of a file of names has the columns node and name, as in 'node,name'; found 'a,b'
      node,name\\n0            | n.csv:2: expected 2 values, node,name; found 1
      node,name\\n0,"x         | n.csv:2: a quoted value has no closing quote
      node,name\\n0,"x"y       | n.csv:2: a quoted value is followed by 'y', expected a comma
      node,name\\n0,x\\n\\n1,x | n.csv:4: nodes 0 and 1 would both be called 'x'
      node,name\\n0,x\\n99,y   | n.csv:3: node 99 does not exist; nodes are 0 to 6
      node,name\\n0,           | n.csv:2: the name of node 0 is empty
      node,name\\n0,"x "       | n.csv:2: the name 'x ' of node 0 starts or ends with a space
      """)
  void filesAreRefusedByLine(String file, String sentence) throws IOException {
    Files.writeString(folder.resolve("n.csv"), file.replace("\\n", "\n"));
    Program run = run(TWO_RACKS + "names: n.csv\n");
    assertThat(run.err()).isEqualTo("inflight: " + folder + "/" + sentence + "\n");
    assertThat(run.exit()).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', textBlock = """
      flows: flow(from=hots1)                        | :2:8: parameter from of flow: unknown node 'hots1'; did you mean 'host1'?
      flows: flow(from=leaf0)                        | :2:8: from 4 is a switch; hosts are 0 to 3
      flows: poisson(load=host1)                     | :2:8: parameter load of poisson:
      events: [{at: 1us, link: [leaf0, x], state: down}] | :2:34: unknown node 'x'
      series: {every: 1us, ports: ["leaf9:1"]}      | :2:30: unknown node 'leaf9'; did you mean 'leaf0'?
      series: {every: 1us, ports: ["leaf0"]}      | :2:30: ports 'leaf0' is not a port; write its node and its number there, as in [17, 1] or "17:1"
      series: {every: 1us, ports: ["leaf0:x"]}      | :2:30: ports 'x' is
      series: {every: 1us, ports: [[leaf9, 1]]}      | :2:31: unknown node 'leaf9'; did you mean 'leaf0'?
      """)
  void rejectsNamesOfMissingNodes(String line, String sentence) throws IOException {
    String flows = line.startsWith("flows") ? "" : "flows: flow\n";
    Program run = run("topology: leaf-spine(leaves=2, spines=1, hostsPerLeaf=2)\n" + line + "\n" + flows);
    assertThat(run.err()).startsWith("inflight: " + folder + "/s.yaml" + sentence);
    assertThat(run.exit()).isEqualTo(2);
  }

  private List<String> names(String yaml) throws IOException {
    Program run = run(yaml);
    assertThat(run.exit()).as(run.err()).isZero();
    return Program.run("query", out(), "SELECT name FROM nodes ORDER BY node", "--format", "csv").out().lines().skip(1)
        .map(line -> line.startsWith("\"") ? line.substring(1, line.length() - 1).replace("\"\"", "\"") : line).toList();
  }

  private Program run(String yaml, String... more) throws IOException {
    Path file = Files.writeString(folder.resolve("s.yaml"), yaml);
    var command = new ArrayList<>(List.of("run", file.toString(), "--out", out(), "--force"));
    command.addAll(List.of(more));
    return Program.run(command.toArray(String[]::new));
  }

  private String out() {
    return folder.resolve("out").toString();
  }
}
