package dev.inflight.lab.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.inflight.lab.Program;
import dev.inflight.lab.read.InputError;
import dev.inflight.net.topology.KAry;
import dev.inflight.net.topology.LeafSpine;
import dev.inflight.net.topology.RailOptimized;
import dev.inflight.net.topology.Topology;
import dev.inflight.net.topology.Topology.Link;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Topology files of SimAI and of htsim: their topologies, and their errors. */
class TopologyFilesTest {
  private static final long G = 1_000_000_000L;
  private static final long US = 1_000_000L;

  /** Two servers of two GPUs, two rails, one spine. */
  private static final String SIMAI = """
      9 2 2 3 10 H100
      4 5 6 7 8
      0 4 1600Gbps 0.000025ms 0
      0 6 400Gbps 0.0005ms 0
      1 4 1600Gbps 0.000025ms 0
      1 7 400Gbps 0.0005ms 0
      2 5 1600Gbps 0.000025ms 0
      2 6 400Gbps 0.0005ms 0
      3 5 1600Gbps 0.000025ms 0
      3 7 400Gbps 0.0005ms 0
      6 8 400Gbps 0.0005ms 0
      7 8 400Gbps 0.0005ms 0
      """;
  private static final String TWO_TIERS = """
      # three racks of four, two spines, two links to each
      nodes 12
      tiers 2
      podsize 12
      Tier 0
      Downlink_speed_Gbps 100
      Radix_Down 4
      Radix_Up 4
      Downlink_Latency_ns 1000
      Switch_Latency_ns 300
      Tier 1
      Downlink_speed_Gbps 100
      Radix_Down 6
      Bundle 2
      Downlink_Latency_ns 2000
      Switch_Latency_ns 500
      """;
  private static final String THREE_TIERS = """
      Nodes 16
      Tiers 3
      Podsize 4

      Tier 0
      Downlink_speed_Gbps 100
      Radix_Down 2
      Radix_Up 2
      Downlink_Latency_ns 1000
      Tier 1
      Downlink_speed_Gbps 100
      Radix_Down 2
      Radix_Up 2
      Downlink_Latency_ns 1000
      Tier 2
      Downlink_speed_Gbps 100
      Radix_Down 4
      Downlink_Latency_ns 1000
      """;

  @TempDir
  private Path folder;

  private Topology read(String name, String text) throws IOException {
    return new FileTopology(Files.writeString(folder.resolve(name), text).toString()).build();
  }

  private void refuses(String text, String message) {
    assertThatExceptionOfType(InputError.class).isThrownBy(() -> read("t.topo", text))
        .withMessage(folder.resolve("t.topo") + ":" + message);
  }

  @Test
  void readsSimAisServersOnRails() throws IOException {
    Topology topology = read("rails.txt", SIMAI);
    Topology same = new RailOptimized(1, 2, 2, 1, 400 * G, 400 * G, 1600 * G, US / 2, 25_000).build();
    assertThat(topology.hosts()).containsExactly(0, 1, 2, 3);
    assertThat(topology.nodeCount()).isEqualTo(same.nodeCount());
    assertThat(topology.links()).isEqualTo(same.links());
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {"9 2 2 3 10 H100|9 2 2 3 11 H100|:1: the number of links is 11, found 10",
      "9 2 2 3 10 H100|9 3 2 3 10 H100|:1: 9 nodes without 2 NVSwitches and 3 switches are 4 GPUs, which do not fill servers of 3",
      "9 2 2 3 10 H100|9 2 7 3 10 H100|:1: 7 NVSwitches and 3 switches are more than all 9 nodes",
      "9 2 2 3 10 H100|9 0 2 3 10 H100|:1: number of GPUs in a server 0 is outside 1 to 9",
      "9 2 2 3 10 H100|9 2 2 3 H100 10|:1: value 5 'H100' is not a number",
      "4 5 6 7 8|4 5 6 7|:2: the number of switches in line 1 is 5, found 4",
      "0 6 400Gbps|0 9 400Gbps|:4: node 9 does not exist; nodes are 0 to 8"})
  void rejectsSimAisFilesWithErrors(String from, String to, String message) {
    assertThatExceptionOfType(InputError.class).isThrownBy(() -> read("rails.txt", SIMAI.replace(from, to)))
        .withMessage(folder.resolve("rails.txt") + message);
  }

