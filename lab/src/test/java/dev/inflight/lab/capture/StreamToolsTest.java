package dev.inflight.lab.capture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Wireshark's reading of the packets of connections: WRITEs, READs and their responses, rejections, datagrams. */
class StreamToolsTest {
  private static final Predicate<String> WIRESHARKS_OWN = name -> !name.startsWith("inflight.");

  @TempDir
  private static Path folder;

  private static WireCaptures captures;
  private static Tshark tshark;

  @BeforeAll
  static void find() {
    tshark = Tshark.plain(folder);
    captures = new WireCaptures(folder);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void wiresharkReadsEveryKindOfPacket(boolean ipv6) throws IOException {
    Path capture = StreamCaptures.ofEveryKind(folder, ipv6);
    Tshark.Comparison comparison = tshark.compare(capture, WIRESHARKS_OWN);
    assertThat(comparison.values()).isGreaterThan(1500);
    assertThat(comparison.complaints()).isSubsetOf(ipv6 ? List.of(TsharkTest.NO_CHECKSUM) : List.of());
    String summary = tshark.text(capture);
    assertThat(summary).contains("RDMA Write First", "RDMA Write Middle", "RDMA Write Last", "RDMA Write Only",
        "RDMA Read Request", "RDMA Read Response First", "RDMA Read Response Middle", "RDMA Read Response Last",
        "RDMA Read Response Only", "[PSN Sequence Error]", "[Remote Access Error]", "VENDOR");
  }

  @ParameterizedTest
  @CsvSource({"''", "'framing: rocev2-ipv6'"})
  void wiresharkReadsOperations(String more) throws IOException {
    Path capture = captures.of(StreamCaptures.operations() + more + "\n", "--scheme", "none");
    Tshark.Comparison comparison = tshark.compare(capture, WIRESHARKS_OWN);
    assertThat(comparison.values()).isGreaterThan(5000);
    assertThat(comparison.complaints()).isSubsetOf(more.isEmpty() ? List.of() : List.of(TsharkTest.NO_CHECKSUM));
  }

  /** The project's dissector too reads telemetry before READs and their responses, and its return for them. */
  @ParameterizedTest
  @CsvSource({"native, ''", "ifa, ''", "int, ''", "ioam, 'framing: rocev2-ipv6'"})
  void dissectorReadsOperationsWithTelemetry(String telemetry, String more) throws IOException {
    Path capture = captures.withTelemetry(StreamCaptures.operations() + more + "\n", telemetry);
    Tshark.Comparison comparison = Tshark.withOurs(folder).compare(capture, name -> true);
    assertThat(comparison.values()).isGreaterThan(5000);
    assertThat(comparison.complaints()).isSubsetOf(more.isEmpty() ? List.of() : List.of(TsharkTest.NO_CHECKSUM));
  }

  /** One READ of 2500 bytes: a request without payload, three packets back, each acknowledged, and the bytes between headers. */
  @Test
  void readIsARequestAndItsAnswer() throws IOException {
    Path capture = captures.ofPort("0:1", """
        topology: star(hosts=2)
        flows: rdma(op=read, from=0, to=1, size=2500B, messages=1)
        scheme: none
        """);
    List<String> names = List.of("infiniband.bth.opcode", "infiniband.bth.psn", "infiniband.reth.dmalen", "infiniband.aeth.msn",
        "udp.length");
    List<String> seen = tshark.fields(capture, names).stream().filter(row -> Tshark.number(row.getFirst().getFirst()) != 100)
        .map(row -> String.join(" ", row.stream().map(cell -> cell.isEmpty() ? "-" : cell.getFirst()).toList())).toList();
    assertThat(seen).containsExactlyInAnyOrder("12 0 2500 - 40", "17 0 - 1 28", "13 0 - 1 1028", "14 1 - - 1024", "15 2 - 1 528",
        "17 0 - 0 28", "17 1 - 0 28", "17 2 - 1 28");
  }
}
