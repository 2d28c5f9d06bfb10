package dev.inflight.lab.cables;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.tuple;

import dev.inflight.lab.Program;
import dev.inflight.lab.files.FileTopology;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.Notices;
import dev.inflight.net.topology.Topology;
import dev.inflight.net.topology.Topology.Link;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Fabrics as GraphML, GML, DOT, JSON, NetBox's cables and labs of containerlab, in the forms that programs write. */
class CableGraphsTest {
  private static final long G = 1_000_000_000L;
  private static final String[] USUAL = {"host1", "host2", "leaf1", "leaf2", "spine1"};
  private static final List<Link> USUAL_LINKS = List.of(new Link(0, 2, 100 * G, 500_000), new Link(1, 3, 100 * G, 500_000),
      new Link(2, 4, 400 * G, 1_000_000), new Link(3, 4, 400 * G, 1_000_000));

  @TempDir
  private Path folder;

  private final List<String> warnings = new ArrayList<>();

  private Topology read(String name, String text) throws IOException {
    return read(name, text, CableDefaults.NONE);
  }

  private Topology read(String name, String text, CableDefaults defaults) throws IOException {
    String path = Files.writeString(folder.resolve(name), text).toString();
    return Notices.collect(warnings,
        () -> new FileTopology(path, defaults.rateBitsPerSec(), defaults.delayPs(), defaults.hosts()).build());
  }

  private static List<String> names(Topology topology) {
    return IntStream.range(0, topology.nodeCount()).mapToObj(topology.names()::name).toList();
  }

  private static void isUsual(Topology topology) {
    assertThat(names(topology)).containsExactly(USUAL);
    assertThat(topology.hosts()).containsExactly(0, 1);
    assertThat(topology.links()).isEqualTo(USUAL_LINKS);
  }

  private static final String NETWORKX = """
      <?xml version='1.0' encoding='utf-8'?>
      <graphml xmlns="http://graphml.graphdrawing.org/xmlns" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
        <key id="d2" for="edge" attr.name="delay_ns" attr.type="long"/>
        <key id="d1" for="edge" attr.name="rate" attr.type="string"><default>400Gbps</default></key>
        <key id="d0" for="node" attr.name="role" attr.type="string"/>
        <graph edgedefault="undirected">
          <node id="host1"><data key="d0">gpu</data></node>
          <node id="host2"><data key="d0">gpu</data></node>
          <node id="leaf1"><data key="d0">leaf</data></node>
          <node id="leaf2"/>
          <node id="spine1"/>
          <edge source="host1" target="leaf1"><data key="d1">100G</data><data key="d2">500</data></edge>
          <edge source="host2" target="leaf2"><data key="d1">100G</data><data key="d2">500</data></edge>
          <edge source="leaf1" target="spine1"><data key="d2">1000</data></edge>
          <edge source="leaf2" target="spine1"><data key="d2">1000</data></edge>
        </graph>
      </graphml>
      """;

  @ParameterizedTest
  @ValueSource(strings = {"n.graphml", "n.xml", "n.txt"})
  void readsGraphMlOfNetworkX(String name) throws IOException {
    isUsual(read(name, NETWORKX));
  }

  /** A digraph has each cable twice; a difference between the two directions is an error. */
  @Test
  void digraphHasOneCableForTwoEdges() throws IOException {
    String both = NETWORKX.replace("undirected", "directed").replace("<edge source=\"host2\"", """
        <edge source="leaf1" target="host1"><data key="d1">100Gb/s</data><data key="d2">500</data></edge>
        <edge source="host2\"""");
    isUsual(read("d.graphml", both));
    assertThatExceptionOfType(InputError.class).isThrownBy(() -> read("d.graphml", both.replace("100Gb/s", "50G"))).withMessage(
        folder.resolve("d.graphml")
            + ":13: the two directions of the cable from 'host1' to 'leaf1' have different rates, 100Gbps (line 12)"
            + " and 50Gbps; a cable has one rate");
  }

