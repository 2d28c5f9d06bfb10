package dev.inflight.lab.cables;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.inflight.lab.Program;
import dev.inflight.lab.fabric.TopologyFormat;
import dev.inflight.lab.files.FileTopology;
import dev.inflight.lab.read.Notices;
import dev.inflight.net.topology.Star;
import dev.inflight.net.topology.shape.Topologies;
import dev.inflight.net.topology.Topology;
import dev.inflight.net.topology.Topology.Link;
import dev.inflight.net.topology.TopologyGenerator;
import dev.inflight.net.topology.name.GivenNames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Every shape in every format that can hold it reads back as the same topology, and runs alike. */
class FabricRoundTripTest {
  @TempDir
  private Path folder;

  static Stream<Arguments> shapesAndFormats() {
    return Topologies.ALL.stream()
        .flatMap(shape -> Stream.of(TopologyFormat.values()).map(format -> Arguments.of(shape.name(), shape, format)));
  }

  private static Topology back(String name, String text, Path folder) throws IOException {
    return Notices.collect(new ArrayList<>(), () -> new FileTopology(write(folder.resolve(name), text)).build());
  }

  private static String write(Path path, String text) {
    try {
      return Files.writeString(path, text).toString();
    } catch (IOException failed) {
      throw new AssertionError(failed);
    }
  }

  private static List<String> names(Topology topology) {
    return IntStream.range(0, topology.nodeCount()).mapToObj(topology.names()::name).toList();
  }

  private static void isSame(Topology back, Topology topology, boolean withNames) {
    assertThat(back.nodeCount()).isEqualTo(topology.nodeCount());
    assertThat(back.hosts()).isEqualTo(topology.hosts());
    assertThat(back.links()).isEqualTo(topology.links());
    if (withNames) {
      assertThat(names(back)).isEqualTo(names(topology));
    }
  }

  /** htsim holds trees of hosts with one cable; every other format holds every shape but SimAI, where a host is in servers of two sizes. */
  @ParameterizedTest(name = "{0} as {2}")
  @MethodSource("shapesAndFormats")
  void shapesReadBack(String name, TopologyGenerator shape, TopologyFormat format) throws IOException {
    Topology topology = shape.build();
    var notes = new ArrayList<String>();
    boolean isTree = List.of("leaf-spine", "fat-tree", "k-ary").contains(name);
    if (format == TopologyFormat.HTSIM && !isTree) {
      assertThatExceptionOfType(IllegalArgumentException.class).isThrownBy(() -> format.write(topology, notes))
          .withMessageStartingWith("the format htsim cannot hold this topology: ");
      return;
    }
    Topology back = back(format == TopologyFormat.HTSIM ? "t.topo" : "t.txt", format.write(topology, notes), folder);
    if (format == TopologyFormat.HTSIM && !name.equals("leaf-spine")) {
      assertThat(back.links()).hasSameSizeAs(topology.links());
      assertThat(notes).anyMatch(note -> note.startsWith("htsim numbers the switches of the top tier otherwise"));
      return;
    }
    isSame(back, topology, format.ordinal() <= TopologyFormat.JSON.ordinal());
  }

  @ParameterizedTest
  @CsvSource({"star(hosts=5),csv", "leaf-spine,htsim", "leaf-spine,graphml", "'fat-tree(pods=2, cores=4, hostsPerTor=2)',authors",
      "rail-optimized,simai", "'rail-optimized(groups=1, gpusPerServer=2)',json", "dragonfly(groups=3),dot", "parking-lot,csv",
      "dual-plane,csv", "'torus(x=3, y=2)',graphml", "'rail-optimized(groups=1, server=mesh, nicsPerGpu=2, planes=2)',csv",
      "'rail-optimized(cores=8, server=ring)',json"})
  void runOverAWrittenFabricHasTheSameFingerprint(String shape, String format) throws IOException {
    Path file = folder.resolve("t." + (format.equals("htsim") ? "topo" : format));
    Program export = Program.run("topology", shape, "--format", format, "-o", file.toString());
    assertThat(export.exit()).as(export.toString()).isZero();
    String flows = "flows: permutation(size=50KB)\nscheme: dcqcn\ntelemetry: int\n";
    Files.writeString(folder.resolve("shape.yaml"), "topology: " + shape + "\n" + flows);
    Files.writeString(folder.resolve("file.yaml"), "topology: file(" + file.getFileName() + ")\n" + flows);
    for (String each : new String[] {"shape", "file"}) {
      Program run = Program.run("run", folder.resolve(each + ".yaml").toString(), "--out", folder.resolve(each).toString());
      assertThat(run.exit()).as(run.toString()).isZero();
    }
    assertThat(fingerprint("file")).isEqualTo(fingerprint("shape")).contains("fingerprint");
  }

  private String fingerprint(String out) throws IOException {
    return Files.readAllLines(folder.resolve(out).resolve("summary.json")).stream().filter(line -> line.contains("fingerprint"))
        .findFirst().orElseThrow();
  }

