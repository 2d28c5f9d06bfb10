package dev.inflight.lab.cables;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.inflight.lab.Program;
import dev.inflight.lab.cables.graph.DotGraph;
import dev.inflight.lab.cables.table.CableTable;
import dev.inflight.lab.files.FileTopology;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.InputText;
import dev.inflight.lab.read.Notices;
import dev.inflight.net.topology.Topology;
import dev.inflight.net.topology.Topology.Link;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tables of cables: known columns, numbers and names of nodes, and warnings. */
class CableTableTest {
  private static final long G = 1_000_000_000L;

  @TempDir
  private Path folder;

  private final List<String> warnings = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();

  private Topology read(String text) throws IOException {
    return read("c.csv", text, CableDefaults.NONE);
  }

  private Topology read(String name, String text, CableDefaults defaults) throws IOException {
    String path = Files.writeString(folder.resolve(name), text).toString();
    return Notices.collect(warnings, notes,
        () -> new FileTopology(path, defaults.rateBitsPerSec(), defaults.delayPs(), defaults.hosts()).build());
  }

  private static List<String> names(Topology topology) {
    return IntStream.range(0, topology.nodeCount()).mapToObj(topology.names()::name).toList();
  }

  @Test
  void hostsComeFirstAndKeepTheirNames() throws IOException {
    Topology topology = read("""
        # of the east row
        a,port,b,port b,rate,delay
        leaf1,1,spine1,1,800G,30ns
        gpu-0,nic0,leaf1,2,400Gbps,0.5us
        "gpu-1",nic0,leaf1,3,400 Gb/s,500ns
        """.replace("a,port,b", "a,port a,b"));
    assertThat(names(topology)).containsExactly("gpu-0", "gpu-1", "leaf1", "spine1");
    assertThat(topology.hosts()).containsExactly(0, 1);
    assertThat(topology.links()).containsExactly(new Link(2, 3, 800 * G, 30_000), new Link(0, 2, 400 * G, 500_000),
        new Link(1, 2, 400 * G, 500_000));
    assertThat(topology.name(2)).isEqualTo("leaf1 (switch 2)");
    assertThat(warnings).isEmpty();
    assertThat(notes).containsExactly(folder.resolve("c.csv") + ": 2 nodes of 4 are hosts by their names: gpu-0, gpu-1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a,b,rate,delay", "Source,Target,Speed,Latency",
      "Local Device;Remote Device;Link Speed;Propagation Delay", "node1\tnode2\tbandwidth\tprop_delay",
      "from,to,rate_gbps,delay_ns", "sourceNode,targetNode,linkRate,linkDelay", "src,dst,capacity,delay",
      "A Device,B Device,Bandwidth (Gb/s),Delay (ns)", "local_hostname,neighbor,bw,latency", "Device A,Device B,Rate,length"})
  void columnsAreFoundByUsualNames(String header) throws IOException {
    String rate = header.matches("(?i).*(gb).*") ? "25" : "25G";
    String delay = header.contains("length") ? "100" : header.matches("(?i).*(ns\\)|_ns)") ? "500" : "500ns";
    String separator = header.contains(";") ? ";" : header.contains("\t") ? "\t" : ",";
    Topology topology = read(header + "\n" + String.join(separator, "host1", "tor", rate, delay) + "\n"
        + String.join(separator, "host2", "tor", rate, delay) + "\n");
    assertThat(topology.links()).containsExactly(new Link(0, 2, 25 * G, 500_000), new Link(1, 2, 25 * G, 500_000));
    assertThat(names(topology)).containsExactly("host1", "host2", "tor");
  }

  /** Tables of neighbors, such as those of LLDP, have a line for each end of a cable. */
  @Test
  void cableListedFromBothEndsCountsOnce() throws IOException {
    Topology topology = read("""
        local_device,local_port,remote_device,remote_port,speed,delay
        leaf01,Eth1/2,server1,eth0,100G,500ns
        leaf01,Eth1/1,spine01,Eth1/1,400G,500ns
        spine01,Eth1/1,leaf01,eth1/1,,
        spine01,Eth1/2,,,,
        server1,eth0,leaf01,Eth1/2,100G,500ns
        """);
    assertThat(topology.links()).containsExactly(new Link(1, 0, 100 * G, 500_000), new Link(1, 2, 400 * G, 500_000));
    assertThat(warnings)
        .containsExactly(folder.resolve("c.csv") + ":5: end b has no node, so this port has no cable and is skipped");
    assertThat(notes).contains(
        folder.resolve("c.csv") + ":4: 2 cables listed from both ends count once, as the one from 'spine01' to 'leaf01'");
  }

