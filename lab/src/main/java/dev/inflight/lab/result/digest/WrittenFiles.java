package dev.inflight.lab.result.digest;

import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/** The files that a run has written, each with what went into it. */
public final class WrittenFiles {
  private final Map<String, DigestStream> open = new ConcurrentHashMap<>();
  private final Map<String, FileDigest> done = new TreeMap<>();

  /**
   * Follows the bytes written into a file.
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

  /** Notes that a file has taken another one's place. */
  public void replaced(String name, FileDigest by) {
    open.remove(name);
    done.put(by.name(), by);
  }

  /** Returns all digests by name, after the last byte of each file has been written. */
  public List<FileDigest> all() {
    open.forEach((name, stream) -> done.put(name, stream.of(name)));
    open.clear();
    return List.copyOf(done.values());
  }
}
