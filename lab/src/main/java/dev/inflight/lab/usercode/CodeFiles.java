package dev.inflight.lab.usercode;

import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.spec.CodeOrigin;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipInputStream;

/**
 * Classes of a jar, a source file, or a folder of sources.
 *
 * @param origin their origin
 * @param files bytes of classes and resources, by their paths in a jar
 * @param texts Javadoc of their sources
 * @param isJar true for a jar, which names its providers; sources provide all their public records
 */
record CodeFiles(CodeOrigin origin, Map<String, byte[]> files, Map<String, String> texts, boolean isJar) {
  private static final String CLASS = ".class";

  /**
   * Compiles sources, or unpacks a jar.
   *
   * @param place place of their path
   * @throws dev.inflight.lab.read.InputError if the sources do not compile, or the file is not a jar
   */
  static CodeFiles of(CodeBytes code, SourceLocation place) {
    if (code.isJar()) {
      return ofJar(code, place);
    }
    SourceCompiler.Compiled compiled = SourceCompiler.compile(code.files(), place);
    return new CodeFiles(code.origin(), compiled.classes(), compiled.texts(), false);
  }

  private static CodeFiles ofJar(CodeBytes jar, SourceLocation place) {
    var files = new HashMap<String, byte[]>();
    var sources = new HashMap<String, byte[]>();
    try {
      unpack(jar.files().values().iterator().next(), files, place);
    } catch (ZipException broken) {
      throw place.error("this is not a jar: " + broken.getMessage());
    } catch (IOException failed) {
      throw place.error("the jar cannot be read: " + failed.getMessage());
    }
    if (files.isEmpty()) {
      throw place.error("this is not a jar, or it is empty");
    }
    files.forEach((name, bytes) -> {
      if (name.endsWith(CodeBytes.JAVA)
          && files.containsKey(name.substring(0, name.length() - CodeBytes.JAVA.length()) + CLASS)) {
        sources.put(name, bytes);
      }
    });
    Map<String, String> texts = sources.isEmpty() ? Map.of() : SourceCompiler.texts(sources, place);
    return new CodeFiles(jar.origin(), files, texts, true);
  }

  private static void unpack(byte[] jar, Map<String, byte[]> files, SourceLocation place) throws IOException {
    long unpacked = 0;
    try (var zip = new ZipInputStream(new ByteArrayInputStream(jar))) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        byte[] bytes = zip.readNBytes((int) (CodeBytes.MOST_BYTES - unpacked) + 1);
        unpacked += bytes.length;
        if (unpacked > CodeBytes.MOST_BYTES) {
          throw place.error("the jar unpacks to more than 256 MiB");
        }
        if (!entry.isDirectory()) {
          files.put(entry.getName(), bytes);
        }
      }
    }
  }

  /** Names of all classes, in order. */
  List<String> classNames() {
    return files.keySet().stream()
        .filter(name -> name.endsWith(CLASS) && !name.endsWith("-info.class") && !name.startsWith("META-INF/"))
        .map(name -> name.substring(0, name.length() - CLASS.length()).replace('/', '.')).sorted().toList();
  }
}
