package dev.inflight.lab.result.digest;

import java.io.IOException;
import java.io.OutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Stream that digests the bytes that it has written, so that a file of gigabytes need not be read again. */
public final class DigestStream extends OutputStream {
  private final OutputStream out;
  private final MessageDigest digest = sha256();
  private long bytes;

  /** Creates a stream into another one, and closes both together. */
  public DigestStream(OutputStream out) {
    this.out = out;
  }

  /** Returns an empty SHA-256. */
  public static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException missing) {
      throw new IllegalStateException("every JVM has SHA-256", missing);
    }
  }

  @Override
  public void write(int one) throws IOException {
    write(new byte[] {(byte) one}, 0, 1);
  }

  @Override
  public void write(byte[] source, int from, int count) throws IOException {
    out.write(source, from, count);
    digest.update(source, from, count);
    bytes += count;
  }

  @Override
  public void flush() throws IOException {
    out.flush();
  }

  @Override
  public void close() throws IOException {
    out.close();
  }

  /** Returns the digest of all written bytes; callable once, at the end. */
  FileDigest of(String name) {
    return new FileDigest(name, bytes, HexFormat.of().formatHex(digest.digest()));
  }
}
