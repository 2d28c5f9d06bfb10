package dev.inflight.lab.result.digest;

import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/** Files that a run has written, with digests of their bytes. */
public final class WrittenFiles {
  private final Map<String, DigestStream> open = new ConcurrentHashMap<>();
  private final Map<String, FileDigest> done = new TreeMap<>();

  /**
   * Digests the bytes written into a file.
   *
   * @param name name of the file in the folder
   * @param out stream of the file
   * @return stream to write to instead
   */
  public OutputStream follow(String name, OutputStream out) {
    var stream = new DigestStream(out);
    open.put(name, stream);
    return stream;
  }

  /** Records that a file has replaced another one. */
  public void replaced(String name, FileDigest by) {
    open.remove(name);
    done.put(by.name(), by);
  }

  /** Returns all digests by name, after the last byte of each file. */
  public List<FileDigest> all() {
    open.forEach((name, stream) -> done.put(name, stream.of(name)));
    open.clear();
    return List.copyOf(done.values());
  }
}