  @Test
  void yEdHasNamesInLabelsAndNodesInGroups() throws IOException {
    Topology topology = read("y.graphml",
        """
            <?xml version="1.0" encoding="UTF-8" standalone="no"?>
            <graphml xmlns="http://graphml.graphdrawing.org/xmlns" xmlns:y="http://www.yworks.com/xml/graphml">
              <!--Created by yEd 3.23-->
              <key for="node" id="d5" attr.name="description" attr.type="string"/>
              <key for="node" id="d6" yfiles.type="nodegraphics"/>
              <key for="edge" id="d9" attr.name="speed" attr.type="string"/>
              <key for="edge" id="d10" yfiles.type="edgegraphics"/>
              <graph edgedefault="directed" id="G">
                <node id="n0" yfiles.foldertype="group">
                  <data key="d6"><y:ProxyAutoBoundsNode><y:Realizers active="0"><y:GroupNode><y:NodeLabel>Rack 1</y:NodeLabel>
                    </y:GroupNode></y:Realizers></y:ProxyAutoBoundsNode></data>
                  <graph edgedefault="directed" id="n0:">
                    <node id="n0::n0"><data key="d5"/><data key="d6"><y:ShapeNode><y:Geometry height="30.0" width="30.0"/>
                      <y:NodeLabel alignment="center">gpu-0<y:LabelModel><y:SmartNodeLabelModel distance="4.0"/></y:LabelModel></y:NodeLabel>
                      </y:ShapeNode></data></node>
                    <node id="n0::n1"><data key="d6"><y:ShapeNode><y:NodeLabel>gpu-1</y:NodeLabel></y:ShapeNode></data></node>
                  </graph>
                </node>
                <node id="n1"><data key="d6"><y:ShapeNode><y:NodeLabel>ToR
            A</y:NodeLabel></y:ShapeNode></data></node>
                <edge id="e0" source="n0::n0" target="n1"><data key="d9">100G</data><data key="d10"><y:PolyLineEdge/></data></edge>
                <edge id="e1" source="n0::n1" target="n1"><data key="d9">100G</data></edge>
              </graph>
            </graphml>
            """,
        new CableDefaults(0, 1000, ""));
    assertThat(names(topology)).containsExactly("gpu-0", "gpu-1", "ToR A");
    assertThat(topology.links()).containsExactly(new Link(0, 2, 100 * G, 1000), new Link(1, 2, 100 * G, 1000));
  }

  @ParameterizedTest
  @ValueSource(strings = {"n.gml", "n.txt"})
  void readsGmlOfNetworkX(String name) throws IOException {
    isUsual(read(name, """
        Creator "NetworkX [read]"
        # of the east row
        graph [
          label "node [ id 9 ]"
          node [ id 0 label "host1" role "gpu" graphics [ x 1.5 y [ z "]" ] ] ]
          node [
            id 1
            label "&#104;ost2"
          ]
          node [ id 2 label "leaf1" ] node [ id 3 label "leaf2" ]
          node [ id 4 label "spine1" ]
          edge [ source 0 target 2 key 0 rate "100G" delay_ns 500 ]
          edge [ source 1 target 3 rate "100G" delay_ns 500 ]
          edge [ source 2 target 4 rate "400G" delay_ns 1e3 ]
          edge [ source 3 target 4 LinkSpeedRaw 400000000000.0 delay "1us" ]
        ]
        """));
  }

  /** Files of the Topology Zoo have rates of 64 kb/s, and labels of several places. */
  @Test
  void identifiersReplaceLongLabels() throws IOException {
    Topology topology = read("z.gml", """
        graph [ node [ id 7 label "Sw" ] node [ id 8 label "%s" ]
          edge [ source 7 target 8 LinkSpeed "64" LinkSpeedRaw 64000.0 ] ]
        """.formatted("Lyon, ".repeat(12)), new CableDefaults(0, 7000, "8"));
    assertThat(names(topology)).containsExactly("n8", "n7");
    assertThat(topology.links()).containsExactly(new Link(1, 0, 64_000, 7000));
  }