  /** Random graphs with switches between hosts, nodes without cables, parallel cables, losses, odd rates and names of all letters. */
  @ParameterizedTest
  @EnumSource(value = TopologyFormat.class, names = {"CSV", "DOT", "GRAPHML", "JSON", "AUTHORS"})
  void randomGraphsReadBack(TopologyFormat format) throws IOException {
    for (long seed = 1; seed <= 40; seed++) {
      var random = new Random(seed);
      int nodes = 2 + random.nextInt(12);
      var switches = new BitSet();
      IntStream.range(0, nodes).filter(_ -> random.nextInt(3) == 0).forEach(switches::set);
      switches.clear(nodes - 1);
      switches.set(0, seed % 2 == 0);
      if (switches.isEmpty()) {
        switches.set(0);
      }
      var links = new ArrayList<Link>();
      for (int link = 0; link < 1 + random.nextInt(20); link++) {
        int a = random.nextInt(nodes);
        links.add(new Link(a, (a + 1 + random.nextInt(nodes - 1)) % nodes, 1_000_000 + random.nextInt(Integer.MAX_VALUE),
            random.nextInt(3_000_000), random.nextInt(4) == 0 ? random.nextDouble() : 0));
      }
      var topology = new Topology(nodes, switches, links);
      Topology named = topology.named(new GivenNames(topology.names(), Map.of(0, "a \"b\" <c> & d", 1, "#é,ü;" + seed + "\\N")));
      Topology back = back("r.txt", format.write(named, new ArrayList<>()), folder);
      isSame(back, named, format != TopologyFormat.AUTHORS);
    }
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {"htsim|dual-plane|its hosts have one cable, and host 0 has 2",
      "htsim|star(hosts=4)|it has trees of 2 or 3 tiers of switches, and here are 1",
      "htsim|leaf-spine(delay=1500ps)|its delays are whole ns", "htsim|leaf-spine(hostRate=1500Mbps)|its rates are whole Gb/s",
      "htsim|leaf-spine(hostsPerLeaf=9)|its oversubscription is a whole number, and here is 900 to 800 Gb/s"})
  void reportsWhyAFormatCannotExpressAFabric(String format, String shape, String why) {
    Program program = Program.run("topology", shape, "--format", format);
    assertThat(program.exit()).isEqualTo(2);
    assertThat(program.out()).isEmpty();
    assertThat(program.err()).contains("the format " + format + " cannot hold this topology: " + why);
  }

  @Test
  void rejectsNamesInTwoSpellings() {
    Topology star = new Star(3, 1_000_000_000, 1000).build();
    Topology named = star.named(new GivenNames(star.names(), Map.of(0, "gpu-1", 1, "GPU_01")));
    assertThatExceptionOfType(IllegalArgumentException.class).isThrownBy(() -> TopologyFormat.CSV.write(named, new ArrayList<>()))
        .withMessageContaining("cannot hold this topology: read back, it gives topology:3: node 'GPU_01' is spelled 'gpu-1'");
  }

  @Test
  void tableStatesTiersOversubscriptionAndBisection() {
    Program rails = Program.run("topology", "rail-optimized(spines=2)");
    assertThat(rails.out().lines().toList()).as(rails.toString()).containsExactly("64 hosts, 26 switches, 160 cables",
        "  64 hosts with 1 x 1.60 Tb/s in the server and 1 x 400 Gb/s",
        "tier        switches  names                             ports down  up  rate down  up         oversubscription",
        "in servers  8         server0-switch to server7-switch  64          0   102 Tb/s",
        "1           16        group0-rail0 to group1-rail7      64          32  25.6 Tb/s  12.8 Tb/s  2:1",
        "2           2         spine0 to spine1                  32          0   12.8 Tb/s",
        "bisection: 6.40 Tb/s from the first half of the hosts to the second, 50.0 % of their total rate");
    assertThat(Program.run("topology", "leaf-spine").out()).contains("1:1").contains("100.0 % of their total rate");
    assertThat(Program.run("topology", "leaf-spine(spines=1, uplinksPerSpine=1)").out()).contains("2:1").contains("50.0 % of");
    assertThat(Program.run("topology", "dumbbell").out()).contains("bisection: 100 Gb/s").contains("8, 2 across");
  }

  @Test
  void readsScenariosAndTopologyFiles() throws IOException {
    Files.writeString(folder.resolve("s.yaml"), "topology: star(hosts=3)\nflows: permutation\nnames: {0: alpha}\n");
    Program csv = Program.run("topology", folder.resolve("s.yaml").toString(), "--format", "CSV", "--set",
        "topology=star(hosts=2)");
    assertThat(csv.out()).isEqualTo("""
        a,a_port,b,b_port,rate,delay,a_role,b_role
        alpha,1,switch2,1,100Gbps,1us,host,switch
        host1,1,switch2,2,100Gbps,1us,host,switch
        """.replace("switch2,", "center,"));
    Files.writeString(folder.resolve("t.csv"), csv.out());
    Program dot = Program.run("topology", folder.resolve("t.csv").toString(), "--format", "dot");
    assertThat(dot.out()).contains("\"alpha\" -- \"center\" [rate=\"100Gbps\", delay=\"1us\"];");
    Program there = Program.run("topology", "star", "--format", "csv", "-o", folder.resolve("t.csv").toString());
    assertThat(there.exit()).isEqualTo(2);
    assertThat(there.err()).contains("this file exists already; give another name, or overwrite it with --force");
    assertThat(Files.readString(folder.resolve("t.csv"))).isEqualTo(csv.out());
    Program none = Program.run("topology", "leaf-spin");
    assertThat(none.exit()).isEqualTo(2);
    assertThat(none.err()).contains("unknown topology 'leaf-spin'; did you mean 'leaf-spine'?");
  }
}
