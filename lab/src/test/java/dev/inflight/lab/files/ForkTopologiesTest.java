package dev.inflight.lab.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.Notices;
import dev.inflight.net.topology.Topology;
import dev.inflight.net.topology.Topology.Link;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Topology files of the HPCC authors' simulator and of its forks, each a switch with two hosts: the same fabric, or a refusal. */
class ForkTopologiesTest {
  private static final String CABLES = "2\n0 2 100Gbps 1us 0\n1 2 100Gbps 1us 0\n";
  private static final long RATE = 100_000_000_000L;
  private static final long US = 1_000_000;

  @TempDir
  private Path folder;

  private final List<String> warnings = new ArrayList<>();

  private Topology read(String text) throws IOException {
    Path file = Files.writeString(folder.resolve("t.txt"), text.replace("\\n", "\n"));
    return Notices.collect(warnings, () -> new FileTopology(file.toString()).build());
  }

  private void refuses(String text, String message) {
    assertThatExceptionOfType(InputError.class).isThrownBy(() -> read(text)).withMessage(folder.resolve("t.txt") + ":" + message);
  }

  /** HPCC; ns3-datacenter's PowerTCP and Reverie; SimAI and a fork of it; IntCC, whose third number counts further switches. */
  @ParameterizedTest
  @ValueSource(strings = {"3 1 2", "3 1 1 2", "3 1 1 2 25000000000 1e11", "3 2 0 1 2 A100", "3 2 1 0 2 H800", "3 2 0 1 2 H100 2",
      "3 1 0 2", "3\t1  2"})
  void readsHeadersOfForks(String header) throws IOException {
    Topology topology = read(header + "\n" + CABLES);
    assertThat(topology.hosts()).containsExactly(0, 1);
    assertThat(topology.links()).containsExactly(new Link(0, 2, RATE, US), new Link(1, 2, RATE, US));
    assertThat(warnings).isEmpty();
  }

  @Test
  void readsASecondListOfSwitches() throws IOException {
    Topology topology = read("4 1 1 3\n2\n3\n0 2 100Gbps 1us 0\n1 2 100Gbps 1us 0\n2 3 100000000000 0.001 0\n");
    assertThat(topology.hosts()).containsExactly(0, 1);
    assertThat(topology.links()).last().isEqualTo(new Link(2, 3, RATE, 1_000_000_000));
  }

  /** Floodgate and Pyrrha: nodes, switches, hosts of a rack, ToRs, cores, links; cables in Gb/s and nanoseconds, without loss. */
  @Test
  void readsCablesInGigabitsAndNanoseconds() throws IOException {
    Topology topology = read("3 1 2 1 0 2\n2\n0 2 100 1000\n1 2 40 600\n");
    assertThat(topology.links()).containsExactly(new Link(0, 2, RATE, US), new Link(1, 2, 40_000_000_000L, 600_000));
  }

