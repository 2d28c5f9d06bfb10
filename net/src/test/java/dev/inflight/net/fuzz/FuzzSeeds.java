package dev.inflight.net.fuzz;

import dev.inflight.net.codec.FrameCodec;
import dev.inflight.net.codec.FrameEncoder;
import dev.inflight.net.codec.StreamPackets;
import dev.inflight.net.codec.TestPorts;
import dev.inflight.net.codec.frame.FrameRules;
import dev.inflight.net.codec.tcp.TcpPackets;
import dev.inflight.net.link.Flow;
import dev.inflight.net.link.Framing;
import dev.inflight.net.link.Packet;
import dev.inflight.net.link.PacketPool;
import dev.inflight.telemetry.EgressLink;
import dev.inflight.telemetry.NetworkFacts;
import dev.inflight.telemetry.PathQuery;
import dev.inflight.telemetry.PortSnapshot;
import dev.inflight.telemetry.TelemetryCodec;
import dev.inflight.telemetry.TelemetryFormat;
import dev.inflight.telemetry.TelemetryHeader;
import dev.inflight.telemetry.format.Formats;
import dev.inflight.telemetry.format.csig.CsigFormat;
import dev.inflight.telemetry.format.hpcc.NativeFormat;
import dev.inflight.telemetry.format.ioam.IoamFormat;
import dev.inflight.wire.TestFormats;
import dev.inflight.wire.TestFrame;
import dev.inflight.wire.Vector;
import dev.inflight.wire.frame.FrameView;
import dev.inflight.wire.header.Pfc;
import dev.inflight.wire.pcap.PcapWriter;
import dev.inflight.wire.pcap.PcapngBytes;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.GZIPOutputStream;

/** Writes valid headers for a fuzzer to start with: {@code FuzzSeeds DECODER FOLDER}. */
final class FuzzSeeds {
  private FuzzSeeds() {
  }

  public static void main(String[] args) throws IOException {
    Path folder = Path.of(args[1]);
    Files.createDirectories(folder);
    switch (args[0]) {
      case "frame", "transit", "packet" -> writeFrames(folder);
      case "pcap" -> writeCapture(folder);
      case "pcapng" -> writeBlocks(folder);
      case "ioam-options" -> writeOptions(folder);
      case "reflection" -> Files.write(folder.resolve("seed"), new byte[] {0x15, 1, 0, 2, 7, 7});
      case "link-report" -> Files.write(folder.resolve("seed"), HexFormat.of().parseHex(
          "01800000001000007c3500000000000000000001000000020160100000100000" + "7c3540005dc05dc00000400000010000"));
      default -> writeHeaders(args[0], folder);
    }
  }

  private static void writeFrames(Path folder) throws IOException {
    for (Vector vector : Vector.values()) {
      Files.write(folder.resolve("seed-" + vector), vector.bytes());
    }
    for (TelemetryFormat format : TestFormats.ON_THE_WIRE) {
      for (boolean ipv6 : new boolean[] {false, true}) {
        if (ipv6 || !format.placement().needsIpv6()) {
          byte[] frame = TestFrame.write(ipv6, 33).with(format, PathQuery.UTILIZATION).bytes();
          Files.write(folder.resolve("seed-" + format.name() + (ipv6 ? "-6" : "-4")), frame);
        }
      }
    }
    writeReport(folder);
    writeStreams(folder);
    writeSegments(folder);
    byte[] pause = new byte[60];
    Pfc.write(pause, 0, 3);
    Files.write(folder.resolve("seed-pause"), pause);
  }

  /** Writes a NAK that names an arrival, of the flow of {@link PacketFuzz}. */
  private static void writeReport(Path folder) throws IOException {
    var flow = new Flow(0, 1, 2, 0xC123, 4791, 3, 1_000_000, 0);
    Packet packet = new PacketPool(0).take();
    packet.kind = Packet.Kind.NACK;
    packet.flow = flow;
    packet.priority = 3;
    packet.sequence = 7000;
    packet.number = 7;
    packet.arrivedNumber = 9;
    packet.sizeBytes = Framing.ROCEV2.ackBytes(0, true);
    var encoder = new FrameEncoder(new FrameRules(Framing.ROCEV2, 1000, null, false));
    int length = encoder.encode(packet, TestPorts.of(2, 1));
    Files.write(folder.resolve("seed-nak-out-of-order"), Arrays.copyOf(encoder.frame(), length));
  }