  @Test
  void topologyZooHasRatesInBits() throws IOException {
    String zoo = """
        <graphml xmlns="http://graphml.graphdrawing.org/xmlns">
          <key attr.name="LinkSpeed" attr.type="string" for="edge" id="d35" />
          <key attr.name="LinkSpeedUnits" attr.type="string" for="edge" id="d36" />
          <key attr.name="LinkSpeedRaw" attr.type="double" for="edge" id="d37" />
          <key attr.name="label" attr.type="string" for="node" id="d33" />
          <key attr.name="Country" attr.type="string" for="node" id="d30" />
          <graph edgedefault="undirected">
            <data key="d0">2.3.34dev-20120328</data>
            <node id="0"><data key="d30">US</data><data key="d33">New York</data></node>
            <node id="1"><data key="d30">US</data><data key="d33">Chicago</data></node>
            <node id="2"><data key="d30">US</data><data key="d33">Washington DC</data></node>
            <node id="3"><data key="d30">US</data><data key="d33">Seattle</data></node>
            <edge source="0" target="1"><data key="d35">10</data><data key="d36">G</data><data key="d37">10000000000.0</data></edge>
            <edge source="0" target="2"><data key="d35">10</data><data key="d36">G</data><data key="d37">10000000000.0</data></edge>
            <edge source="1" target="3"><data key="d35">10</data><data key="d36">G</data><data key="d37">10000000000.0</data></edge>
          </graph>
        </graphml>
        """;
    Topology topology = read("Abilene.graphml", zoo, new CableDefaults(0, 5_000_000, ""));
    assertThat(names(topology)).containsExactly("Washington DC", "Seattle", "New York", "Chicago");
    assertThat(topology.links()).allMatch(link -> link.rateBitsPerSec() == 10 * G);
    assertThat(names(read("z.graphml", zoo.replace("Seattle", "Chicago"), new CableDefaults(0, 1, ""))))
        .containsExactly("switch0", "switch1", "host2", "host3");
  }

  @ParameterizedTest
  @ValueSource(strings = {"""
      /* of the east row */
      strict graph "fabric" {
        rankdir=BT; node [shape=box, role=leaf];
        edge [rate="100G", delay=500ns]
        host1 [role=gpu]; host2 [role=gpu, label=<b>]
        host1 -- leaf1:eth1; host2 -- leaf2:eth1
        // up
        edge [rate="400G" delay="1us"]
        subgraph cluster_up { leaf1; leaf2 } -- spine1 [color="gray" + "80"]
      }
      """, """
      digraph {
        host1 -> leaf1 [taillabel="eth0", headlabel="1", label="100G", bandwidth=100Gbps, latency="500 ns"];
        leaf1 -> host1 [bandwidth="100Gbps", latency="500 ns"];
        "host2" -> "leaf2" [bandwidth=100Gbps, latency="500 ns"]
        {leaf1 leaf2} -> "spine1" [bandwidth=400G,latency="1us"]
      }
      """,
      """
          graph G{host1--leaf1[rate=100G,length=100];host2--leaf2[rate=100G,length="100 m"];leaf1--spine1--leaf2[rate="400G",delay="1us"]}
          """})
  void graphvizWritesDot(String text) throws IOException {
    Topology topology = read("g.gv", text.replace("label=<b>", "tooltip=<<b>x</b>>"));
    assertThat(topology.hosts()).hasSize(2);
    Topology same = read("g.txt", text.replace("label=<b>", "tooltip=x"));
    assertThat(same.links()).isEqualTo(topology.links());
    assertThat(names(topology)).containsExactlyInAnyOrder(USUAL).startsWith("host1", "host2");
    assertThat(topology.links()).hasSize(4).contains(USUAL_LINKS.get(0),
        USUAL_LINKS.get(1).b() == topology.names().node("leaf2")
            ? USUAL_LINKS.get(1)
            : new Link(1, topology.names().node("leaf2"), 100 * G, 500_000));
  }