  @Test
  void fileNamedAsHtsimsMayBeOfTheAuthorsForm() throws IOException {
    Path file = Files.writeString(folder.resolve("t.topo"), "3 1 2\n" + CABLES);
    assertThat(new FileTopology(file.toString()).build().links()).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"first line: nodes, switches, links", "0 2 100Gbps 1us 0", "0 9 x", "2 3 4"})
  void warnsOfLinesBehindTheCount(String left) throws IOException {
    assertThat(read("3 1 2\n" + CABLES + "\n" + left + "\n").links()).hasSize(2);
    assertThat(warnings)
        .containsExactly(folder.resolve("t.txt") + ":6: 1 line from here on is not read: line 1 announces 2 links");
  }

  @Test
  void countsLinesBehindTheCount() throws IOException {
    read("3 1 1\n" + CABLES + "a\n\nb");
    assertThat(warnings)
        .containsExactly(folder.resolve("t.txt") + ":4: 3 lines from here on are not read: line 1 announces 1 link");
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {"25000000000.0|25000000000", "1e11|100000000000", "12.5GB/s|100000000000",
      "100Gb/s|100000000000", "3125MBps|25000000000", "1Mib/s|1048576", "40Gbps|40000000000", "0.1Tbps|100000000000"})
  void readsRatesOfNs3(String rate, long bitsPerSec) throws IOException {
    assertThat(read("3 1 2\n" + CABLES.replace("100Gbps", rate)).links()).allMatch(link -> link.rateBitsPerSec() == bitsPerSec);
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {"0.001ms|1000000", "1us|1000000", "1e3ns|1000000", "0.000001|1000000", "1e-6|1000000",
      "5000fs|5", "0.0005ms|500000"})
  void readsDelaysOfNs3(String delay, long ps) throws IOException {
    assertThat(read("3 1 2\n" + CABLES.replace("1us", delay)).links()).allMatch(link -> link.delayPs() == ps);
  }

  /** A delay below a picosecond, or a rate that is no whole number of bit/s, is cut, with one warning of each kind. */
  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {
      "1us|0.0000333333333ms|33333|time '0.0000333333333ms' is finer than a picosecond and is read as 33333ps",
      "1us|0.5ps|0|time '0.5ps' is finer than a picosecond and is read as 0ps",
      "1us|1.0000005us|1000000|time '1.0000005us' is finer than a picosecond and is read as 1us",
      "1us|1e-6000fs|0|time '1e-6000' does not fit",
      "100Gbps|33.3333333333Gbps|33333333333|rate '33.3333333333Gbps' is finer than a bit/s and is read as 33333333333bps",
      "100Gbps|12500000000.7|12500000000|rate '12500000000.7' is finer than a bit/s and is read as 12500Mbps"})
  void warnsOfValuesFinerThanTheirUnit(String usual, String written, long value, String message) throws IOException {
    String text = "3 1 2\n" + CABLES.replace(usual, written);
    if (!message.contains("is read as")) {
      assertThatExceptionOfType(InputError.class).isThrownBy(() -> read(text))
          .withMessageStartingWith(folder.resolve("t.txt") + ":3: " + message);
      return;
    }
    assertThat(read(text).links()).allMatch(link -> (usual.equals("1us") ? link.delayPs() : link.rateBitsPerSec()) == value);
    assertThat(warnings).containsExactly(folder.resolve("t.txt") + ":3: " + message + " (and 1 more like this)");
  }

  @Test
  void warnsOfLossOfPrecisionInGigabitsAndNanoseconds() throws IOException {
    assertThat(read("3 1 2 1 0 2\n2\n0 2 33.3333333333 1000.0005\n1 2 40 600\n").links().getFirst())
        .isEqualTo(new Link(0, 2, 33_333_333_333L, US));
    assertThat(warnings).containsExactly(
        folder.resolve("t.txt") + ":3: rate '33.3333333333Gbps' is finer than a bit/s and is read as 33333333333bps",
        folder.resolve("t.txt") + ":3: time '1000.0005ns' is finer than a picosecond and is read as 1us");
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {"3 1 3\\n2\\n0 2 100Gbps 1us 0\\n1 2 100Gbps 1us 0|1: the number of links is 3, found 2",
      "3 1 2\\n2 1\\n0 2 100Gbps 1us 0|2: the number of switches in line 1 is 1, found 2",
      "4 1 2 1\\n2 1\\n0 2 100Gbps 1us 0|2: the number of switches in line 1 is 1, or 3 with the third number, found 2",
      "3 1 2\\n2\\n0 2 100Gbps 1us 0 x|3: expected 5 values (node node rate delay loss-rate), found 6",
      "3 1 2\\n2\\n0 2 100 1us 0|3: rate '100' has no unit, and ns-3 reads it as 100 bit/s; write it as in 100Gbps",
      "3 1 2\\n2\\n0 2 100Gbps 1000 0|3: time '1000' has no unit, and ns-3 reads it as 1000 seconds; write it as in 1000us",
      "3 1 2\\n2\\n0 2 100gbps 1us 0|3: rate '100gbps' has the unknown unit 'gbps'; did you mean 'Gbps'? known: Tbps, Tb/s, Tbit/s,"
          + " Gbps, Gb/s, Gbit/s, Mbps, Mb/s, Mbit/s, kbps, kb/s, kbit/s, bps, b/s, bit/s, Kbps, Kb/s",
      "3 1 2 1 2|1: expected 3, 4 or 6 values (nodes switches links; nodes switches ToRs links, also with two rates in bit/s;"
          + " nodes gpus-per-server NVSwitches switches links GPU; or nodes switches hosts-per-rack ToRs cores links), found 5",
      "3 1 1 2 1 25000000000|1: the last two of six values are either both rates in bit/s (nodes switches ToRs links rate rate) or"
          + " both counts (nodes switches hosts-per-rack ToRs cores links), found 1 and 25000000000",
      "3 1 2 9 0 2|1: number of ToRs 9 is outside 0 to 1"})
  void rejectsMeaninglessValues(String text, String message) {
    refuses(text, message);
  }
}
