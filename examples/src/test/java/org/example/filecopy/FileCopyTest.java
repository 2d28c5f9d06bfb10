package org.example.filecopy;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileCopyTest {
  @TempDir
  private Path folder;

  @Test
  void aFileArrivesWhole() throws Exception {
    byte[] bytes = new byte[3_000_017];
    new Random(1).nextBytes(bytes);
    Path from = Files.write(folder.resolve("from"), bytes);
    String hash = FileCopy.copy(from, folder.resolve("to"));
    assertThat(folder.resolve("to")).hasBinaryContent(bytes);
    assertThat(hash).isEqualTo(HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes)));
  }
}
