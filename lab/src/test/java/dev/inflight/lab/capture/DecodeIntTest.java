package dev.inflight.lab.capture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.lab.Program;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** Output of {@code decode} for INT-MD headers with any instructions, written by the figures of INT 2.1 without any code of the program. */
class DecodeIntTest {
  private static final String[] LAYOUT = {"nodeId:32", "ingressInterfaceId:16 egressInterfaceId:16", "hopLatencyNs:32",
      "queueId:8 queueOccupancyBytes:24", "ingressTimestampNs:64", "egressTimestampNs:64",
      "level2IngressInterfaceId:32 level2EgressInterfaceId:32", "egressTxUtilization:32", "bufferId:8 bufferOccupancyBytes:24"};

  @TempDir
  private Path folder;

  private final SplittableRandom random = new SplittableRandom(6);

  @Test
  void printsRandomInstructionsFieldByField() {
    var frames = new ArrayList<byte[]>();
    var expected = new ArrayList<Map<String, Object>>();
    for (int packet = 0; packet < 400; packet++) {
      var said = new LinkedHashMap<String, Object>();
      frames.add(frame(said));
      expected.add(said);
    }
    Path file = WireCaptures.write(folder.resolve("int.pcap"), frames, 3000);
    Program program = Program.run("decode", "--json", file.toString());
    assertThat(WireCaptures.complaints(program)).isEmpty();
    var yaml = new Load(LoadSettings.builder().build());
    List<String> lines = program.out().lines().toList();
    for (int packet = 0; packet < frames.size(); packet++) {
      Map<?, ?> line = (Map<?, ?>) yaml.loadFromString(lines.get(packet));
      assertThat(line.get("telemetry")).as("packet %d", packet + 1).isEqualTo(expected.get(packet));
      assertThat(line.get("payloadBytes")).isEqualTo(64);
    }
  }

  private byte[] frame(Map<String, Object> said) {
    int instructions = random.nextInt(1 << 16);
    boolean domain = random.nextBoolean();
    int own = domain ? 4 * random.nextInt(3) : 0; // bytes of a domain's own, at each hop
    int flags = random.nextInt(8);
    int hopCount = random.nextInt(5);
    var hops = new ArrayList<Map<String, Object>>();
    ByteBuffer stack = ByteBuffer.allocate(1000);
    int hopBytes = 0;
    for (int hop = 0; hop < hopCount; hop++) {
      var fields = new LinkedHashMap<String, Object>();
      int from = stack.position();
      block(stack, instructions, own, fields);
      hopBytes = stack.position() - from;
      if (hopBytes > 0) {
        hops.addFirst(fields);
      }
    }
    if (hopBytes == 0) {
      hopBytes = block(ByteBuffer.allocate(200), instructions, own, new LinkedHashMap<>());
    }
    int domainId = domain ? 0x5453 : 0;
    ByteBuffer header = ByteBuffer.allocate(16 + stack.position());
    header.putInt(1 << 28 | 1 << 26 | 3 + stack.position() / 4 << 16 | 9028);
    header.putInt(2 << 28 | flags << 25 | hopBytes / 4 << 8 | 7).putInt(instructions << 16 | domainId).putInt(0x0001_0002);
    header.put(stack.array(), 0, stack.position());
    said.putAll(Map.of("format", "int", "type", 1, "npt", 1, "lengthWords", 3 + stack.position() / 4, "originalUdpPort", 9028,
        "version", 2, "hopMlWords", hopBytes / 4, "remainingHopCount", 7));
    said.putAll(Map.of("discard", (flags & 4) != 0, "hopCountExceeded", (flags & 2) != 0, "mtuExceeded", (flags & 1) != 0,
        "instructionBitmap", instructions, "domainSpecificId", domainId, "dsInstruction", 1, "dsFlags", 2, "hops", hops));
    int udp = 8 + header.capacity() + 64;
    ByteBuffer frame = ByteBuffer.allocate(14 + 20 + udp);
    frame.put(HexFormat.of().parseHex("0200000000020200000000010800" + "4500")).putShort((short) (20 + udp))
        .put(HexFormat.of().parseHex("000000004011" + "0000" + "0a0000010a000002"));
    frame.putShort((short) 1).putShort((short) 17768).putShort((short) udp).putShort((short) 0).put(header.array());
    return frame.array();
  }

  private int block(ByteBuffer out, int instructions, int own, Map<String, Object> said) {
    int from = out.position();
    for (int bit = 0; bit < 15; bit++) {
      if ((instructions >>> 15 - bit & 1) != 0) {
        boolean reserved = bit >= LAYOUT.length;
        for (String part : (reserved ? "reservedBit" + bit + ":32" : LAYOUT[bit]).split(" ")) {
          String[] named = part.split(":");
          int width = Integer.parseInt(named[1]);
          long ones = width == 64 ? -1 : (1L << width) - 1;
          long value = random.nextInt(4) == 0 ? ones : random.nextLong() & ones >>> (width == 64 ? 1 : 0);
          for (int at = width - 8; at >= 0; at -= 8) {
            out.put((byte) (value >>> at));
          }
          said.put(named[0], value == ones ? null : reserved ? "0x" + HexFormat.of().toHexDigits((int) value) : number(value));
        }
      }
    }
    if (own > 0) {
      byte[] data = new byte[own];
      random.nextBytes(data);
      out.put(data);
      said.put("domainSpecific", HexFormat.of().formatHex(data));
    }
    if ((instructions & 1) != 0) {
      int complement = random.nextInt();
      out.putInt(complement);
      said.put("checksumComplement", complement == -1 ? null : number(complement & 0xFFFF_FFFFL));
    }
    return out.position() - from;
  }

  private static Object number(long value) {
    return value > Integer.MAX_VALUE ? (Object) value : (Object) (int) value;
  }
}