  @ParameterizedTest
  @ValueSource(strings = {"links", "edges"})
  void networkXWritesNodeLinkData(String key) throws IOException {
    String json = """
        {"directed": false, "multigraph": true, "graph": {}, "nodes": [{"role": "host", "id": "host1"}, {"role": "host", "id": "host2"},
         {"role": "leaf", "id": "leaf1"}, {"role": "leaf", "id": "leaf2"}, {"role": "spine", "id": "spine1"}],
         "KEY": [{"rate": 100000000000, "delay": "500ns", "source": "host1", "target": "leaf1", "key": 0},
         {"rate": 100000000000, "delay": "500ns", "source": "host2", "target": "leaf2", "key": 0},
         {"rate": 4e11, "delay": "1us", "source": "leaf1", "target": "spine1", "key": 0},
         {"rate": 4e11, "delay": "1us", "source": "leaf2", "target": "spine1", "key": 0}]}
        """
        .replace("KEY", key);
    isUsual(read("g.json", json));
    isUsual(read("g.txt", json.replace("\n", "")));
  }

  /** Ends by position (D3, and NetworkX before version 2), without nodes, as in Cytoscape and React Flow, and others. */
  @ParameterizedTest
  @ValueSource(strings = {"""
      {"nodes": [{"name": "host1"}, {"name": "host2"}, {"name": "leaf1"}, {"name": "leaf2"}, {"name": "spine1"}],
       "links": [{"source": 0, "target": 2, "rate": "100G", "delay_ns": 500},
        {"source": 1, "target": 3, "rate": "100G", "delay_ns": 500},
        {"source": 2, "target": 4, "rate": "400G", "delay_ns": 1000},
        {"source": 3, "target": 4, "rate": "400G", "delay_ns": 1000}]}""", """
      {"links": [{"source": "host1", "target": "leaf1", "rate": "100G", "delay_ns": 500},
        {"from": "host2", "to": "leaf2", "rate": "100G", "delay_ns": 500},
        {"a": "leaf1", "z": "spine1", "rate": "400G", "delay_ns": 1000},
        {"a": "leaf2", "b": "spine1", "rate": "400G", "delay_ns": 1000}]}""", """
      {"directed": false, "elements": {"nodes": [{"data": {"id": "0", "name": "host1"}}, {"data": {"id": "1", "name": "host2"}},
         {"data": {"id": "2", "name": "leaf1"}}, {"data": {"id": "3", "name": "leaf2"}}, {"data": {"id": "4", "name": "spine1"}}],
       "edges": [{"data": {"source": "0", "target": "2", "rate": "100G", "delay_ns": 500}},
        {"data": {"source": "1", "target": "3", "rate": "100G", "delay_ns": 500}},
        {"data": {"source": "2", "target": "4", "rate": "400G", "delay_ns": 1000}},
        {"data": {"source": "3", "target": "4", "rate": "400G", "delay_ns": 1000}}]}}""", """
      {"directed": false, "nodes": [{"id": "host1"}, {"id": "host2"}, {"id": "leaf1"}, {"id": "leaf2"}, {"id": "spine1"}],
       "adjacency": [[{"rate": "100G", "delay_ns": 500, "id": "leaf1"}], [{"rate": "100G", "delay_ns": 500, "id": "leaf2"}],
         [{"rate": "100G", "delay_ns": 500, "id": "host1"}, {"rate": "400G", "delay_ns": 1000, "id": "spine1"}],
         [{"rate": "100G", "delay_ns": 500, "id": "host2"}, {"rate": "400G", "delay_ns": 1000, "id": "spine1"}],
         [{"rate": "400G", "delay_ns": 1000, "id": "leaf1"}, {"rate": "400G", "delay_ns": 1000, "id": "leaf2"}]]}""", """
      {"edges": [
        {"node1": {"hostname": "host1", "interfaceName": "e0"}, "node2": {"hostname": "leaf1", "interfaceName": "e1"},
         "rate": "100G", "delay_ns": 500},
        {"node1": {"hostname": "leaf1", "interfaceName": "e1"}, "node2": {"hostname": "host1", "interfaceName": "e0"}},
        {"node1": {"hostname": "host2", "interfaceName": "e0"}, "node2": {"hostname": "leaf2", "interfaceName": "e1"},
         "rate": "100G", "delay_ns": 500},
        {"node1": {"hostname": "leaf1", "interfaceName": "e9"}, "node2": {"hostname": "spine1", "interfaceName": "e1"},
         "rate": "400G", "delay_ns": 1000},
        {"node1": {"hostname": "leaf2", "interfaceName": "e9"}, "node2": {"hostname": "spine1", "interfaceName": "e2"},
         "rate": "400G", "delay_ns": 1000}]}""", """
      {"nodes": [{"id": "1", "type": "input", "position": {"x": 0}, "data": {"label": "host1"}},
        {"id": "2", "data": {"label": "host2"}}, {"id": "3", "data": {"label": "leaf1"}},
        {"id": "4", "data": {"label": "leaf2"}}, {"id": "5", "data": {"label": "spine1"}}],
       "edges": [{"id": "e1", "source": "1", "target": "3", "data": {"rate": "100G", "delay_ns": 500}},
        {"id": "e2", "source": "2", "target": "4", "data": {"rate": "100G", "delay_ns": 500}},
        {"id": "e3", "source": "3", "target": "5", "data": {"rate": "400G", "delay_ns": 1000}},
        {"id": "e4", "source": "4", "target": "5", "data": {"rate": "400G", "delay_ns": 1000}}]}""", """
      {"name": "lab", "type": "clab", "nodes": {"host1": {"kind": "linux"}, "host2": {"kind": "linux"},
         "leaf1": {"kind": "nokia_srlinux"}, "leaf2": {"kind": "nokia_srlinux"}, "spine1": {"kind": "nokia_srlinux"}},
       "links": [{"endpoints": {"a": {"node": "host1", "interface": "eth1"}, "z": {"node": "leaf1", "interface": "e1-1"}},
         "rate": "100G", "delay_ns": 500},
        {"endpoints": {"a": {"node": "host2", "interface": "eth1"}, "z": {"node": "leaf2", "interface": "e1-1"}},
         "rate": "100G", "delay_ns": 500},
        {"a": {"node": "leaf1", "interface": "e1-9"}, "z": {"node": "spine1", "interface": "e1-1"},
         "rate": "400G", "delay_ns": 1000},
        {"a": {"node": "leaf2", "interface": "e1-9"}, "z": {"node": "spine1", "interface": "e1-2"},
         "rate": "400G", "delay_ns": 1000}]}"""})
  void programsWriteOtherFormsOfJson(String json) throws IOException {
    Topology topology = read("g.json", json);
    assertThat(topology.hosts()).hasSize(2);
    assertThat(names(topology)).containsExactlyInAnyOrder(USUAL);
    assertThat(topology.links().stream()
        .map(link -> names(topology).get(link.a()) + " " + names(topology).get(link.b()) + " " + link.rateBitsPerSec() / G + " "
            + link.delayPs() / 1000))
        .containsExactly("host1 leaf1 100 500", "host2 leaf2 100 500", "leaf1 spine1 400 1000", "leaf2 spine1 400 1000");
    assertThat(warnings).isEmpty();
  }

