package dev.inflight.lab.capture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.lab.JsonTree;
import dev.inflight.lab.Program;
import dev.inflight.lab.input.ScenarioReader;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.result.CaptureFiles;
import dev.inflight.lab.result.RunFolder;
import dev.inflight.lab.scenario.Catalog;
import dev.inflight.lab.scenario.Scenario;
import dev.inflight.net.link.Wire;
import dev.inflight.sim.Simulation;
import dev.inflight.sim.record.Recorder;
import dev.inflight.telemetry.DecodeStatus;
import dev.inflight.telemetry.DecodedHeader;
import dev.inflight.telemetry.DecodedHeader.Field;
import dev.inflight.telemetry.TelemetryFormat;
import dev.inflight.telemetry.format.Formats;
import dev.inflight.telemetry.format.p4int.IntFormat;
import dev.inflight.telemetry.format.pint.PintFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The telemetry that simulated switches write is the telemetry that {@code decode} prints of the run's capture, whatever its parameters. */
@Tag("sweep")
class CapturedParametersTest {
  private static final String SCENARIO = """
      topology: star(hosts=3)
      flows: incast(senders=2, size=4500B)
      """;
  /** Settings that change frames, each alone. */
  private static final List<String> ENCAPSULATIONS = List.of("", "framing: rocev2-ipv6\n", "authenticateFeedback: true\n",
      "recovery: irn\nlossRate: 0.1\n", "framing: tcp\nrecovery: tcp\ntelemetryPackets: probes\n",
      "framing: tcp-ipv6\nrecovery: tcp\ntelemetryPackets: probes\n", "telemetryPackets: probes\n", "feedback: notifications\n");

  /** Fields around IOAM's option in its extension header, which decode shows with the option instead. */
  private static final Set<String> OF_THE_OPTION = Set.of("nextHeader", "lengthBytes");

  /** Reasons why some formats and encapsulations are rejected, in words of the messages. */
  private static final String[] GOES_NOT = {"encloses a UDP header", "needs an IPv6 header; use framing",
      "as configured lacks one of them"};

  @TempDir
  private Path folder;
  /** One for all captures, of which each replaces the one before. */
  private RunFolder out;

  @BeforeEach
  void open() {
    out = RunFolder.create(folder.resolve("out"), false, RunFolder.Opener.DISK);
  }

  @AfterEach
  void close() {
    out.close();
  }

  /** One packet that a port sent. */
  private record Sent(long endPs, byte[] telemetry) {
  }

  static Stream<TelemetryFormat> formats() {
    return Formats.ALL.stream().filter(format -> format.reflectionCode() != 0);
  }

  /** Each value of each parameter in plain frames and in two of the other encapsulations, so that each of these has several values too. */
  @ParameterizedTest
  @MethodSource("formats")
  void decodePrintsTelemetryOfSwitches(TelemetryFormat prototype) throws IOException {
    List<String> specs = ParameterValues.specs(Catalog.TELEMETRY, prototype);
    int others = ENCAPSULATIONS.size() - 1;
    int compared = 0;
    for (int at = 0; at < specs.size(); at++) {
      compared += compare(specs.get(at), at == 0
          ? ENCAPSULATIONS
          : List.of(ENCAPSULATIONS.getFirst(), ENCAPSULATIONS.get(1 + at % others), ENCAPSULATIONS.get(1 + (at + 3) % others)));
    }
    assertThat(compared).isGreaterThan(300);
  }

  @Tag("sweep")
  @ParameterizedTest
  @MethodSource("formats")
  void decodePrintsTelemetryInEachEncapsulation(TelemetryFormat prototype) throws IOException {
    int compared = 0;
    for (String spec : ParameterValues.specs(Catalog.TELEMETRY, prototype)) { // some go with no encapsulation
      compared += compare(spec, ENCAPSULATIONS);
    }
    assertThat(compared).isGreaterThan(300);
  }

  /** Returns how many headers with a hop were compared. */
  private int compare(String spec, List<String> encapsulations) throws IOException {
    int compared = 0;
    for (String encapsulation : encapsulations) {
      Optional<Scenario> scenario = scenario(SCENARIO + "telemetry: '" + spec + "'\n" + encapsulation);
      if (scenario.isPresent()) {
        compared += compare(scenario.get(), spec + " " + encapsulation);
      }
    }
    return compared;
  }

  private Optional<Scenario> scenario(String yaml) throws IOException {
    try {
      return Optional.of(ScenarioReader.read(Files.writeString(folder.resolve("s.yaml"), yaml)));
    } catch (InputError refused) {
      assertThat(refused.getMessage()).as("what a format does not go with").containsAnyOf(GOES_NOT);
      return Optional.empty();
    }
  }

  /** Returns how many headers with a hop were compared. */
  private int compare(Scenario scenario, String which) {
    TelemetryFormat format = scenario.setup().telemetry();
    List<Sent> sent = sent(scenario);
    List<Map<String, Object>> decoded = decoded(out.path().resolve("pcap/all.pcap"));
    assertThat(decoded).as(which).hasSameSizeAs(sent);
    int compared = 0;
    for (int packet = 0; packet < sent.size(); packet++) {
      Map<String, Object> line = decoded.get(packet);
      String name = which + ", packet " + (packet + 1) + " " + line;
      assertThat(line.getOrDefault("icrc", "ok")).as(name).isEqualTo("ok");
      assertThat(line).as(name).doesNotContainKeys("wrong", "unknown", "telemetry2");
      byte[] telemetry = sent.get(packet).telemetry;
      @Nullable
      Object header = line.containsKey("telemetry") ? line.get("telemetry") : line.get("reflection");
      if (telemetry.length == 0) {
        if (header == null || format.blankBytes() == 0) {
          assertThat(header).as(name).isNull();
        } else {
          assertThat(map(header).get("hops")).as(name + ": what stands in a header's place").isEqualTo(List.of());
        }
        continue;
      }
      DecodedHeader written = format.describe(telemetry, 0, telemetry.length);
      assertThat(written.outcome()).as(name).isEqualTo(DecodeStatus.READ);
      assertThat(header).as(name).isInstanceOf(Map.class);
      assertSame(map(header), written, name);
      compared++;
    }
    return compared;
  }

