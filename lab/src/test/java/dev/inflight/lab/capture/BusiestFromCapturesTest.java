package dev.inflight.lab.capture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.lab.Program;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A second computation of U in headers of {@code busiest} (compare and replace): from the frames that reach a switch and leave its
 * port. It shares no code with the program.
 */
@Tag("sweep")
class BusiestFromCapturesTest {
  private static final int SENDERS = 3;
  private static final int UDP_PORT = 36;
  private static final int HEADER = 42;
  private static final int PORT = 64795;
  private static final int CHECK_BYTES = 4;
  private static final double BITS_PER_NANO = 100;

  /** Times of captures are whole nanoseconds. */
  private static final double ROUNDING = 0.6;

  /** Data frame: time of its last bit in nanoseconds, and bytes. */
  private record Frame(double ns, int bytes, double load) {
  }

  private static List<Frame> data(Path capture) throws IOException {
    ByteBuffer file = ByteBuffer.wrap(Files.readAllBytes(capture)).order(ByteOrder.LITTLE_ENDIAN);
    file.position(24);
    var frames = new ArrayList<Frame>();
    while (file.hasRemaining()) {
      double ns = file.getInt() * 1e9 + file.getInt();
      byte[] bytes = new byte[file.getInt()];
      file.getInt();
      file.get(bytes);
      ByteBuffer frame = ByteBuffer.wrap(bytes);
      if ((frame.getShort(UDP_PORT) & 0xFFFF) == PORT) {
        frames.add(new Frame(ns, bytes.length + CHECK_BYTES, (frame.getShort(HEADER) & 0xFFFF) / 1024.0));
      }
    }
    return frames;
  }

  /** U = (1 - w) U + w u over T/32, with u = qLen / (B T) + txRate / B when the first bit leaves. */
  @Test
  void everyHeaderHasTheMeasureOfItsPort(@TempDir Path folder) throws IOException {
    var arguments = new ArrayList<>(
        List.of("run", "../scenarios/incast.yaml", "--set", "topology=star(hosts=" + (SENDERS + 1) + ")", "--set",
            "flows=incast(senders=" + SENDERS + ", size=400KB)", "--set", "series={every: 1us, until: 1us, flows: all}",
            "--telemetry", "busiest", "--until", "100us", "--out", folder.toString(), "--force", "--quiet"));
    for (int port = 1; port <= SENDERS + 1; port++) {
      arguments.addAll(List.of("--pcap", SENDERS + 1 + ":" + port));
    }
    assertThat(Program.run(arguments.toArray(String[]::new)).exit()).isLessThanOrEqualTo(3);
    String first = Files.readAllLines(folder.resolve("flow-series.csv")).get(1);
    double baseRtt = Double.parseDouble(first.split(",")[4]) * 8 / BITS_PER_NANO;
    var arrived = new ArrayList<Frame>();
    for (int port = 1; port <= SENDERS; port++) {
      arrived.addAll(data(folder.resolve("pcap").resolve(SENDERS + 1 + "-" + port + ".pcap")));
    }
    arrived.sort(Comparator.comparingDouble(Frame::ns));
    List<Frame> left = data(folder.resolve("pcap").resolve(SENDERS + 1 + "-" + (SENDERS + 1) + ".pcap"));
    assertThat(left).hasSizeGreaterThan(1000);
    double load = Double.NaN;
    double earlier = 0;
    double window = baseRtt / 32;
    long sent = 0;
    long before = 0;
    long received = 0;
    int next = 0;
    var errors = new double[left.size()];
    for (int number = 0; number < left.size(); number++) {
      Frame frame = left.get(number);
      double start = frame.ns - frame.bytes * 8 / BITS_PER_NANO;
      while (next < arrived.size() && arrived.get(next).ns <= start + ROUNDING) {
        received += arrived.get(next++).bytes;
      }
      long queue = received - sent - frame.bytes;
      double elapsed = start - earlier;
      if (number == 0) {
        load = queue * 8 / (BITS_PER_NANO * baseRtt);
      } else {
        double now = queue * 8 / (BITS_PER_NANO * baseRtt) + (sent - before) * 8 / (BITS_PER_NANO * elapsed);
        double weight = Math.min(elapsed, window) / window;
        load = (1 - weight) * load + weight * now;
      }
      errors[number] = Math.abs(load - frame.load);
      earlier = start;
      before = sent;
      sent += frame.bytes;
    }
    Arrays.sort(errors);
    assertThat(errors[errors.length - 1]).as("largest difference of U").isLessThan(0.05);
    assertThat(errors[errors.length * 95 / 100]).as("p95 of the difference").isLessThan(0.015);
  }
}
