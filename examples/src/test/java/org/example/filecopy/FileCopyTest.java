package org.example.filecopy;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.inflight.live.testing.Ended;
import dev.inflight.live.testing.JavaMachine;
import dev.inflight.live.testing.Unprivileged;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FileCopyTest {
  /** Device of Linux that is always full. */
  private static final Path FULL = Path.of("/dev/full");

  @TempDir
  private Path folder;

  private Path file(int bytes) throws Exception {
    byte[] content = new byte[bytes];
    new Random(bytes).nextBytes(content);
    return Files.write(folder.resolve("from"), content);
  }

  static String sha256(Path file) throws Exception {
    return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
  }

  /** Runs the program in this JVM. */
  static Ended run(String... arguments) {
    var out = new ByteArrayOutputStream();
    var err = new ByteArrayOutputStream();
    int exit = FileCopy.run(new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8), arguments);
    return new Ended(exit, out.toString(UTF_8), err.toString(UTF_8));
  }

  @Test
  void fileArrivesWhole() throws Exception {
    Path from = file(3_000_017);
    String hash = FileCopy.copy(from, folder.resolve("to"));
    assertThat(folder.resolve("to")).hasSameBinaryContentAs(from);
    assertThat(hash).isEqualTo(sha256(from));
  }

  @Test
  void emptyFileArrivesToo() throws Exception {
    Path from = file(0);
    Files.writeString(folder.resolve("to"), "what was there before");
    assertThat(FileCopy.copy(from, folder.resolve("to"))).isEqualTo(sha256(from));
    assertThat(folder.resolve("to")).isEmptyFile();
  }

  /** A user without files and without a single capability can use UDP sockets. */
  @Test
  void noCapabilityIsNeeded() throws Exception {
    Path from = file(1_000_003);
    Path to = folder.resolve("to");
    Ended copy = Unprivileged.run(folder, FileCopy.class, from.toString(), to.toString());
    assertThat(copy.exit()).as(copy.err()).isZero();
    assertThat(copy.out()).isEqualTo("SHA-256 " + sha256(from) + "\n");
    assertThat(to).hasSameBinaryContentAs(from);
  }

  @Test
  void rejectsAnotherNamespaceWithoutPrivileges() throws Exception {
    Path from = file(100);
    Ended copy = Unprivileged.run(folder, FileCopy.class, from.toString(), folder.resolve("to").toString(), "127.0.0.1@lo",
        "127.0.0.2@lo@elsewhere");
    assertThat(copy.exit()).isEqualTo(2);
    assertThat(copy.err()).startsWith("FileCopy: 127.0.0.2@lo@elsewhere: network namespace elsewhere: ").hasLineCount(1);
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', quoteCharacter = '"', value = {
      "FROM TO 10.0.0.1@lo 10.0.0 | '10.0.0' is not ADDRESS@INTERFACE or ADDRESS@INTERFACE@NAMESPACE",
      "FROM TO 10.0.0.1@lo a@b@c@d | 'a@b@c@d' is not ADDRESS@INTERFACE or ADDRESS@INTERFACE@NAMESPACE",
      "FROM TO 10.0.0@lo 10.0.0.2@lo | '10.0.0@lo': '10.0.0' is no IPv4 address such as 10.0.0.1",
      "FROM TO 10.0.0.256@lo 10.0.0.2@lo | '10.0.0.256@lo': '10.0.0.256' is no IPv4 address such as 10.0.0.1",
      "FROM TO 10.0.0.1@ 10.0.0.2@lo | '10.0.0.1@' has an empty part before or after an @",
      "FROM TO 127.0.0.1@lo 127.0.0.1@lo | both ends have the same address: 127.0.0.1@lo and 127.0.0.1@lo",
      "FROM TO 127.0.0.1@lo 127.0.0.2@interface-of-no-use | interface 'interface-of-no-use': the name must have 1 to 15 bytes",
      "FROM TO 127.0.0.1@lo 127.0.0.2@lo@a/b | network namespace 'a/b': the name must be one that `ip netns list` shows"})
  void invalidEndIsReportedWithTheUsage(String written, String why) throws Exception {
    Ended refused = run(arguments(written));
    assertThat(refused.exit()).isEqualTo(2);
    assertThat(refused.err()).startsWith("FileCopy: " + why + "\nusage: FileCopy FROM TO [SENDER RECEIVER]\n");
    assertThat(refused.out()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', quoteCharacter = '"', value = {"none TO | none is not a file that can be read",
      "FROM none/to | none/to cannot be written: there is no such folder",
      "FROM FOLDER | FOLDER cannot be written: it is a folder", "FROM FROM | FROM and FROM are the same file",
      "FROM TO 127.0.0.1@none0 127.0.0.2@lo | 127.0.0.1@none0: interface none0: ENODEV, there is no such interface",
      "FROM TO 192.0.2.1@lo 127.0.0.2@lo | 192.0.2.1@lo: UDP port 4791: EADDRNOTAVAIL, no interface has this address"})
  void reportsFailures(String written, String why) throws Exception {
    Ended failed = run(arguments(written));
    assertThat(failed.exit()).isEqualTo(2);
    assertThat(failed.err()).isEqualTo("FileCopy: " + String.join(" ", arguments(why)) + "\n");
    assertThat(folder.resolve("to")).doesNotExist();
  }

  private String[] arguments(String written) throws Exception {
    String from = file(100).toString();
    return written.replace("FROM", from).replace("TO", folder.resolve("to").toString()).replace("FOLDER", folder.toString())
        .split(" ");
  }

  @Test
  void tooFewArgumentsShowTheUsage() {
    for (String[] arguments : List.of(new String[0], new String[] {"one"}, new String[] {"one", "two", "three"})) {
      Ended refused = run(arguments);
      assertThat(refused.exit()).isEqualTo(2);
      assertThat(refused.err()).startsWith("usage: FileCopy FROM TO [SENDER RECEIVER]\n");
    }
  }

  /** The receiver detects it at the end; the sender does not wait forever for its answer. */
  @Test
  void reportsAFullDisk() throws Exception {
    assumeTrue(Files.exists(FULL), "needs " + FULL);
    Ended failed = run(file(3000).toString(), FULL.toString());
    assertThat(failed.exit()).isEqualTo(2);
    assertThat(failed.err()).isEqualTo("FileCopy: from 127.0.0.1@lo to 127.0.0.2@lo: No space left on device\n");
  }

  /** A limit of the process replaces a disk with less room than the file needs. */
  @Test
  void diskThatFillsUpInTheMiddleLeavesTheOldFile() throws Exception {
    assumeTrue(Files.exists(FULL), "needs Linux");
    Path from = file(1_000_003);
    Path to = Files.writeString(folder.resolve("to"), "what was there before");
    Path err = folder.resolve("err");
    Process process = JavaMachine
        .alone(new ProcessBuilder("sh", "-c", "ulimit -f 500; exec \"$@\"", "sh", JavaMachine.program().toString(),
            "-XX:+UseSerialGC", "-XX:-UsePerfData", "--enable-native-access=ALL-UNNAMED", "-cp",
            JavaMachine.classPath(JavaMachine.classes()), FileCopy.class.getName(), from.toString(), to.toString()))
        .redirectError(err.toFile()).start();
    assertThat(process.waitFor()).isEqualTo(2);
    assertThat(err).hasContent("FileCopy: from 127.0.0.1@lo to 127.0.0.2@lo: File too large\n");
    assertThat(to).hasBinaryContent("what was there before".getBytes(UTF_8));
    assertThat(folder).isDirectoryNotContaining("glob:**.part");
  }

  @Test
  void copyKeepsTheFilesPermissions() throws Exception {
    Path from = file(1000);
    Path to = Files.writeString(folder.resolve("to"), "what was there before");
    Files.setPosixFilePermissions(to, PosixFilePermissions.fromString("rw-------"));
    Path link = Files.createSymbolicLink(folder.resolve("link"), to);
    FileCopy.copy(from, link);
    assertThat(to).hasSameBinaryContentAs(from).isRegularFile();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(to))).isEqualTo("rw-------");
    assertThat(link).isSymbolicLink();
  }

  /** Endpoints may access registered memory until they are closed: it is released after them, also if the copy fails. */
  @Test
  void memoryOutlivesTheEndpoints() throws Exception {
    for (Path to : Files.exists(FULL) ? List.of(folder.resolve("to"), FULL) : List.of(folder.resolve("to"))) {
      var arena = new WatchedArena();
      try {
        FileCopy.copy(file(5000), to, End.SENDER, End.RECEIVER, arena);
      } catch (IOException full) {
        if (!to.equals(FULL)) {
          throw full;
        }
      }
      assertThat(arena.endpointsAtClose).containsExactly(0L);
    }
  }

  /** Counts the endpoints that exist when it is closed. */
  private static final class WatchedArena implements Arena {
    private final Arena arena = Arena.ofShared();
    private final List<Long> endpointsAtClose = new ArrayList<>();

    @Override
    public MemorySegment allocate(long bytes, long alignment) {
      return arena.allocate(bytes, alignment);
    }

    @Override
    public MemorySegment.Scope scope() {
      return arena.scope();
    }

    @Override
    public void close() {
      endpointsAtClose.add(
          Thread.getAllStackTraces().keySet().stream().filter(thread -> thread.getName().startsWith("endpoint ")).count());
      arena.close();
    }
  }
}