  @Test
  void treeOfTwoTiersHasSwitchLatency() throws IOException {
    Topology topology = read("leaf-spine.txt", TWO_TIERS);
    assertThat(topology.hostCount()).isEqualTo(12);
    assertThat(topology.nodeCount()).isEqualTo(12 + 3 + 2);
    assertThat(topology.links()).hasSize(12 + 3 * 2 * 2);
    assertThat(topology.links().subList(0, 5)).containsExactly(new Link(0, 12, 100 * G, 1_150_000),
        new Link(1, 12, 100 * G, 1_150_000), new Link(2, 12, 100 * G, 1_150_000), new Link(3, 12, 100 * G, 1_150_000),
        new Link(4, 13, 100 * G, 1_150_000));
    assertThat(topology.links().subList(12, 17)).containsExactly(new Link(12, 15, 100 * G, 2_400_000),
        new Link(12, 15, 100 * G, 2_400_000), new Link(12, 16, 100 * G, 2_400_000), new Link(12, 16, 100 * G, 2_400_000),
        new Link(13, 15, 100 * G, 2_400_000));
    long acrossPs = 2 * (1_150_000 + 2_400_000);
    assertThat(acrossPs).isEqualTo(2 * 1_000_000 + 2 * 2_000_000 + 2 * 300_000 + 500_000);
  }

  @Test
  void withoutTimesInSwitchesATreeOfTwoTiersIsALeafSpine() throws IOException {
    String plain = TWO_TIERS.replace("Switch_Latency_ns 300", "").replace("Switch_Latency_ns 500", "").replace("2000", "1000");
    assertThat(read("any.topo", plain).links()).isEqualTo(new LeafSpine(3, 2, 4, 100 * G, 100 * G, US, 2).build().links());
  }

  /** Cores are numbered the other way round than ours: place by place there, agg by agg here. */
  @Test
  void readsATreeOfThreeTiers() throws IOException {
    Topology topology = read("fat-tree.topo", THREE_TIERS);
    Topology ours = new KAry(4, 1, 100 * G, 100 * G, US).build();
    assertThat(topology.nodeCount()).isEqualTo(ours.nodeCount());
    assertThat(topology.links().subList(0, 32)).isEqualTo(ours.links().subList(0, 32));
    assertThat(topology.links().subList(32, 48)).extracting(link -> link.a() + "-" + link.b()).containsExactly("24-32", "24-34",
        "25-33", "25-35", "26-32", "26-34", "27-33", "27-35", "28-32", "28-34", "29-33", "29-35", "30-32", "30-34", "31-33",
        "31-35");
  }

  @Test
  void readsAnOversubscribedTree() throws IOException {
    String text = THREE_TIERS.replace("Podsize 4", "Podsize 8").replace("Nodes 16", "Nodes 32").replace(
        "Radix_Down 2\nRadix_Up 2\nDownlink_Latency_ns 1000\nTier 1",
        "Radix_Down 4\nRadix_Up 2\nOversubscribed 2\nDownlink_Latency_ns 1000\nTier 1");
    assertThat(read("o.topo", text).links()).filteredOn(link -> link.b() == 32).hasSize(4);
  }