  /** Columns that name the ends by what they are; a port without a word for its end belongs to the node at its left. */
  @ParameterizedTest
  @CsvSource(delimiter = '|', textBlock = """
      switch,port,host,host_port | fab1,e1,n7,e0 | fab1,e2,n8,e0
      Host,Host Port,Switch,Port | n7,e0,fab1,e1 | n8,e0,fab1,e2
      server_name,rack,switch_name,switch_port,switch_role | n7,4,fab1,e1,leaf | n8,4,fab1,e2,leaf
      """)
  void endsAreNamedByTheirTier(String header, String one, String other) throws IOException {
    Topology topology = read("c.csv", header + "\n" + one + "\n" + other + "\n", new CableDefaults(100 * G, 500_000, ""));
    assertThat(topology.names().name(2)).isEqualTo("fab1");
    assertThat(topology.hosts()).containsExactly(0, 1);
    assertThat(topology.links()).hasSize(2);
    assertThat(warnings).isEmpty();
  }

  /** A port that two lines name has two cables, in columns of tiers too. */
  @Test
  void portsOfTiersBelongToTheirNodes() {
    assertThatExceptionOfType(InputError.class).isThrownBy(() -> read("c.csv",
        "leaf,leaf_port,spine,spine_port\nl1,e1,s1,e1\nl1,e2,s1,e1\n", new CableDefaults(100 * G, 500_000, "")))
        .withMessageContaining("e1").withMessageContaining("s1");
  }

  @Test
  void neighborsWithoutANameAreSkipped() throws IOException {
    Topology topology = read("c.csv", """
        device,local_port,neighbor,neighbor_port
        leaf1,e1,host1,e0
        leaf1,e2,host2,e0
        leaf1,e3,unknown,unknown
        leaf1,e4,Unknown,unknown
        """, new CableDefaults(100 * G, 500_000, ""));
    assertThat(names(topology)).containsExactly("host1", "host2", "leaf1");
    assertThat(warnings).hasSize(1).first().asString().contains("c.csv:4: 'unknown' is not the name of a node");
  }

  /** Tables of SuzieQ, of a tester of fabrics, of Arista's AVD, and with the ends A and Z. */
  @ParameterizedTest
  @CsvSource(delimiter = '|', textBlock = """
      namespace,hostname,ifname,peerHostname,peerIfname | n,leaf1,e1,host1,e0 | n,host2,e0,leaf1,e2
      hostname,local_interface,local_platform,neighbor_hostname,neighbor_interface | leaf1,e1,x,host1,e0 | host2,e0,x,leaf1,e2
      Node Type,Node,Node Interface,Peer Type,Peer Node,Peer Interface,Node Interface Enabled | leaf,leaf1,e1,x,host1,e0,True | x,host2,e0,leaf,leaf1,e2,True
      A-End Device,A-End Port,Z-End Device,Z-End Port | leaf1,e1,host1,e0 | host2,e0,leaf1,e2
      """)
  void endsHaveUsualNames(String header, String one, String other) throws IOException {
    Topology topology = read("c.csv", header + "\n" + one + "\n" + other + "\n", new CableDefaults(100 * G, 500_000, ""));
    assertThat(names(topology)).containsExactly("host1", "host2", "leaf1");
    assertThat(topology.links()).containsExactly(new Link(2, 0, 100 * G, 500_000), new Link(1, 2, 100 * G, 500_000));
  }

  /** Alone, the letter z is a coordinate. */
  @Test
  void zIsAnEndOnlyWithAnEndAOrAWordForNodesOrPorts() throws IOException {
    assertThat(CableTable.mayBegin("node,x,y,z")).isFalse();
    assertThat(CableTable.mayBegin("name,x,y,z")).isFalse();
    assertThat(CableTable.mayBegin("node,z_node,z_port")).isTrue();
    assertThat(CableTable.mayBegin("a,a_port,z,z_port")).isTrue();
    Topology topology = read("source,target,rate,delay,x,y,z\nhost1,leaf1,1G,1us,1,2,1.5\nhost2,leaf1,1G,1us,1,2,2.5\n");
    assertThat(names(topology)).containsExactly("host1", "host2", "leaf1");
    assertThat(read("a,z,rate,delay\nhost1,leaf1,1G,1us\nhost2,leaf1,1G,1us\n").links()).isEqualTo(topology.links());
  }