  @Test
  void labOfNvidiaAirHasPairsOfEnds() throws IOException {
    Topology topology = read("air.json",
        """
            {"format": "JSON", "content": {"nodes": {"leaf1": {"os": "cumulus"}, "host1": {"os": "ubuntu"}, "host2": {"os": "ubuntu"}},
             "links": [[{"interface": "swp1", "node": "leaf1"}, {"interface": "eth1", "node": "host1"}],
              [{"interface": "swp2", "node": "leaf1"}, {"interface": "eth1", "node": "host2"}],
              [{"interface": "eth0", "node": "leaf1"}, "exit"]]}}
            """,
        new CableDefaults(100 * G, 7000, ""));
    assertThat(names(topology)).containsExactly("host1", "host2", "leaf1");
    assertThat(topology.links()).containsExactly(new Link(2, 0, 100 * G, 7000), new Link(2, 1, 100 * G, 7000));
    assertThat(warnings).containsExactly(folder.resolve("air.json") + ":4: this link leads out of the lab, and is passed over");
  }

  @Test
  void pairsOfNamesAreEdges() throws IOException {
    Topology topology = read("pairs.json", "{\"links\": [[\"host1\", \"leaf1\"], [\"host2\", \"leaf1\"]]}\n",
        new CableDefaults(100 * G, 7000, ""));
    assertThat(names(topology)).containsExactly("host1", "host2", "leaf1");
    assertThat(topology.links()).containsExactly(new Link(0, 2, 100 * G, 7000), new Link(1, 2, 100 * G, 7000));
    assertThat(warnings).isEmpty();
  }

