package dev.inflight.lab.cables;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

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
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tables of LLDP neighbors in the layouts of EOS, SONiC, NX-OS and Cumulus Linux. */
class LldpTablesTest {
  private static final long G = 1_000_000_000L;
  private static final long DELAY_PS = 500_000;

  @TempDir
  private Path folder;

  private final List<String> warnings = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();

  private Topology read(String text) throws IOException {
    return read("lldp.txt", text);
  }

  private Topology read(String name, String text) throws IOException {
    String path = Files.writeString(folder.resolve(name), text).toString();
    return Notices.collect(warnings, notes, () -> new FileTopology(path, 400 * G, DELAY_PS, "").build());
  }

  private static List<String> names(Topology topology) {
    return IntStream.range(0, topology.nodeCount()).mapToObj(topology.names()::name).toList();
  }

  private static Link link(int a, int b) {
    return new Link(a, b, 400 * G, DELAY_PS);
  }

  @Test
  void cableInTheTablesOfBothEndsCountsOnce() throws IOException {
    Topology topology = read("""
        ==> lldp/leaf1.txt <==
        Last table change time   : 1:45:03 ago
        Number of table inserts  : 11

        Port          Neighbor Device ID       Neighbor Port ID    TTL
        ---------- ------------------------ ---------------------- ---
        Et1           spine1.lab.example       Ethernet1           120
        Et2           spine1.lab.example       Ethernet2           120
        Et3           gpu-0                    0c42.a188.0a1c      120
        Ma1           spine1.lab.example       Management1         120

        ==> lldp/spine1.txt <==
        Port          Neighbor Device ID       Neighbor Port ID    TTL
        ---------- ------------------------ ---------------------- ---
        Et1           leaf1.lab.example        Ethernet1           120
        Et2           leaf1.lab.example        Ethernet2           120
        """);
    assertThat(names(topology)).containsExactly("gpu-0", "leaf1", "spine1");
    assertThat(topology.links()).containsExactly(link(1, 2), link(1, 2), link(1, 0));
    assertThat(warnings)
        .containsExactly(folder.resolve("lldp.txt") + ":10: port 'Ma1' is for management, so this line is skipped");
  }

  @Test
  void promptNamesTheDeviceAndSonicsDescriptionNamesThePort() throws IOException {
    Topology topology = read("""
        admin@leaf1:~$ show lldp table
        Capability codes: (R) Router, (B) Bridge, (O) Other
        LocalPort    RemoteDevice    RemotePortID       Capability    RemotePortDescr
        -----------  --------------  -----------------  ------------  -----------------
        Ethernet4    spine1          fortyGigE0/4       BR            Ethernet8
        Ethernet8    spine1          fortyGigE0/0       BR            Ethernet0
        Ethernet12   gpu-0           0c:42:a1:88:0a:1d  R             Interface   8 as enp5s0f0
        eth0         spine1          0c:69:cf:50:00:00  BR            eth0
        --------------------------------------------------
        Total entries displayed:  4
        admin@spine1:~$ show lldp table
        LocalPort    RemoteDevice    RemotePortID       Capability    RemotePortDescr
        -----------  --------------  -----------------  ------------  -----------------
        Ethernet0    leaf1           fortyGigE0/8       BR            Ethernet8
        Ethernet8    leaf1           fortyGigE0/4       BR            Ethernet4
        """);
    assertThat(names(topology)).containsExactly("gpu-0", "leaf1", "spine1");
    assertThat(topology.links()).containsExactly(link(1, 2), link(1, 2), link(1, 0));
  }

  @Test
  void portsThatOnlyNeighborsNameArePairedInOrder() throws IOException {
    String tables = """
        leaf1# show lldp neighbors
        Port          Neighbor Device ID       Neighbor Port ID    TTL
        Et1           spine1                   0c69.cf50.0001      120
        Et2           spine1                   0c69.cf50.0002      120
        Et3           gpu-0                    nic0                120
        spine1# show lldp neighbors
        Port          Neighbor Device ID       Neighbor Port ID    TTL
        Et7           leaf1                    0c69.cf50.1001      120
        """;
    assertThatExceptionOfType(InputError.class).isThrownBy(() -> read(tables)).withMessageContaining(
        ":3: the tables of leaf1 and spine1 list 2 and 1 cables between them with names of ports that the other table does not");
    Topology topology = read(tables + "Et8           leaf1                    0c69.cf50.1002      120\n");
    assertThat(topology.links()).containsExactly(link(1, 2), link(1, 2), link(1, 0));
    assertThat(notes).anyMatch(note -> note.contains("paired in the order of the tables"));
  }

  @Test
  void longNamesContinueInTheNextLine() throws IOException {
    Topology topology = read("""
        tor3# show lldp neighbors
        Capability codes:
          (R) Router, (B) Bridge, (T) Telephone, (C) DOCSIS Cable Device
        Device ID            Local Intf      Hold-time  Capability  Port ID \s
        a-long-name-of-a-gpu-server-2
                             Eth1/1          120        BR          eth0
        gpu-3                Eth1/2          120
                             Eth1/3          120
        Total entries displayed: 3
        tor3#
        """);
    assertThat(names(topology)).containsExactly("a-long-name-of-a-gpu-server-2", "gpu-3", "tor3");
    assertThat(topology.links()).containsExactly(link(2, 0), link(2, 1));
    assertThat(warnings).containsExactly(folder.resolve("lldp.txt") + ":8: the neighbor has no name, so this line is skipped");
  }

  @Test
  void speedIsTheRateAndTheFileNamesTheDeviceWithoutAPrompt() throws IOException {
    Topology topology = read("leaf4.txt", """
        LocalPort  Speed  Mode     RemoteHost       RemotePort
        ---------  -----  -------  ---------------  -----------------
        eth0       1G     Mgmt     oob-mgmt-switch  swp10
        swp1       25G    Default  gpu-4            44:38:39:00:00:32
        swp2       N/A    Default  gpu-5            44:38:39:00:00:33
        """);
    assertThat(names(topology)).containsExactly("gpu-4", "gpu-5", "leaf4");
    assertThat(topology.links()).containsExactly(new Link(2, 0, 25 * G, DELAY_PS), link(2, 1));
  }

  @Test
  void valuesOutsideTheirColumnsAreReadOnlyIfAllArePresent() throws IOException {
    String header = "LocalPort    RemoteDevice    RemotePortID    Capability\n";
    Topology topology = read(header + "Ethernet0    a-server-with-a-name-of-many-letters Ethernet4 BR\n"
        + "Ethernet4    gpu-1           nic0            O\n");
    assertThat(names(topology)).containsExactly("a-server-with-a-name-of-many-letters", "gpu-1", "lldp");
    assertThatExceptionOfType(InputError.class)
        .isThrownBy(() -> read(header + "Ethernet0    a-server-with-a-name-of-many-letters Ethernet4\n"))
        .withMessageContaining(":2: the values of this line are not below the names of the columns");
  }
}
