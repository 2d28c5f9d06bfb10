package dev.inflight.live.soak;

import dev.inflight.wire.frame.FrameView;
import dev.inflight.wire.header.Bth;
import dev.inflight.wire.header.Icrc;
import dev.inflight.wire.header.Ipv4;
import dev.inflight.telemetry.format.hpcc.NativeFormat;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/** Frames that an endpoint should only count: noise, frames of others in all formats, and its own ones truncated and changed. */
public final class HostileFrames {
  private static final int IP = 14;
  private static final int UDP = 34;
  private static final int BTH = 42;
  private static final int LARGEST = 1500;

  private final SplittableRandom random;
  private final FrameView view = new FrameView(List.of(NativeFormat.DEFAULT));
  private final Icrc icrc = new Icrc();
  private final List<byte[]> all = new ArrayList<>();

  private HostileFrames(long seed) {
    random = new SplittableRandom(seed);
  }

  /**
   * Creates frames for the endpoint with a MAC address.
   *
   * @param from source MAC address: with another station's, the bridge would redirect that station's frames
   * @param genuine frames from its peer
   */
  public static List<byte[]> of(long seed, long mac, long from, List<byte[]> genuine) {
    var made = new HostileFrames(seed);
    made.noise(300);
    made.corpus();
    for (int n = 0; n < 2000; n++) {
      made.changed(genuine.get(made.random.nextInt(genuine.size())));
    }
    for (byte[] frame : made.all) {
      for (int octet = 0; octet < 6; octet++) {
        frame[octet] = (byte) (mac >>> 40 - 8 * octet);
        frame[6 + octet] = (byte) (from >>> 40 - 8 * octet);
      }
    }
    return made.all;
  }

  private void noise(int count) {
    for (int n = 0; n < count; n++) {
      byte[] frame = new byte[random.nextInt(IP, LARGEST)];
      random.nextBytes(frame);
      all.add(frame);
    }
  }

  /** Adds the seeds of the decoders' fuzzers, and their findings: frames of all formats. */
  private void corpus() {
    Path root = Path.of("net/src/test/resources/corpus");
    Path corpora = Files.isDirectory(root) ? root : Path.of("..").resolve(root);
    for (String name : List.of("frame", "packet", "transit")) {
      try (Stream<Path> files = Files.list(corpora.resolve(name))) {
        for (Path file : files.sorted().toList()) {
          byte[] frame = Files.readAllBytes(file);
          if (frame.length >= IP && frame.length <= LARGEST) {
            all.add(frame);
          }
        }
      } catch (IOException missing) {
        throw new UncheckedIOException(missing);
      }
    }
  }

  private void changed(byte[] genuine) {
    byte[] frame = genuine.clone();
    switch (random.nextInt(6)) {
      case 0 -> frame = Arrays.copyOf(frame, random.nextInt(IP, frame.length)); // cut off
      case 1 -> { // bytes that the invariant CRC covers
        int at = random.nextInt(BTH + Bth.BYTES, frame.length);
        frame[at] ^= (byte) (1 << random.nextInt(8));
      }
      case 2 -> frame[frame.length - 1 - random.nextInt(4)] ^= (byte) random.nextInt(1, 256); // the CRC itself
      case 3 -> { // the length in the IP header
        int length = random.nextInt(1 << 16);
        frame[IP + 2] = (byte) (length >>> 8);
        frame[IP + 3] = (byte) length;
        Ipv4.writeChecksum(frame, IP);
      }
      case 4 -> { // that of UDP
        int length = random.nextInt(1 << 16);
        frame[UDP + 4] = (byte) (length >>> 8);
        frame[UDP + 5] = (byte) length;
      }
      default -> { // another queue pair, with a correct CRC
        view.parse(frame, 0, frame.length);
        frame[view.bth + 5] ^= (byte) random.nextInt(1, 256);
        Icrc.write(frame, view.icrc, view.computeIcrc(icrc));
      }
    }
    all.add(frame);
  }
}