  private static void assertSame(Map<String, Object> decoded, DecodedHeader written, String name) {
    assertThat(decoded.get("format")).as(name).isEqualTo(written.format());
    Map<String, Object> header = fields(written.header());
    header.keySet().removeAll(OF_THE_OPTION);
    assertThat(decoded).as(name).containsAllEntriesOf(header);
    assertThat(decoded.get("hops")).as(name).isEqualTo(written.hops().stream().map(CapturedParametersTest::fields).toList());
  }

  private static Map<String, Object> fields(List<Field> fields) {
    var map = new LinkedHashMap<String, Object>();
    for (Field field : fields) {
      Object value = field.value();
      map.put(field.name(), DecodedHeader.UNAVAILABLE.equals(value) ? null : value);
    }
    return map;
  }

  /** Runs a scenario with its capture, and notes the telemetry of each packet that a port sends, in order of time. */
  private List<Sent> sent(Scenario scenario) {
    var sent = new ArrayList<Sent>();
    CaptureFiles captures = CaptureFiles.of(List.of("all"), null, scenario.setup());
    var simulation = new Simulation(scenario.setup(), Recorder.NONE, (from, wire) -> {
      Wire captured = captures.wrap(from, wire);
      return (packet, endPs) -> {
        sent.add(new Sent(endPs, Arrays.copyOf(packet.telemetry, packet.telemetryBytes)));
        captured.send(packet, endPs);
      };
    });
    try (captures) {
      captures.follow(simulation);
      captures.open(out);
      captures.finish(Math.max(simulation.run().endPs(), simulation.nowPs()));
    }
    sent.sort(Comparator.comparingLong(Sent::endPs));
    return sent;
  }

  private static List<Map<String, Object>> decoded(Path capture) {
    Program decode = Program.run("decode", "--json", capture.toString());
    assertThat(decode.err()).isEmpty();
    assertThat(decode.exit()).isZero();
    return decode.out().lines().map(JsonTree::of).map(CapturedParametersTest::map).toList();
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> map(@Nullable Object json) {
    return (Map<String, Object>) json;
  }

  /** The capture of a run by the command line. */
  private Path ofARun(String yaml) throws IOException {
    Path run = folder.resolve("run");
    Path file = Files.writeString(folder.resolve("run.yaml"), yaml);
    assertThat(Program.run("run", file.toString(), "--out", run.toString(), "--quiet", "--pcap", "all").err()).isEmpty();
    Path capture = run.resolve("pcap/all.pcap");
    decoded(capture);
    return capture;
  }

  @Test
  void triesValuesThatOnlyGoTogether() {
    assertThat(ParameterValues.specs(Catalog.TELEMETRY, IntFormat.DEFAULT)).anyMatch(spec -> spec.contains("border=relative"))
        .contains("int(udpPort=1)", "int(udpPort=65535)", "int(remainingHops=255)", "int(timestampUnit=microseconds)");
    assertThat(ParameterValues.specs(Catalog.TELEMETRY, PintFormat.DEFAULT)).contains("pint(bytes=1)");
  }

  /** A file next to a capture may come from anyone. */
  @ParameterizedTest
  @CsvSource(delimiter = '|', value = {"'' | : the file is empty", "'# a comment' | : the file has no telemetry format, nor none",
      "pint(bytes=9) | :1: bytes 9 is outside 1 to 2",
      "'none;int' | :2: 'int' is one line too many; the file has one telemetry format,",
      "nonsense(((( | :1: '(((' in 'nonsense((((' must have the form key=value"})
  void refusesNotesThatStateNoFormat(String note, String message) throws IOException {
    Path capture = ofARun(SCENARIO);
    Files.writeString(capture.resolveSibling("all.telemetry"), note.replace(';', '\n'));
    Program decode = Program.run("decode", capture.toString());
    assertThat(decode.err()).startsWith("inflight: ").contains("all.telemetry" + message).hasLineCount(1);
    assertThat(decode.out()).isEmpty();
    assertThat(decode.exit()).isEqualTo(2);
  }

  @Test
  void reportsAssumedParametersOfACaptureWithoutNote() throws IOException {
    Path capture = ofARun(SCENARIO + "telemetry: pint(bytes=1)\n");
    Path alone = Files.copy(capture, folder.resolve("alone.pcap"));
    String assumed = "alone.pcap: assumed the default parameters of pint, because neither the frames nor a .telemetry file"
        + " next to the capture state any; 'inflight list pint' shows them, and --telemetry sets others\n";
    assertThat(Program.run("decode", alone.toString()).err().replace(folder + "/", "")).isEqualTo("inflight: " + assumed);
    assertThat(Program.run("decode", "--telemetry", "pint(bytes=1)", alone.toString()).err()).isEmpty();
  }
}
