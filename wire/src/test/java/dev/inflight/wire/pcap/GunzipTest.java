package dev.inflight.wire.pcap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.zip.CRC32;
import java.util.zip.GZIPOutputStream;
import java.util.zip.Inflater;
import org.junit.jupiter.api.Test;

/** Captures compressed with gzip: any number of members, from pipes too, and errors. */
class GunzipTest {
  private static byte[] capture(int packets) throws IOException {
    var file = new ByteArrayOutputStream();
    var writer = new PcapWriter(file::write, 2000);
    var random = new SplittableRandom(3);
    byte[] frame = new byte[1500];
    for (int packet = 0; packet < packets; packet++) {
      for (int at = 0; at < frame.length; at++) {
        frame[at] = (byte) random.nextInt(5); // so that there is something to compress
      }
      writer.write(packet * 1000L, frame, 0, 60 + packet);
    }
    writer.flush();
    return file.toByteArray();
  }

  private static byte[] member(byte[] plain, int from, int to) throws IOException {
    var out = new ByteArrayOutputStream();
    try (var gzip = new GZIPOutputStream(out)) {
      gzip.write(plain, from, to - from);
    }
    return out.toByteArray();
  }

  @Test
  void membersOneAfterTheOther() throws IOException {
    byte[] plain = capture(100);
    ReadCapture expected = ReadCapture.file(plain);
    assertThat(expected.packets()).hasSize(100);
    for (int parts : new int[] {1, 2, 7, 100}) {
      var file = new ByteArrayOutputStream();
      for (int part = 0; part < parts; part++) {
        file.writeBytes(member(plain, part * plain.length / parts, (part + 1) * plain.length / parts));
        file.writeBytes(member(plain, 0, 0)); // an empty member
      }
      assertThat(ReadCapture.file(file.toByteArray())).isEqualTo(expected);
      assertThat(ReadCapture.file(file.toByteArray(), 1)).as("from a slow pipe").isEqualTo(expected);
    }
  }

  @Test
  void everythingThatAHeaderMayHave() throws IOException {
    byte[] plain = capture(3);
    byte[] bare = member(plain, 0, plain.length);
    var file = new ByteArrayOutputStream();
    file.writeBytes(new byte[] {0x1f, (byte) 0x8b, 8, 2 | 4 | 8 | 16, 1, 2, 3, 4, 0, 3});
    file.writeBytes(new byte[] {3, 0, 9, 9, 9});
    file.writeBytes("trace.pcap\0a comment\0".getBytes(java.nio.charset.StandardCharsets.ISO_8859_1));
    var crc = new CRC32();
    crc.update(file.toByteArray());
    file.write((int) crc.getValue());
    file.write((int) crc.getValue() >>> 8);
    file.write(bare, 10, bare.length - 10);
    assertThat(ReadCapture.file(file.toByteArray())).isEqualTo(ReadCapture.file(plain));
  }

  @Test
  void pcapngToo() throws IOException {
    byte[] plain = new PcapngBytes().section(java.nio.ByteOrder.BIG_ENDIAN, -1).describe(1, 0)
        .packet(PcapngBytes.ENHANCED, 0, 5, new byte[60], 60).bytes();
    assertThat(ReadCapture.file(member(plain, 0, plain.length))).isEqualTo(ReadCapture.file(plain));
    assertThat(ReadCapture.file(plain).packets()).hasSize(1);
  }

  @Test
  void reportsTruncatedFiles() throws IOException {
    byte[] plain = capture(5);
    byte[] first = member(plain, 0, plain.length / 2);
    byte[] file = PcapngBytes.join(first, member(plain, plain.length / 2, plain.length));
    ReadCapture whole = ReadCapture.file(file);
    for (int length = 2; length < file.length; length++) {
      ReadCapture cut = ReadCapture.file(Arrays.copyOf(file, length));
      assertThat(cut.packets()).isEqualTo(whole.packets().subList(0, cut.packets().size()));
      assertThat(cut.refusal()).startsWith(length == first.length
          ? "the file is cut off at byte " + plain.length / 2
          : "the gzip file is cut off at byte " + length + ": it ends within its compressed data");
    }
  }