  @Test
  void rejectsInvalidFilesOfHtsim() {
    refuses(TWO_TIERS.replace("Bundle", "Bundel"), "14: unknown key 'Bundel'; did you mean Bundle?; keys here are"
        + " Downlink_speed_Gbps, Radix_Down, Radix_Up, Bundle, Oversubscribed, Downlink_Latency_ns, Switch_Latency_ns and Tier");
    refuses(TWO_TIERS.replace("tiers 2", "floors 2"), "3: unknown key 'floors'; keys here are Nodes, Tiers, Podsize and Tier");
    refuses(TWO_TIERS.replace("Bundle 2", "Queue_Down 100"),
        "14: Queue_Down is not supported: the scenario's buffer sets the shared buffer of switches");
    refuses(TWO_TIERS.replace("tiers 2", "tiers 4"), "3: Tiers 4 is outside 2 to 3");
    refuses(TWO_TIERS.replace("tiers 2", "tiers 3"), "1: Tiers is 3, found 2");
    refuses(TWO_TIERS.replace("nodes 12\n", ""), "1: the header has no Nodes");
    refuses(TWO_TIERS.replace("Tier 1", "Tier 2"), "11: Tier 2 is found where Tier 1 is expected");
    refuses(TWO_TIERS.replace("Bundle 2", "Radix_Up 2\nBundle 2"), "14: Radix_Up of the top tier: no links lead up from there");
    refuses(TWO_TIERS.replace("Bundle 2", "Bundle 2\nbundle 2"), "15: Bundle of tier 1 is set twice, first in line 14");
    refuses(TWO_TIERS.replace("Radix_Up 4\n", ""), "5: tier 0 has no Radix_Up");
    refuses(TWO_TIERS.replace("Bundle 2", "Bundle two"), "14: Bundle 'two' is not a whole number");
    refuses(TWO_TIERS.replace("Bundle 2", "Bundle"), "14: expected 2 values (key number), found 1");
    refuses("12 two 3\n", "1: expected 2 values (key number), found 3");
  }

  @Test
  void rejectsInconsistentFiles() {
    refuses(TWO_TIERS.replace("podsize 12", "podsize 5"), "1: Nodes 12 is not a multiple of Podsize, which is 5");
    refuses(TWO_TIERS.replace("podsize 12", "podsize 4"),
        "11: Radix_Down of tier 1 is 6, but a pod's 1 switches of tier 0" + " with Bundle 2 need 2");
    refuses(TWO_TIERS.replace("nodes 12", "nodes 24"), "1: with 2 tiers all hosts are in one pod: Podsize is 12, expected 24");
    refuses(TWO_TIERS.replace("Radix_Down 4", "Radix_Down 5"),
        "5: Podsize 12 is not a multiple of Radix_Down of tier 0, which is 5");
    refuses(TWO_TIERS.replace("Radix_Up 4", "Radix_Up 5"),
        "5: Radix_Up of tier 0 5 is not a multiple of Bundle of tier 1," + " which is 2");
    refuses(TWO_TIERS.replace("Radix_Up 4", "Radix_Up 4\nBundle 2"), "5: Bundle of tier 0 is 2, a host has one link here: 1");
    refuses(TWO_TIERS.replace("Radix_Up 4", "Radix_Up 2"),
        "5: Oversubscribed of tier 0 is 1, but its switches have 400 Gb/s down and 200 Gb/s up");
    refuses(THREE_TIERS.replace("Nodes 16", "Nodes 8"), "15: Radix_Down of tier 2 is 4, but 2 pods with Bundle 1 need 2");
  }

  @ParameterizedTest
  @ValueSource(strings = {"rails.txt", "tree.topo"})
  void runsOverEachFile(String name) throws IOException {
    Files.writeString(folder.resolve(name), name.endsWith("topo") ? THREE_TIERS : SIMAI);
    Path scenario = Files.writeString(folder.resolve("s.yaml"), "topology: file(" + name + ")\nflows: permutation(size=50KB)\n");
    for (String threads : new String[] {"1", "2"}) {
      Program program = Program.run("run", scenario.toString(), "--threads", threads, "--out",
          folder.resolve("out" + threads).toString());
      assertThat(program.exit()).as(program.toString()).isZero();
    }
    assertThat(fingerprint("out2")).isEqualTo(fingerprint("out1")).contains("fingerprint");
  }

  private String fingerprint(String out) throws IOException {
    return Files.readAllLines(folder.resolve(out).resolve("summary.json")).stream().filter(line -> line.contains("fingerprint"))
        .findFirst().orElseThrow();
  }
}
