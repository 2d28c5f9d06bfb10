package dev.inflight.lab.usercode;

import dev.inflight.lab.print.Quoted;
import dev.inflight.lab.read.InputError;
import dev.inflight.lab.read.SourceLocation;
import dev.inflight.lab.spec.CodeOrigin;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Bytes of a jar, a source file, or a folder of sources, read once, so that the hash is of the compiled or loaded bytes.
 *
 * @param origin their origin, with their SHA-256
 * @param path file or folder, as the user wrote it
 * @param files bytes of each file, in order: of one jar, or of all sources
 */
record CodeBytes(CodeOrigin origin, Path path, Map<Path, byte[]> files) {
  static final long MOST_BYTES = 1 << 28;
  static final String JAVA = ".java";

  private static final String JAR = ".jar";
  private static final int MOST_SOURCES = 2000;

  /** Reports whether a file of this name is code. */
  static boolean isCode(Path file) {
    String name = String.valueOf(file.getFileName());
    return name.endsWith(JAR) || name.endsWith(JAVA);
  }

  /** Reports whether the bytes are a jar's. */
  boolean isJar() {
    return files.keySet().iterator().next().toString().endsWith(JAR);
  }

  /**
   * Reads the bytes.
   *
   * @param place place of the path
   * @throws InputError if the path does not exist, is of another kind, cannot be read, or is larger than 256 MiB
   */
  static CodeBytes read(Path path, SourceLocation place) {
    String shown = Quoted.shortened(path.toString());
    if (Files.isDirectory(path)) {
      Path root = sourceRoot(path);
      return of(path, root, sources(root, place), place);
    }
    if (!Files.exists(path)) {
      throw place.error("there is no file " + shown);
    }
    if (!isCode(path) || !Files.isRegularFile(path)) {
      throw place.error(shown + " must be a jar, a source file (.java) or a folder of sources");
    }
    return of(path, path, List.of(path), place);
  }

  /**
   * Returns the main sources of a Maven or Gradle project, such as {@code inflight new} writes: its tests need further libraries.
   */
  private static Path sourceRoot(Path folder) {
    Path main = folder.resolve("src").resolve("main").resolve("java");
    return Files.isDirectory(main) ? main : folder;
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
      throw unreadable("the folder " + Quoted.shortened(folder.toString()), failed, place);
    } catch (UncheckedIOException failed) { // of a folder within it
      throw unreadable("the folder " + Quoted.shortened(folder.toString()), Objects.requireNonNull(failed.getCause()), place);
    }
  }

  /** Returns the error of an unreadable file or folder, with the name of the inner file that is the reason. */
  static InputError unreadable(String what, IOException failed, SourceLocation place) {
    String reason = switch (failed) {
      case AccessDeniedException denied -> "permission denied for " + Quoted.shortened(denied.getFile());
      case FileSystemException other when other.getReason() != null ->
        Quoted.shortened(String.valueOf(other.getFile())) + ": " + other.getReason();
      default -> String.valueOf(failed.getMessage());
    };
    return place.error(what + " cannot be read: " + reason);
  }

  private static CodeBytes of(Path path, Path root, List<Path> files, SourceLocation place) {
    MessageDigest digest = sha256();
    var read = new LinkedHashMap<Path, byte[]>();
    long left = MOST_BYTES;
    for (Path file : files) {
      byte[] bytes;
      try (var in = Files.newInputStream(file)) {
        bytes = in.readNBytes((int) left + 1);
      } catch (IOException failed) {
        throw unreadable("the file " + Quoted.shortened(file.toString()), failed, place);
      }
      left -= bytes.length;
      if (left < 0) {
        throw place.error(Quoted.shortened(path.toString()) + " is larger than 256 MiB");
      }
      if (files.size() > 1) { // for one file, it is the file's own
        digest.update((root.relativize(file) + "\n" + bytes.length + "\n").getBytes(StandardCharsets.UTF_8));
      }
      digest.update(bytes);
      read.put(file, bytes);
    }
    String sha256 = HexFormat.of().formatHex(digest.digest());
    return new CodeBytes(new CodeOrigin(path.toAbsolutePath().normalize().toString(), sha256), path, read);
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /**
   * Checks that the bytes are those that a scenario requires.
   *
   * @param stated SHA-256 in the scenario
   * @param place place of that SHA-256
   * @throws InputError if the bytes have another SHA-256
   */
  void require(String stated, SourceLocation place) {
    if (!stated.equals(origin.sha256())) {
      throw place.error("the code in " + Quoted.shortened(path.toString()) + " has SHA-256 " + origin.sha256()
          + ", and the scenario states " + Quoted.shortened(stated) + "; give the code that you mean by --with PATH");
    }
  }
}
