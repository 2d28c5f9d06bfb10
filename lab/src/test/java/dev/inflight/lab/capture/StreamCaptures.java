package dev.inflight.lab.capture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;

/** Captures with the packets of connections. */
final class StreamCaptures {
  private static final Path FRAMES = Path.of("../net/src/test/resources/stream-frames.txt");
  private static final Path OPERATIONS = Path.of("src/test/resources/scenarios/operations.yaml");

  private StreamCaptures() {
  }

  /** One frame of each kind that a connection can have, refusals and rejections among them, in a file of this folder. */
  static Path ofEveryKind(Path folder, boolean ipv6) throws IOException {
    List<byte[]> frames = Files.readAllLines(FRAMES).stream().filter(line -> line.startsWith(ipv6 ? "ipv6 " : "ipv4 "))
        .map(line -> HexFormat.of().parseHex(line.substring(line.lastIndexOf(' ') + 1)))
        .filter(frame -> !namesAnArrival(frame, ipv6)).toList();
    return WireCaptures.write(folder.resolve(ipv6 ? "streams6.pcap" : "streams4.pcap"), frames, 65_535);
  }

  /** Reports whether a frame has the field that selective repeat adds to a NAK, which is not InfiniBand's. */
  private static boolean namesAnArrival(byte[] frame, boolean ipv6) {
    int bth = ipv6 ? 62 : 42;
    return frame[bth] == 0x11 && frame[bth + 12] == 0x7F;
  }

  /** WRITEs and READs of odd sizes in both directions, two of each kind, and losses enough for retransmissions among so few. */
  static String operations() throws IOException {
    return Files.readString(OPERATIONS).replaceAll("messages=\\d+", "messages=2").replace("lossRate: 0.01", "lossRate: 0.03");
  }
}
