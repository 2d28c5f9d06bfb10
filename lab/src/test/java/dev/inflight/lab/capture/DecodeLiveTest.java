package dev.inflight.lab.capture;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.lab.cli.Main;
import dev.inflight.lab.result.RunFolder;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Packets of a capture that is still being made, as of {@code tcpdump -w -}, are shown as they come. */
class DecodeLiveTest {
  private static final String HEADER = "4d3cb2a1" + "02000400" + "0000000000000000" + "00000400" + "01000000";
  private static final String ARP = "0000000001000000" + "2a0000002a000000" + "ffffffffffff0242ac11000208060001"
      + "00".repeat(26);

  /** Pipe that receives more only when its reader would wait; it notes the number of lines that the user sees then. */
  private static final class Pipe extends InputStream {
    private final Queue<byte[]> more = new ArrayDeque<>();
    private final ByteArrayOutputStream screen;
    private final List<Long> linesSeen = new ArrayList<>();
    private byte[] here = {};
    private int taken;

    Pipe(ByteArrayOutputStream screen, String... parts) {
      this.screen = screen;
      for (String part : parts) {
        more.add(HexFormat.of().parseHex(part));
      }
    }

    @Override
    public int available() {
      return here.length - taken;
    }

    @Override
    public int read() {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) {
      if (available() == 0) {
        linesSeen.add(screen.toString(UTF_8).lines().count());
        byte[] next = more.poll();
        if (next == null) {
          return -1;
        }
        here = next;
        taken = 0;
      }
      int part = Math.min(length, available());
      System.arraycopy(here, taken, bytes, offset, part);
      taken += part;
      return part;
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"--telemetry=native", "--json"})
  void printsPacketsAsTheyArrive(String option) {
    var screen = new ByteArrayOutputStream();
    var out = new PrintStream(new BufferedOutputStream(screen), false, UTF_8);
    var pipe = new Pipe(screen, HEADER, ARP, ARP + ARP.substring(0, 50), ARP.substring(50));
    InputStream before = System.in;
    System.setIn(pipe);
    try {
      assertThat(Main.run(out, out, RunFolder.Opener.DISK, "decode", option, "-")).isZero();
    } finally {
      System.setIn(before);
    }
    assertThat(pipe.linesSeen).startsWith(0L, 0L, 1L, 2L, 3L);
    assertThat(screen.toString(UTF_8).lines()).hasSize(3);
  }
}