  /** A value in one entry of a cable is one of the whole cable. */
  @Test
  void entriesOfACableCompleteEachOther() throws IOException {
    Path table = Files.writeString(folder.resolve("lldp.csv"), """
        local_device,local_port,remote_device,remote_port,speed
        leaf1,e1,host1,e0,100G
        host1,e0,leaf1,e1,
        """);
    assertThat(CableFabric.missing(CableTable.read(InputText.readForeign(table)))).containsExactly(CableFabric.DELAY);
    Path digraph = Files.writeString(folder.resolve("g.gv"),
        "digraph { host1 -> leaf1 [rate=1G]; leaf1 -> host1 [delay=1us] }\n");
    assertThat(CableFabric.missing(DotGraph.read(InputText.readForeign(digraph)))).isEmpty();
  }

  /** Lines without effect on paths cause one warning of each kind. */
  @Test
  void repeatedLinesAndCablesToTheirOwnNodeAreSkipped() throws IOException {
    Topology topology = read("""
        a,a_port,b,b_port,rate,delay
        leaf1,1,gpu0,0,100G,500ns
        leaf1,1,gpu0,0,100G,500ns
        leaf1,8,leaf1,9,100G,500ns
        leaf1,6,leaf1,7,100G,500ns
        """);
    assertThat(topology.links()).containsExactly(new Link(1, 0, 100 * G, 500_000));
    assertThat(warnings).containsExactly(
        folder.resolve("c.csv") + ":4: this cable leads from 'leaf1' to itself; no path uses it, and it is skipped"
            + " (and 1 more like this)",
        folder.resolve("c.csv") + ":3: this cable from 'leaf1' to 'gpu0' is that of line 2, and counts once");
  }

