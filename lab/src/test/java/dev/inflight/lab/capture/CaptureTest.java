package dev.inflight.lab.capture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.lab.Program;
import dev.inflight.lab.result.RunFolder;
import dev.inflight.wire.pcap.CaptureReader;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Captures of a run hold what crossed its cables, at its time and with its length. */
class CaptureTest {
  private static final String SMALL = """
      topology: star(hosts=3, delay=1us)
      flows: incast(senders=2, size=2500B)
      """;

  @TempDir
  private Path folder;

  /** Record of one frame in a capture. */
  private record Frame(long timeNs, int bytes, int capturedBytes) {
  }

  private String out() {
    return folder.resolve("out").toString();
  }

  private String small() throws IOException {
    return Files.writeString(folder.resolve("s.yaml"), SMALL).toString();
  }

  private List<Frame> frames(String name) throws IOException {
    var frames = new ArrayList<Frame>();
    try (InputStream in = new BufferedInputStream(Files.newInputStream(folder.resolve("out/pcap").resolve(name)))) {
      var reader = new CaptureReader(in::read);
      while (reader.next()) {
        frames.add(new Frame(reader.timeNs(), reader.frameBytes(), reader.capturedBytes()));
      }
    }
    return frames;
  }

  private long property(String name) throws IOException {
    var matcher = Pattern.compile("\"" + name + "\" : \"?([0-9]+)").matcher(Files.readString(folder.resolve("out/summary.json")));
    assertThat(matcher.find()).as(name).isTrue();
    return Long.parseLong(matcher.group(1));
  }

  @ParameterizedTest
  @CsvSource({"../scenarios/incast.yaml", "../scenarios/lossy.yaml", "src/test/resources/scenarios/pauses.yaml"})
  void optionAllCapturesEachPacketHopOnce(String scenario) throws IOException {
    assertThat(Program.run("run", scenario, "--out", out(), "--quiet", "--pcap", "all", "--snap-length", "60").err()).isEmpty();
    List<Frame> frames = frames("all.pcap");
    assertThat(frames).hasSize((int) property("packetHops"));
    assertThat(frames).isSortedAccordingTo((a, b) -> Long.compare(a.timeNs, b.timeNs));
    assertThat(frames).allMatch(frame -> frame.capturedBytes == 60);
    long counted = 0;
    for (String line : Files.readAllLines(folder.resolve("out/ports.csv")).stream().skip(1).toList()) {
      counted += sentBytes(line);
    }
    assertThat(frames.stream().mapToLong(frame -> frame.bytes + 4).sum()).isEqualTo(counted);
  }

  private long sentBytes(String line) throws IOException {
    String header = Files.readAllLines(folder.resolve("out/ports.csv")).getFirst();
    int column = List.of(header.split(",")).indexOf("sent_bytes");
    return Long.parseLong(line.split(",")[column]);
  }

  @Test
  void portSeesBothDirections() throws IOException {
    assertThat(Program.run("run", small(), "--out", out(), "--quiet", "--pcap", "2:1", "--pcap", "0:1", "--pcap", "0:1").exit())
        .isZero();
    // The receiver gets three data packets and answers each, for two senders.
    assertThat(frames("2-1.pcap")).hasSize(12);
    List<Frame> sender = frames("0-1.pcap");
    assertThat(sender).hasSize(6);
    // 1080 bytes and a gap of 20 at 100 Gb/s take 88 ns.
    assertThat(sender.getFirst()).isEqualTo(new Frame(88, 1076, 1076));
    long firstAck = sender.stream().filter(frame -> frame.bytes == 78).findFirst().orElseThrow().timeNs;
    // Four cables of 1 us; the packet, 8 bytes longer after the switch, twice, and its acknowledgement of 82 bytes twice.
    assertThat(firstAck).isEqualTo(4_000 + (11_000 * 8 + 11_080 * 8 + 2 * 1020 * 8) / 1000);
  }

  @Test
  void portWrittenTwiceIsCapturedOnce() throws IOException {
    var opened = new ArrayList<String>();
    RunFolder.Opener disk = file -> {
      opened.add(file.getFileName().toString());
      return Files.newOutputStream(file);
    };
    assertThat(Program
        .run(disk, "run", small(), "--out", out(), "--quiet", "--pcap", "2:1", "--pcap", "02:1", "--pcap", "all", "--pcap", "ALL")
        .exit()).isZero();
    assertThat(opened).filteredOn(name -> name.endsWith(".pcap")).containsExactly("2-1.pcap", "all.pcap");
  }

