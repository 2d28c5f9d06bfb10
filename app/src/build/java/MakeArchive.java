import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Makes the archive that runs without any Java or Maven: a Java runtime with the modules of the JDK that the program uses, the program,
 * start-up caches that are trained with that runtime, scenarios and documents. Arguments: the root of the sources, the folder with the jar,
 * and the version.
 */
public final class MakeArchive {
  /**
   * Modules of the JDK that the program and its libraries use, the compiler of extensions among them; the last two are for other character
   * sets and for memory outside the heap.
   */
  private static final String MODULES = "java.base,java.desktop,java.logging,java.management,java.naming,java.sql,java.xml,jdk.httpserver,"
      + "jdk.management,jdk.compiler,jdk.charsets,jdk.unsupported";
  private static final List<String> FILES = List.of("README.md", "LICENSE", "ARCHITECTURE.md", "CHANGELOG.md", "SECURITY.md",
      "CITATION.cff", "docs", "scenarios", "python/README.md", "python/pyproject.toml", "python/inflight", "python/examples");

  private MakeArchive() {
  }

  public static void main(String[] arguments) throws IOException, InterruptedException {
    Path root = Path.of(arguments[0]).toRealPath();
    Path built = Path.of(arguments[1]).toRealPath();
    String system = System.getProperty("os.name").toLowerCase(Locale.ROOT).replace(' ', '-') + "-"
        + System.getProperty("os.arch");
    String name = "inflight-" + arguments[2] + "-" + system;
    Path folder = built.resolve("archive").resolve(name);
    delete(folder.getParent());
    Files.createDirectories(folder.resolve("bin"));

    Path java = Path.of(System.getProperty("java.home"));
    run(Map.of(), List.of(java.resolve("bin/jlink").toString(), "--add-modules", MODULES, "--strip-java-debug-attributes",
        "--no-man-pages", "--no-header-files", "--output", folder.resolve("runtime").toString()));
    copy(built.resolve("inflight.jar"), folder.resolve("lib/inflight.jar"));
    copy(built.resolve("lib"), folder.resolve("lib/lib"));
    copy(root.resolve("inflight"), folder.resolve("bin/inflight"));
    for (String file : FILES) {
      copy(root.resolve(file), folder.resolve(file));
    }

    Path launcher = folder.resolve("bin/inflight");
    run(Map.of("INFLIGHT_MAKE_CACHE", "yes"), List.of(launcher.toString(), "--version"));
    Path config = root.resolve("lab/src/test/resources/reference/incast16-hpcc/config.txt");
    run(Map.of("INFLIGHT_MAKE_CACHE", "yes"), List.of(launcher.toString(), "run", config.toString(), "--check", "--quiet"));
    for (String cache : List.of("inflight.aot", "inflight-reference.aot")) {
      if (Files.size(folder.resolve("lib").resolve(cache)) == 0) {
        throw new IOException("the start-up cache " + cache + " could not be made");
      }
    }
    Path archive = built.resolve(name + ".tar.gz");
    run(Map.of(),
        List.of("tar", "-C", folder.getParent().toString(), "--owner=0", "--group=0", "-czf", archive.toString(), name));
    System.out.printf("%s, %d MB%n", archive, Files.size(archive) / 1_000_000);
  }

  private static void run(Map<String, String> environment, List<String> command) throws IOException, InterruptedException {
    var process = new ProcessBuilder(command).inheritIO();
    process.environment().putAll(environment);
    int exit = process.start().waitFor();
    if (exit != 0) {
      throw new IOException(command.getFirst() + " ended with " + exit);
    }
  }

  /** Copies with times, because the start-up cache holds those of the jars. */
  private static void copy(Path from, Path to) throws IOException {
    var all = new ArrayList<Path>();
    try (Stream<Path> files = Files.walk(from)) {
      files.filter(file -> !file.toString().contains("__pycache__")).forEach(all::add);
    }
    Files.createDirectories(to.getParent());
    for (Path one : all) {
      Files.copy(one, to.resolve(from.relativize(one).toString()), StandardCopyOption.COPY_ATTRIBUTES,
          StandardCopyOption.REPLACE_EXISTING, LinkOption.NOFOLLOW_LINKS);
    }
  }

  private static void delete(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted((one, other) -> other.compareTo(one)).toList()) {
        Files.delete(file);
      }
    }
  }
}