  /** Tables as NetBox imports cables, as its pages export them, and with roles and another order of columns. */
  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {
      "side_a_device,side_a_type,side_a_name,side_b_device,side_b_type,side_b_name,type,status,length,length_unit"
          + "|server1,dcim.interface,eth0,leaf1,dcim.interface,et-0/0/1,mmf-om4,connected,10,m"
          + "|server1,dcim.powerport,psu0,pdu1,dcim.poweroutlet,7,power,connected,2,m",
      "ID,Label,Device A,Termination A,Rack A,Device B,Termination B,Rack B,Status,Type,Length,Length Unit"
          + "|7,,server1,eth0,R1,leaf1,et-0/0/1,R2,Connected,MMF,10,Meters|8,,server2,eth0,R1,leaf1,et-0/0/2,R2,Connected,MMF,32.80839895,ft",
      "Termination A Device,Termination A Name,Termination B Device,Termination B Name,length"
          + "|server1,eth0,leaf1,et-0/0/1,10|server2,eth0,leaf1,et-0/0/2,1000 cm"})
  void readsCablesOfNetBox(String header, String first, String second) throws IOException {
    Topology topology = read("netbox.csv", header + "\n" + first + "\n" + second + "\n", new CableDefaults(100 * G, 0, ""));
    assertThat(topology.links()).first().isEqualTo(new Link(0, second.contains("power") ? 1 : 2, 100 * G, 50_000));
    assertThat(topology.links()).allMatch(link -> link.delayPs() == 50_000);
    assertThat(warnings).hasSize(second.contains("power") ? 1 : 0);
  }

  private static final String SIDES = "side_a_device,side_a_type,side_a_name,side_b_device,side_b_type,side_b_name,length,length_unit\n";

  /** Each through the ports of one number; the panels are no nodes, and lengths add up. */
  @Test
  void cablesThroughPatchPanelsAreOne() throws IOException {
    Topology topology = read("netbox.csv", SIDES + """
        server1,dcim.interface,eth0,panel1,dcim.frontport,Front 1,3,m
        server2,dcim.interface,eth0,panel1,dcim.frontport,Front 2,2,m
        panel1,dcim.rearport,Rear 1,leaf1,dcim.interface,et-1,10,m
        panel2,dcim.rearport,R02,panel1,dcim.rearport,Rear 2,20,m
        leaf1,dcim.interface,et-2,panel2,dcim.frontport,F02,100,cm
        """, new CableDefaults(400 * G, 0, ""));
    assertThat(names(topology)).containsExactly("server1", "server2", "leaf1");
    assertThat(topology.links()).containsExactly(new Link(0, 2, 400 * G, 65_000), new Link(1, 2, 400 * G, 115_000));
    assertThat(warnings).isEmpty();
  }

  /** The trunk has all ports, so that its ends' numbers decide nothing. */
  @Test
  void cablesThroughATrunkKeepTheirNumber() throws IOException {
    Topology topology = read("netbox.csv", SIDES + """
        server1,dcim.interface,eth0,panel1,dcim.frontport,1,1,m
        server2,dcim.interface,eth0,panel1,dcim.frontport,2,1,m
        panel1,dcim.rearport,MPO,panel2,dcim.rearport,MPO,30,m
        panel2,dcim.frontport,2,leaf2,dcim.interface,et-1,,
        panel2,dcim.frontport,1,leaf1,dcim.interface,et-1,4,m
        leaf1,dcim.interface,et-9,leaf2,dcim.interface,et-9,1,m
        panel8,dcim.rearport,1,panel9,dcim.rearport,1,30,m
        """, new CableDefaults(400 * G, 0, "server*"));
    assertThat(names(topology)).containsExactly("server1", "server2", "leaf2", "leaf1");
    assertThat(topology.links()).containsExactlyInAnyOrder(new Link(0, 3, 400 * G, 175_000), new Link(1, 2, 400 * G, 155_000),
        new Link(3, 2, 400 * G, 5_000));
    assertThat(warnings).hasSize(2);
    assertThat(warnings.getFirst())
        .endsWith(":3: 1 of the 3 cables from here through patch panels state no length and count 0 m");
    assertThat(warnings.getLast()).endsWith(":8: this cable between panels leads to no interface and is passed over");
  }

  @Test
  void findsHostsByRolesThenNamesThenOneNeighbor() throws IOException {
    assertThat(read("a,a_role,b,b_role,rate,delay\nx1,GPU,y,leaf switch,1G,1us\nx2,GPU,y,,1G,1us\nx1,,z,spine,1G,1us\n").hosts())
        .containsExactly(0, 1);
    assertThat(notes).isEmpty();
    Topology named = read("a,b,rate,delay\nserver4-gpu3,server4-switch,1G,1us\nserver4-gpu3,rail3,1G,1us\nrail3,core,1G,1us\n");
    assertThat(names(named)).startsWith("server4-gpu3", "server4-switch");
    assertThat(named.hosts()).containsExactly(0);
    Topology leaves = read("a,b,rate,delay\np,q,1G,1us\nq,r,1G,1us\nr,s,1G,1us\n");
    assertThat(names(leaves)).containsExactly("p", "s", "q", "r");
    assertThat(leaves.hosts()).containsExactly(0, 1);
    assertThat(notes).last().asString().endsWith("2 nodes of 4 are hosts by having one neighbor: p, s");
  }

  @Test
  void noteListsHostsByTheirNumbers() throws IOException {
    read("a,b,rate,delay\ngpu-10,s,1G,1us\ngpu-3,s,1G,1us\ngpu-0,s,1G,1us\ngpu-2,s,1G,1us\ngpu-1,s,1G,1us\n");
    assertThat(notes).last().asString().contains(": gpu-0, gpu-1, gpu-2 to gpu-10");
  }

  @Test
  void rowWithOneValueAddsNode() throws IOException {
    Topology topology = read("a,b,rate,delay\ngpu-0,leaf1,1G,1us\ngpu-1,leaf1,1G,1us\ngpu-3\n");
    assertThat(names(topology)).containsExactly("gpu-0", "gpu-1", "gpu-3", "leaf1");
    assertThat(topology.links()).hasSize(2);
    assertThat(warnings).singleElement().asString().endsWith(":4: no cable reaches 'gpu-3'");
  }

  @Test
  void namesThatDifferInGroupsOfDigitsAreTwoNodes() throws IOException {
    Topology topology = read("a,b,rate,delay\ngpu-0,leaf1-1,1G,1us\ngpu-1,leaf11,1G,1us\nleaf11,leaf1-1,1G,1us\n");
    assertThat(names(topology)).containsExactly("gpu-0", "gpu-1", "leaf1-1", "leaf11");
  }

  @Test
  void patternGoesBeforeAll() throws IOException {
    Topology topology = read("c.csv", "a,a_role,b,rate,delay\np,switch,q,1G,1us\nq,,r,1G,1us\n",
        new CableDefaults(0, 0, "p|r?*|r"));
    assertThat(topology.hosts()).containsExactly(0, 1);
    assertThat(names(topology)).containsExactly("p", "r", "q");
  }

  @Test
  void keepsNumbersOfTheFile() throws IOException {
    Topology topology = read("a,a_number,b,b_number,rate,delay\nhost1,2,leaf,0,1G,1us\nhost2,5,leaf,0,1G,1us\n");
    assertThat(names(topology)).containsExactly("leaf", "host1", "host2");
    assertThat(warnings).hasSize(1).first().asString()
        .endsWith("numbers of nodes have a gap: 'host1' with the number 2 becomes node 1 (and 1 more like this)");
  }

  @Test
  void numericNamesBecomeNumbersOrGetALetter() throws IOException {
    Topology topology = read("a,b,rate,delay\n1,0,1G,1us\n2,0,1G,1us\n");
    assertThat(names(topology)).containsExactly("switch0", "host1", "host2");
    assertThat(names(read("a,b,rate,delay\n11,10,1G,1us\n12,10,1G,1us\n"))).containsExactly("n11", "n12", "n10");
  }

  @Test
  void warnsOfUnlikelyValues() throws IOException {
    Topology topology = read("""
        a,b,rate,delay
        host1,leaf1,1G,1us
        host2,leaf1,1G,1us
        host3,leaf2,1G,1us
        host4,host5,1G,1us
        leaf9,,,
        leaf1,spine,1G,1us
        leaf1,spine,1G,1us
        """);
    assertThat(topology.nodeCount()).isEqualTo(9);
    String file = folder.resolve("c.csv").toString();
    assertThat(warnings).containsExactlyInAnyOrder(file + ":6: no cable reaches 'leaf9'",
        file + ":5: host 'host4' is cabled to hosts alone, which do not forward (and 1 more like this)",
        file + ":4: no path leads from 'leaf2' to 'host1': the cables make parts that are not connected (and 1 more like this)");
    assertThat(notes)
        .contains(file + ":8: parallel cables between 1 pair of nodes, as from 'leaf1' to 'spine'; each is a path of its own");
  }

  @Test
  void usesNamesInResultsFlowsAndEvents() throws IOException {
    Files.writeString(folder.resolve("c.csv"), """
        a,b,rate,delay
        gpu-0,leaf <b>1</b>,100G,1us
        gpu-1,leaf <b>1</b>,100G,1us
        gpu-2,leaf 2,100G,1us
        leaf <b>1</b>,leaf 2,100G,1us
        """);
    Path scenario = Files.writeString(folder.resolve("s.yaml"), """
        topology: file(c.csv)
        flows: flow(from=gpu-0, to=gpu-2, size=100KB)
        events:
          - {at: 1us, link: [leaf 2, "leaf <b>1</b>"], state: down}
          - {at: 5us, link: [leaf 2, "leaf <b>1</b>"], state: up}
        """);
    Program check = Program.run("check", scenario.toString());
    assertThat(check.exit()).as(check.toString()).isZero();
    Program run = Program.run("run", scenario.toString(), "--out", folder.resolve("out").toString());
    assertThat(run.exit()).as(run.toString()).isZero();
    assertThat(Files.readString(folder.resolve("out/nodes.csv"))).contains("0,host,\"gpu-0\"", "3,switch,\"leaf <b>1</b>\"");
    Program explain = Program.run("explain", folder.resolve("out").toString(), "0");
    assertThat(explain.out()).as(explain.toString()).contains("leaf 2");
    Program again = Program.run("run", folder.resolve("out/scenario.yaml").toString(), "--out",
        folder.resolve("again").toString());
    assertThat(again.exit()).as(again.toString()).isZero();
    assertThat(fingerprint("again")).isEqualTo(fingerprint("out"));
  }

  private String fingerprint(String out) throws IOException {
    return Files.readAllLines(folder.resolve(out).resolve("summary.json")).stream().filter(line -> line.contains("fingerprint"))
        .findFirst().orElseThrow();
  }

  @Test
  void rejectsLongLineAndManyColumns() throws IOException {
    String line = "x".repeat(4_000_000);
    Program program = program(line + ",b\n");
    assertThat(program.exit()).isEqualTo(2);
    assertThat(program.err().length()).isLessThan(2000);
    String[] columns = new String[5000];
    Arrays.setAll(columns, at -> "c" + at);
    assertThat(program("a,b,rate,delay," + String.join(",", columns) + "\n").err()).contains("at most 100 columns, found 5004");
  }

  private Program program(String text) throws IOException {
    Files.writeString(folder.resolve("h.csv"), text);
    Path scenario = Files.writeString(folder.resolve("h.yaml"), "topology: file(h.csv)\nflows: permutation\n");
    return Program.run("check", scenario.toString());
  }
}
