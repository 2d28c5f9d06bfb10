package dev.inflight.lab.usercode;

import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.spec.CodeOrigin;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipInputStream;

/**
 * The classes of a jar, of a source file, or of a folder of sources.
 *
 * @param origin where they are from
 * @param files the bytes of classes and resources, by their paths in a jar
 * @param texts what the Javadoc of their sources says
 * @param isJar whether a jar names what it provides; of sources that is each public record
 */
record CodeFiles(CodeOrigin origin, Map<String, byte[]> files, Map<String, String> texts, boolean isJar) {
  private static final String JAR = ".jar";
  private static final String JAVA = ".java";
  private static final String CLASS = ".class";
  private static final int MOST_SOURCES = 2000;
  private static final long MOST_BYTES = 1 << 28;

  /** Whether a file of this name is code. */
  static boolean isCode(Path file) {
    String name = String.valueOf(file.getFileName());
    return name.endsWith(JAR) || name.endsWith(JAVA);
  }

  /**
   * Reads what is there, and compiles it if need be.
   *
   * @param place where the user names it
   * @throws dev.inflight.lab.read.InputError when it is not there, is of another kind, or cannot be compiled
   */
  static CodeFiles read(Path path, SourceLocation place) {
    String shown = Quoted.shortened(path.toString());
    if (Files.isDirectory(path)) {
      return ofSources(path, sources(path, place), place);
    }
    if (!Files.exists(path)) {
      throw place.error("there is no file " + shown);
    }
    if (!isCode(path) || !Files.isRegularFile(path)) {
      throw place.error(shown + " is neither a jar nor a source file (.java) nor a folder of sources");
    }
    return path.toString().endsWith(JAVA) ? ofSources(path, List.of(path), place) : ofJar(path, place);
  }

  private static List<Path> sources(Path folder, SourceLocation place) {
    try (Stream<Path> all = Files.walk(folder)) {
      List<Path> sources = all.filter(file -> file.toString().endsWith(JAVA) && Files.isRegularFile(file))
          .filter(file -> !file.endsWith("module-info.java")) // all are compiled on the class path
          .limit(MOST_SOURCES + 1L).sorted().toList();
      if (sources.isEmpty()) {
        throw place.error("the folder " + Quoted.shortened(folder.toString()) + " holds no source file (.java)");
      }
      if (sources.size() > MOST_SOURCES) {
        throw place.error("the folder " + Quoted.shortened(folder.toString()) + " holds more than " + MOST_SOURCES
            + " source files; give the folder of the extension alone, as in src/main/java");
      }
      return sources;
    } catch (IOException failed) {
      throw place.error("the folder " + Quoted.shortened(folder.toString()) + " cannot be read: " + failed.getMessage());
    }
  }

  private static CodeFiles ofSources(Path path, List<Path> sources, SourceLocation place) {
    MessageDigest digest = sha256();
    try {
      for (Path source : sources) {
        byte[] bytes = Files.readAllBytes(source);
        if (sources.size() > 1) { // of one file it is the file's own
          digest.update((path.relativize(source) + "\n" + bytes.length + "\n").getBytes(StandardCharsets.UTF_8));
        }
        digest.update(bytes);
      }
    } catch (IOException failed) {
      throw place.error("the sources cannot be read: " + failed.getMessage());
    }
    SourceCompiler.Compiled compiled = SourceCompiler.compile(sources, place);
    return new CodeFiles(origin(path, digest), compiled.classes(), compiled.texts(), false);
  }

  private static CodeFiles ofJar(Path jar, SourceLocation place) {
    MessageDigest digest = sha256();
    var files = new HashMap<String, byte[]>();
    var sources = new HashMap<String, byte[]>();
    try {
      if (Files.size(jar) > MOST_BYTES) {
        throw place.error("the jar is larger than 256 MiB");
      }
      byte[] bytes = Files.readAllBytes(jar);
      digest.update(bytes);
      unpack(bytes, files, place);
    } catch (ZipException broken) {
      throw place.error("this is no jar: " + broken.getMessage());
    } catch (IOException failed) {
      throw place.error("the jar cannot be read: " + failed.getMessage());
    }
    if (files.isEmpty()) {
      throw place.error("this is no jar, or an empty one");
    }
    files.forEach((name, bytes) -> {
      if (name.endsWith(JAVA) && files.containsKey(name.substring(0, name.length() - JAVA.length()) + CLASS)) {
        sources.put(name, bytes);
      }
    });
    Map<String, String> texts = sources.isEmpty() ? Map.of() : SourceCompiler.texts(sources, place);
    return new CodeFiles(origin(jar, digest), files, texts, true);
  }

  private static void unpack(byte[] jar, Map<String, byte[]> files, SourceLocation place) throws IOException {
    long unpacked = 0;
    try (var zip = new ZipInputStream(new ByteArrayInputStream(jar))) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        byte[] bytes = zip.readNBytes((int) (MOST_BYTES - unpacked) + 1);
        unpacked += bytes.length;
        if (unpacked > MOST_BYTES) {
          throw place.error("the jar unpacks to more than 256 MiB");
        }
        if (!entry.isDirectory()) {
          files.put(entry.getName(), bytes);
        }
      }
    }
  }

  private static CodeOrigin origin(Path path, MessageDigest digest) {
    return new CodeOrigin(path.toAbsolutePath().normalize().toString(), HexFormat.of().formatHex(digest.digest()));
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /** The names of all classes, in order. */
  List<String> classNames() {
    return files.keySet().stream()
        .filter(name -> name.endsWith(CLASS) && !name.endsWith("-info.class") && !name.startsWith("META-INF/"))
        .map(name -> name.substring(0, name.length() - CLASS.length()).replace('/', '.')).sorted().toList();
  }
}