  private static void writeStreams(Path folder) throws IOException {
    for (Framing framing : new Framing[] {Framing.ROCEV2, Framing.ROCEV2_IPV6}) {
      var connection = new StreamPackets();
      FrameCodec codec = connection.codec(framing, null, false);
      var view = new FrameView(List.of());
      for (Packet packet : connection.all(codec.encoder().rules())) {
        byte[] frame = connection.frame(codec, packet);
        view.parse(frame, 0, frame.length);
        String name = "seed-" + framing + "-" + packet.kind + "-" + view.opcode + "-" + packet.code; // one of each kind
        Files.write(folder.resolve(name), frame);
      }
    }
  }

  /** Writes segments of the flow of {@link PacketFuzz}. */
  private static void writeSegments(Path folder) throws IOException {
    for (TelemetryFormat format : new TelemetryFormat[] {NativeFormat.DEFAULT, IoamFormat.DEFAULT, CsigFormat.DEFAULT}) {
      for (boolean ipv6 : new boolean[] {false, true}) {
        if (ipv6 || !format.placement().needsIpv6()) {
          var packets = new TcpPackets(ipv6 ? Framing.TCP_IPV6 : Framing.TCP, format, !ipv6, 1603);
          int number = 0;
          for (Packet packet : packets.all()) {
            String name = "seed-tcp-" + format.name() + (ipv6 ? "-6-" : "-4-") + packet.kind + "-" + number++;
            Files.write(folder.resolve(name), packets.frame(packet));
          }
        }
      }
    }
  }

  private static void writeCapture(Path folder) throws IOException {
    var out = new ByteArrayOutputStream();
    var writer = new PcapWriter(out::write, 64);
    for (Vector vector : Vector.values()) {
      writer.write(1_000_000_000_000L, vector.bytes(), 0, vector.bytes().length);
    }
    writer.flush();
    Files.write(folder.resolve("seed"), out.toByteArray());
  }

  /** A section of each byte order with every kind of block, and the same compressed. */
  private static void writeBlocks(Path folder) throws IOException {
    for (ByteOrder order : new ByteOrder[] {ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN}) {
      var file = new PcapngBytes();
      file.section(order, -1, file.comment("x"), file.end()).describe(1, 64, file.resolution(9), file.offset(1), file.end())
          .describe(101, 0, file.resolution(0x8A));
      byte[] frame = Vector.values()[0].bytes();
      file.packet(PcapngBytes.ENHANCED, 0, 5, frame, frame.length).packet(PcapngBytes.PACKET, 1, 7, frame, 1000)
          .block(5, new byte[8]).simple(Arrays.copyOf(frame, 64), 99);
      Files.write(folder.resolve("seed-" + order), file.bytes());
      var compressed = new ByteArrayOutputStream();
      try (var gzip = new GZIPOutputStream(compressed)) {
        gzip.write(file.bytes());
      }
      Files.write(folder.resolve("seed-" + order + "-gz"), compressed.toByteArray());
    }
  }

  /** IOAM options of each type. */
  private static void writeOptions(Path folder) throws IOException {
    String[] options = {"311a0000007b2002d2000000" + "0".repeat(16) + "3f0a000111011102",
        "311a0001007b2002d2000000" + "00".repeat(16), "31160002007b0000" + "01".repeat(16), "11160003007bf000" + "02".repeat(20),
        "11120004007b00c0d2000000" + "03".repeat(8),
        "31520000007b7800fff002" + "00" + "04".repeat(60) + "01000309" + "05".repeat(4)};
    for (int option = 0; option < options.length; option++) {
      Files.write(folder.resolve("seed-" + option), HexFormat.of().parseHex(options[option]));
    }
  }

  private static void writeHeaders(String name, Path folder) throws IOException {
    for (TelemetryFormat format : Formats.ALL) {
      if (format.name().equals(name)) {
        write(format.in(new NetworkFacts((node, port) -> 100_000_000_000L, 10_000_000, 5)), folder);
      }
    }
  }

  private static void write(TelemetryCodec format, Path folder) throws IOException {
    for (PathQuery question : PathQuery.values()) {
      var header = new TelemetryHeader(format, 5).begin(question);
      for (int hop = 0; hop <= 3; hop++) {
        Files.write(folder.resolve("seed-" + question + "-" + hop), Arrays.copyOf(header.bytes(), header.length()));
        header.stamp(format.stamper(new EgressLink(hop + 1, 2, 100_000_000_000L)),
            new PortSnapshot().at(hop * 1_000_000L, 7000, 900));
      }
    }
  }
}