  @Test
  void tooManyNodesAreRefusedWhileReading() throws IOException {
    String text = "graph [" + IntStream.rangeClosed(0, StatedFabric.MOST_NODES).mapToObj(id -> "node[id " + id + "]")
        .collect(Collectors.joining("\n")) + "]\n";
    assertThatExceptionOfType(InputError.class).isThrownBy(() -> read("many.gml", text))
        .withMessageContaining("more than " + StatedFabric.MOST_NODES + " nodes");
  }

  @Test
  void apiOfNetBoxHasCablesOfInterfaces() throws IOException {
    String json = """
        {"count": 3, "next": null, "previous": null, "results": [
          {"id": 1, "display": "#1", "type": "mmf-om4", "status": {"value": "connected", "label": "Connected"}, "length": 10.0,
           "length_unit": {"value": "m", "label": "Meters"},
           "a_terminations": [{"object_type": "dcim.interface", "object_id": 7, "object":
             {"id": 7, "display": "eth0", "device": {"id": 1, "display": "server1", "name": "server1"}, "name": "eth0", "cable": 1}}],
           "b_terminations": [{"object_type": "dcim.interface", "object_id": 8, "object":
             {"id": 8, "display": "et-0/0/0", "device": {"id": 2, "name": "leaf1"}, "name": "et-0/0/0", "cable": 1}}]},
          {"id": 2, "length": null, "length_unit": null, "termination_a_type": "dcim.interface", "termination_b_type": "dcim.interface",
           "termination_a": {"id": 9, "device": {"name": "server2"}, "name": "eth0"},
           "termination_b": {"id": 10, "device": {"name": "leaf1"}, "name": "et-0/0/1"}},
          {"id": 3, "a_terminations": [{"object_type": "dcim.powerport", "object": {"name": "psu", "device": {"name": "server2"}}}],
           "b_terminations": [{"object_type": "dcim.poweroutlet", "object": {"name": "1", "device": {"name": "pdu"}}}]}]}
        """;
    Topology topology = read("cables.json", json, new CableDefaults(100 * G, 7000, ""));
    assertThat(names(topology)).containsExactly("server1", "server2", "leaf1");
    assertThat(topology.links()).containsExactly(new Link(0, 2, 100 * G, 50_000), new Link(1, 2, 100 * G, 7000));
    assertThat(warnings).hasSize(1).first().asString().endsWith(":11: this cable ends at 'dcim.powerport' and is passed over");
    assertThatExceptionOfType(InputError.class)
        .isThrownBy(() -> read("cables.json", json.replace("\"next\": null", "\"next\": \"https://x/\"")))
        .withMessageContaining("'next' names another one");
  }

