package org.example.filecopy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.live.TestNamespaces;
import dev.inflight.live.testing.Ended;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The copy over a cable between two network namespaces. */
@Tag("live")
class FileCopyLiveTest {
  private static final int BYTES = 5_000_011;

  @TempDir
  private Path folder;

  private TestNamespaces all;
  private String left;
  private String right;

  @BeforeEach
  void makeCable() throws Exception {
    all = new TestNamespaces();
    left = all.namespace("l");
    right = all.namespace("r");
    all.cable(left, "v0", right, "v1", 1500);
    TestNamespaces.ip("-n", left, "addr", "add", "10.87.0.1/24", "dev", "v0");
    TestNamespaces.ip("-n", right, "addr", "add", "10.87.0.2/24", "dev", "v1");
    byte[] content = new byte[BYTES];
    new Random(3).nextBytes(content);
    Files.write(folder.resolve("from"), content);
  }

  @AfterEach
  void remove() {
    all.close();
  }

  private Ended copy(String receiver) {
    return FileCopyTest.run(folder.resolve("from").toString(), folder.resolve("to").toString(), "10.87.0.1@v0@" + left,
        receiver + "@v1@" + right);
  }

  private long received(String what) {
    String[] lines = TestNamespaces.ip("-n", right, "-s", "link", "show", "v1").split("\n");
    int header = List.of(lines).indexOf(List.of(lines).stream().filter(line -> line.contains("RX:")).findFirst().orElseThrow());
    List<String> names = List.of(lines[header].replace("RX:", "").strip().split("\\s+"));
    return Long.parseLong(lines[header + 1].strip().split("\\s+")[names.indexOf(what)]);
  }

  @Test
  void fileGoesOverTheCable() throws Exception {
    Ended copied = copy("10.87.0.2");
    assertThat(copied.exit()).as(copied.err()).isZero();
    assertThat(copied.err()).isEmpty();
    assertThat(copied.out()).isEqualTo("SHA-256 " + FileCopyTest.sha256(folder.resolve("from")) + "\n");
    assertThat(folder.resolve("to")).hasSameBinaryContentAs(folder.resolve("from"));
    assertThat(received("bytes")).isGreaterThan(BYTES);
    assertThat(received("packets")).isGreaterThanOrEqualTo(BYTES / 1024);
  }

  /** The sender waits only until the receiver counts as gone. */
  @Test
  void reportsACutCable() {
    TestNamespaces.ip("-n", right, "addr", "add", "10.88.0.2/24", "dev", "v1"); // to which the other side has no route
    Ended failed = copy("10.88.0.2");
    assertThat(failed.exit()).isEqualTo(2);
    assertThat(failed.err()).startsWith("FileCopy: from 10.87.0.1@v0@" + left + " to 10.88.0.2@v1@" + right + ": a connection: ")
        .endsWith("; is there a route between them?\n");
    assertThat(folder.resolve("to")).doesNotExist();
  }
}