  @Test
  void reportsDamage() throws IOException {
    byte[] plain = capture(5);
    byte[] file = member(plain, 0, plain.length);
    assertThat(ReadCapture.file(PcapngBytes.join(file, new byte[] {1, 2, 3})))
        .isEqualTo(new ReadCapture(ReadCapture.file(plain).packets(),
            "the gzip file is damaged at byte " + file.length + ": it is not followed by a gzip member"));
    byte[] sum = file.clone();
    sum[file.length - 8] ^= 1;
    assertThat(ReadCapture.file(sum)).isEqualTo(new ReadCapture(ReadCapture.file(plain).packets(),
        "the gzip file is damaged before byte " + file.length + ": its checksum does not match the data"));
    byte[] late = member(capture(100), 0, capture(100).length);
    late[late.length / 2] ^= 0x55;
    ReadCapture damaged = ReadCapture.file(late);
    assertThat(damaged.packets()).as(damaged.refusal()).hasSizeBetween(20, 99);
    assertThat(damaged.packets().subList(0, 20)).isEqualTo(ReadCapture.file(capture(100)).packets().subList(0, 20));
    byte[] method = file.clone();
    method[2] = 7;
    assertThat(ReadCapture.file(method).refusal())
        .isEqualTo("the gzip file is damaged at byte 0: its method or flags are unknown");
    byte[] block = file.clone();
    block[10] = 7; // a type of block that does not exist
    assertThat(ReadCapture.file(block).refusal()).startsWith("the gzip file is damaged before byte ")
        .endsWith(": invalid block type");
    assertThat(ReadCapture.file(member(plain, 0, 0)).refusal()).isEqualTo("the file is empty");
  }

  /** Counts the releases of memory outside the heap. */
  private static final class CountedInflater extends Inflater {
    private int ends;

    CountedInflater() {
      super(true);
    }

    @Override
    public void end() {
      ends++;
      super.end();
    }
  }

  private static GunzipSource source(byte[] file, Inflater inflater) {
    return new GunzipSource(new CaptureBytes(new ByteArrayInputStream(file)::read), inflater);
  }

  /** Reads to the end or to an error, and then again: each later read reports the same error. */
  private static String readTwice(GunzipSource source) throws IOException {
    var sentences = new TreeSet<String>();
    for (int time = 0; time < 2; time++) {
      try {
        byte[] bytes = new byte[100];
        while (source.read(bytes, 0, bytes.length) >= 0) {
          sentences.add("");
        }
      } catch (BadCapture wrong) {
        sentences.add(String.valueOf(wrong.getMessage()));
      }
    }
    return String.join("", sentences);
  }

  @Test
  void inflaterIsAlwaysEnded() throws IOException {
    byte[] plain = capture(100);
    byte[] file = member(plain, 0, plain.length);
    byte[] data = file.clone();
    data[file.length / 2] ^= 0x55;
    byte[] sum = file.clone();
    sum[file.length - 8] ^= 1;
    byte[] noMember = PcapngBytes.join(file, new byte[] {1, 2, 3});
    byte[] method = file.clone();
    method[2] = 7;
    for (byte[] bad : List.of(file, data, sum, noMember, method, Arrays.copyOf(file, 500), Arrays.copyOf(file, 5))) {
      var inflater = new CountedInflater();
      String said = readTwice(source(bad, inflater));
      assertThat(said).matches(bad == file ? "" : "the gzip file is (damaged|cut off).*");
      assertThat(inflater.ends).as(said).isEqualTo(1);
    }
  }

  @Test
  void closingEarlyEndsTheInflater() throws IOException {
    byte[] plain = capture(100);
    var inflater = new CountedInflater();
    GunzipSource source = source(member(plain, 0, plain.length), inflater);
    assertThat(source.read(new byte[10], 0, 10)).isPositive();
    source.close();
    source.close();
    assertThat(inflater.ends).isEqualTo(1);
    assertThatThrownBy(() -> source.read(new byte[10], 0, 10)).isInstanceOf(IOException.class)
        .hasMessage("the capture is closed");
  }

  @Test
  void aSourceThatFailsEndsItToo() {
    var inflater = new CountedInflater();
    var source = new GunzipSource(new CaptureBytes((bytes, offset, length) -> {
      throw new IOException("the disk is gone");
    }), inflater);
    assertThatThrownBy(() -> source.read(new byte[10], 0, 10)).isInstanceOf(IOException.class).hasMessage("the disk is gone");
    assertThat(inflater.ends).isEqualTo(1);
  }

  @Test
  void anyBytesAreAnOutcome() throws IOException {
    byte[] plain = capture(5);
    byte[] good = PcapngBytes.join(member(plain, 0, 300), member(plain, 300, plain.length));
    var random = new SplittableRandom(5);
    for (int round = 0; round < 3000; round++) {
      byte[] bad = Arrays.copyOf(good, random.nextInt(3, good.length + 20));
      for (int change = random.nextInt(3); change > 0; change--) {
        bad[random.nextInt(2, bad.length)] = (byte) random.nextInt();
      }
      new PcapFuzz().accept(bad);
    }
  }

  @Test
  void aReaderThatIsClosedReadsNoMore() throws IOException {
    byte[] plain = capture(500);
    byte[] file = member(plain, 0, plain.length);
    var reader = new CaptureReader(new ByteArrayInputStream(file)::read);
    assertThat(reader.next()).isTrue();
    reader.close();
    assertThatThrownBy(() -> {
      while (reader.next()) {
        assertThat(reader.number()).isLessThan(500); // data decompressed earlier may still follow
      }
    }).isInstanceOf(IOException.class).hasMessage("the capture is closed");
    var open = new CaptureReader(new ByteArrayInputStream(plain)::read);
    open.close(); // which leaves the source open
    assertThat(open.next()).isTrue();
  }