  @Test
  void apiOfNetBoxHasCablesThroughPanels() throws IOException {
    String ends = """
        {"id": %d, "length": %d, "a_terminations": [{"object_type": "dcim.%s", "object": {"name": "%s", "device": {"name": "%s"}}}],
         "b_terminations": [{"object_type": "dcim.%s", "object": {"name": "%s", "device": {"name": "%s"}}}]}
        """;
    String json = "{\"next\": null, \"results\": ["
        + String.join(",", ends.formatted(1, 3, "interface", "eth0", "server1", "frontport", "1", "panel"),
            ends.formatted(2, 7, "interface", "et-1", "leaf1", "rearport", "1", "panel"),
            ends.formatted(3, 5, "interface", "et-2", "leaf1", "interface", "eth0", "server2"))
        + "]}";
    Topology topology = read("cables.json", json, new CableDefaults(100 * G, 0, "server*"));
    assertThat(names(topology)).containsExactly("server1", "server2", "leaf1");
    assertThat(topology.links()).containsExactlyInAnyOrder(new Link(0, 2, 100 * G, 50_000), new Link(2, 1, 100 * G, 25_000));
  }

  @Test
  void containerlabHasLinksInTwoForms() throws IOException {
    Topology topology = read("lab.clab.yml", """
        name: fabric
        x-linux: &linux
          kind: linux
          image: alpine
        topology:
          kinds:
            nokia_srlinux: {image: "ghcr.io/nokia/srlinux"}
          nodes:
            h1: {<<: *linux, exec: ["ip link"]}
            h2:
              kind: linux
              labels: {note: ""}
            frr-spine: {kind: linux}
            leaf1: {kind: nokia_srlinux, group: leaf}
            collector: {kind: linux}
            viewer: {kind: linux}
            x9: {kind: nokia_srlinux}
          links:
            - endpoints: ["h1:eth1", "leaf1:e1-1"]
            - endpoints: ["h1:eth2", "x9:e1-1"]
            - type: veth-stitch
              endpoints:
                - {node: h2, interface: eth1}
                - {node: x9, interface: e1-2, mac: "02:00:00:00:00:01"}
              vars: {rate: 400Gbps, delay: 1us}
            - endpoints: ["leaf1:e1-49", "frr-spine:eth1"]
            - endpoints: ["x9:e1-49", "frr-spine:eth2"]
            - endpoints: ["x9:mgmt", "mgmt-net:x9"]
            - type: host
              endpoint: {node: x9, interface: e1-50}
              host-interface: x9-e1-50
        """, new CableDefaults(100 * G, 500_000, ""));
    assertThat(names(topology)).containsExactly("h1", "h2", "frr-spine", "leaf1", "x9");
    assertThat(topology.hosts()).containsExactly(0, 1);
    assertThat(topology.links()).hasSize(5).contains(new Link(1, 4, 400 * G, 1_000_000), new Link(0, 3, 100 * G, 500_000));
    assertThat(warnings).containsExactly(
        folder.resolve("lab.clab.yml")
            + ":28: this link leads out of the lab, to 'mgmt-net', and is passed over (and 1 more like this)",
        folder.resolve("lab.clab.yml")
            + ":15: node 'collector' has no link to another node of the lab, and is left out (and 1 more like this)");
  }

  @Test
  void containerlabMergesLists() throws IOException {
    Topology topology = read("lab.clab.yml", """
        x-fast: &fast {rate: 400Gbps, delay: 1us}
        x-far: &far {rate: 10Gbps, delay: 5us, loss: ""}
        x-switch: &switch {kind: nokia_srlinux}
        x-stitch: &stitch {type: veth-stitch, vars: {<<: [*fast, *far]}}
        x-leaves: &leaves {leaf1: {<<: [*switch, *fast]}}
        topology:
          nodes:
            <<: [*leaves]
            h1: {kind: linux}
            h2: {<<: [*switch], kind: linux}
          links:
            - {<<: [*stitch], endpoints: ["h1:eth1", "leaf1:e1-1"]}
            - {endpoints: ["h2:eth1", "leaf1:e1-2"], vars: {delay: 2us, <<: [*far, *fast]}}
        """, new CableDefaults(100 * G, 500_000, ""));
    assertThat(names(topology)).containsExactlyInAnyOrder("h1", "h2", "leaf1");
    assertThat(topology.hosts()).hasSize(2);
    assertThat(topology.links()).extracting(Link::rateBitsPerSec, Link::delayPs)
        .containsExactlyInAnyOrder(tuple(400 * G, 1_000_000L), tuple(10 * G, 2_000_000L));
  }

