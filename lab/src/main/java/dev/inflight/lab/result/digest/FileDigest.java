package dev.inflight.lab.result.digest;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Digest of a file's content.
 *
 * @param name the file's name in its folder
 * @param bytes its size, 0 or more
 * @param sha256 SHA-256 of its bytes, in 64 lowercase hexadecimal digits
 */
public record FileDigest(String name, long bytes, String sha256) {
  /** Returns the digest of a file's current content, reading it once. */
  public static FileDigest of(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file); var digest = new DigestStream(OutputStream.nullOutputStream())) {
      in.transferTo(digest);
      return digest.of(String.valueOf(file.getFileName()));
    }
  }
}