  @Test
  void portCapturesArrivedPacketsAndNoLostOnes() throws IOException {
    String scenario = Files.writeString(folder.resolve("s.yaml"), """
        topology: star(hosts=2)
        flows: flow(from=0, to=1, size=1MB)
        lossRate: 0.05
        """).toString();
    Program.run("run", scenario, "--out", out(), "--quiet", "--pcap", "0:1", "--pcap", "1:1", "--pcap", "2:1", "--pcap", "2:2");
    long lost = property("random");
    assertThat(lost).isGreaterThan(50);
    int sentAndArrived = 0;
    for (String port : List.of("0-1", "1-1", "2-1", "2-2")) {
      List<Frame> frames = frames(port + ".pcap");
      assertThat(frames).isSortedAccordingTo((a, b) -> Long.compare(a.timeNs, b.timeNs));
      sentAndArrived += frames.size();
    }
    assertThat(sentAndArrived).isEqualTo(2 * property("packetHops") - lost);
  }

  @Test
  void nothingArrivesOverACableThatIsDown() throws IOException {
    String scenario = Files.writeString(folder.resolve("s.yaml"), """
        topology: star(hosts=2)
        flows: flow(from=0, to=1, size=1MB)
        events: [{at: 20us, link: [0, 2], state: down}]
        """).toString();
    Program.run("run", scenario, "--out", out(), "--quiet", "--pcap", "0:1", "--pcap", "2:1", "--until", "1ms");
    // The frame on the cable at its failure left its port and did not arrive.
    assertThat(frames("0-1.pcap").getLast().timeNs).isBetween(19_900L, 20_100L);
    assertThat(frames("2-1.pcap").getLast().timeNs).isBetween(19_900L, 20_100L);
    assertThat(dataFrames("2-1.pcap")).isPositive().isLessThan(dataFrames("0-1.pcap"));
  }

  private long dataFrames(String name) throws IOException {
    return frames(name).stream().filter(frame -> frame.bytes > 1000).count();
  }

  @Test
  void capturesEndWithTheRun() throws IOException {
    Program.run("run", small(), "--out", out(), "--quiet", "--until", "2150ns", "--pcap", "2:1", "--pcap", "0:1", "--pcap",
        "all");
    for (String file : List.of("0-1.pcap", "all.pcap")) {
      assertThat(frames(file)).isNotEmpty().allMatch(frame -> frame.timeNs <= 2_150);
    }
    assertThat(frames("0-1.pcap")).hasSize(3);
    assertThat(frames("2-1.pcap")).isEmpty();
  }

  @Test
  void capturesDoNotChangeTheRun() throws IOException {
    Program.run("run", small(), "--out", out(), "--quiet");
    String plain = Files.readString(folder.resolve("out/flows.csv"));
    Program.run("run", small(), "--out", out(), "--quiet", "--force", "--pcap", "all", "--pcap", "3:1");
    assertThat(folder.resolve("out/flows.csv")).hasContent(plain);
    assertThat(folder.resolve("out/pcap/3-1.pcap")).exists();
  }

  @Test
  void anotherRunRemovesThem() throws IOException {
    Program.run("run", small(), "--out", out(), "--quiet", "--pcap", "0:1");
    Program.run("run", small(), "--out", out(), "--quiet", "--force", "--pcap", "1:1");
    assertThat(folder.resolve("out/pcap/0-1.pcap")).doesNotExist();
    assertThat(folder.resolve("out/pcap/1-1.pcap")).exists();
    Files.writeString(folder.resolve("out/pcap/notes.txt"), "mine");
    Program.run("run", small(), "--out", out(), "--quiet", "--force");
    assertThat(folder.resolve("out/pcap")).isDirectoryContaining("glob:**notes.txt").isDirectoryNotContaining("glob:**.pcap");
    Files.delete(folder.resolve("out/pcap/notes.txt"));
    Program.run("run", small(), "--out", out(), "--quiet", "--force");
    assertThat(folder.resolve("out/pcap")).doesNotExist();
  }

  @Test
  void reportsFullDiskAndLeavesNoResult() throws IOException {
    RunFolder.Opener full = file -> file.toString().endsWith(".pcap") ? new OutputFull() : Files.newOutputStream(file);
    Program program = Program.run(full, "run", "../scenarios/incast.yaml", "--out", out(), "--quiet", "--pcap", "all");
    assertThat(program.exit()).isEqualTo(2);
    assertThat(program.err()).isEqualTo("inflight: " + out() + ": cannot write pcap/all.pcap: no space left\n");
    assertThat(folder.resolve("out/FAILED")).exists();
    assertThat(folder.resolve("out/summary.json")).doesNotExist();
  }

  private static final class OutputFull extends java.io.OutputStream {
    @Override
    public void write(int oneByte) throws IOException {
      throw new IOException("no space left");
    }
  }
}