  private static final String LAUGHS = """
      <?xml version="1.0"?>
      <!DOCTYPE lolz [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;">]>
      <graphml><graph edgedefault="undirected"><node id="&c;"/></graph></graphml>
      """;

  /** Each is refused in one line, within seconds and little memory; none reads another file. */
  @ParameterizedTest
  @ValueSource(strings = {"laughs", "external", "entity", "deep xml", "deep yaml", "deep json", "deep dot", "dot product",
      "yaml aliases", "yaml merges", "long line", "self alias"})
  void hostileFilesAreRefused(String what) throws IOException {
    Files.writeString(folder.resolve("secret.txt"), "TOP-SECRET-NAME");
    String text = switch (what) {
      case "laughs" -> LAUGHS;
      case "external" -> "<!DOCTYPE x [<!ENTITY e SYSTEM \"" + folder.resolve("secret.txt").toUri()
          + "\">]>\n<graphml><graph><node id=\"a\"><data key=\"label\">&e;</data></node></graph></graphml>\n";
      case "entity" -> "<graphml><graph><node id=\"a\"><data key=\"label\">&e;</data></node></graph></graphml>\n";
      case "deep xml" -> "<graphml>" + "<a>".repeat(200_000);
      case "deep yaml" -> "topology:\n  nodes: " + "[".repeat(200_000) + "\n";
      case "deep json" -> "{\"nodes\": " + "[".repeat(200_000);
      case "deep dot" -> "graph " + "{ ".repeat(200_000);
      case "dot product" -> "graph { {" + words("a", 5000) + "} -- {" + words("b", 5000) + "} }";
      case "yaml aliases" -> "topology:\n  nodes: &a {x: {}, y: {}}\n  links: [&b [*a,*a,*a], &c [*b,*b,*b], [*c,*c,*c]]\n";
      case "yaml merges" -> merges();
      case "self alias" -> "topology: &t\n  nodes: *t\n  links: [*t]\n";
      default -> "graph { \"" + "x".repeat(3_000_000) + "\" -- b }";
    };
    Path file = Files.writeString(folder.resolve("h.dat"), text);
    Path scenario = Files.writeString(folder.resolve("h.yaml"),
        "topology: file(h.dat, rate=1Gbps, delay=1us)\nflows: permutation\n");
    Program program = Program.run("check", scenario.toString());
    assertThat(program.exit()).as(what + " " + program.err()).isEqualTo(2);
    assertThat(program.err()).as(what).contains(file.toString()).doesNotContain("TOP-SECRET", "Exception", "sorry");
    assertThat(program.err().length()).as(what).isLessThan(150_000);
  }

  /** A mapping merges another one 100 times, which merges a third one 100 times, and so on. */
  private static String merges() {
    var text = new StringBuilder("m0: &m0 {x: y}\n");
    for (int level = 1; level <= 8; level++) {
      text.append("m").append(level).append(": &m").append(level).append(" {").append(("<<: *m" + (level - 1) + ", ").repeat(100))
          .append("x: y}\n");
    }
    return text + "topology:\n  nodes: {a: {kind: linux}}\n  links: [*m8]\n";
  }

  private static String words(String prefix, int count) {
    var words = new StringBuilder();
    IntStream.range(0, count).forEach(at -> words.append(prefix).append(at).append(' '));
    return words.toString();
  }
}