  @Test
  void reportsHeadersTruncatedAnywhere() throws IOException {
    byte[] plain = capture(3);
    byte[] bare = member(plain, 0, plain.length);
    var file = new ByteArrayOutputStream();
    file.writeBytes(new byte[] {0x1f, (byte) 0x8b, 8, 2 | 4 | 8 | 16, 1, 2, 3, 4, 0, 3});
    file.writeBytes(new byte[] {3, 1}); // a field of 259 bytes
    file.writeBytes(new byte[259]);
    file.writeBytes("trace.pcap\0a comment\0".getBytes(java.nio.charset.StandardCharsets.ISO_8859_1));
    var crc = new CRC32();
    crc.update(file.toByteArray());
    file.write((int) crc.getValue());
    file.write((int) crc.getValue() >>> 8);
    int header = file.size();
    file.write(bare, 10, bare.length - 10);
    assertThat(ReadCapture.file(file.toByteArray())).isEqualTo(ReadCapture.file(plain));
    for (int length = 2; length <= header; length++) {
      assertThat(ReadCapture.file(Arrays.copyOf(file.toByteArray(), length)).refusal())
          .isEqualTo("the gzip file is cut off at byte " + length + ": it ends within its compressed data");
    }
  }

  @Test
  void reportsDataBehindTheLastMember() throws IOException {
    byte[] plain = capture(3);
    byte[] file = member(plain, 0, plain.length);
    String noMember = "the gzip file is damaged at byte " + file.length + ": it is not followed by a gzip member";
    assertThat(ReadCapture.file(PcapngBytes.join(file, new byte[] {0})).refusal()).isEqualTo(noMember);
    assertThat(ReadCapture.file(PcapngBytes.join(file, new byte[] {0x1f})).refusal())
        .isEqualTo("the gzip file is cut off at byte " + (file.length + 1) + ": it ends within its compressed data");
    assertThat(ReadCapture.file(PcapngBytes.join(file, new byte[] {0x1f, 0})).refusal()).isEqualTo(noMember);
    byte[] size = file.clone();
    size[file.length - 1] ^= 1;
    assertThat(ReadCapture.file(size).refusal())
        .isEqualTo("the gzip file is damaged before byte " + file.length + ": its checksum does not match the data");
    byte[] flags = file.clone();
    flags[3] = 0x20; // a reserved flag
    assertThat(ReadCapture.file(flags).refusal())
        .isEqualTo("the gzip file is damaged at byte 0: its method or flags are unknown");
  }

  @Test
  void reportsTheErrorAfterCloseToo() {
    var source = source(new byte[] {1, 2, 3}, new CountedInflater());
    for (int time = 0; time < 2; time++) {
      assertThatThrownBy(() -> source.read(new byte[10], 0, 10)).isInstanceOf(BadCapture.class)
          .hasMessage("the gzip file is damaged at byte 0: it is not followed by a gzip member");
      source.close();
    }
  }

  @Test
  void noBytesAreNotTheEnd() throws IOException {
    byte[] plain = capture(3);
    GunzipSource source = source(member(plain, 0, plain.length), new CountedInflater());
    byte[] all = new byte[plain.length + 1];
    assertThat(source.read(all, 0, 0)).isZero();
    int done = 0;
    for (int read = source.read(all, 0, all.length); read > 0; read = source.read(all, done, all.length - done)) {
      done += read;
      assertThat(source.read(all, done, 0)).isZero();
    }
    assertThat(Arrays.copyOf(all, done)).isEqualTo(plain);
  }

  @Test
  void acceptsEachOptionalFieldAlone() throws IOException {
    byte[] plain = capture(3);
    byte[] bare = member(plain, 0, plain.length);
    byte[][] things = {{4, 2, 0, 9, 9}, {8, 'a', 0}, {16, 'b', 'c', 0}, {2, 7, 7}};
    for (byte[] thing : things) {
      byte[] header = {0x1f, (byte) 0x8b, 8, thing[0], 0, 0, 0, 0, 0, 3};
      byte[] file = PcapngBytes.join(header, Arrays.copyOfRange(thing, 1, thing.length),
          Arrays.copyOfRange(bare, 10, bare.length));
      assertThat(ReadCapture.file(file)).as("flag %d", thing[0]).isEqualTo(ReadCapture.file(plain));
    }
  }

  @Test
  void theEndStaysTheEndWhenItIsClosed() throws IOException {
    byte[] plain = capture(3);
    var inflater = new CountedInflater();
    GunzipSource source = source(member(plain, 0, plain.length), inflater);
    byte[] bytes = new byte[plain.length];
    while (source.read(bytes, 0, bytes.length) >= 0) {
      assertThat(inflater.ends).isZero();
    }
    source.close();
    assertThat(source.read(bytes, 0, bytes.length)).isEqualTo(-1);
    assertThat(inflater.ends).isEqualTo(1);
  }
}
