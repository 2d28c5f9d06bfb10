import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Stream;

/**
 * Makes the archive that runs without any Java or Maven: a Java runtime with the modules of the JDK that the program uses, the program,
 * start-up caches that are trained with that runtime, scenarios and documents. Arguments: the root of the sources, the folder with the jar,
 * the version, and for another system the folder {@code jmods} of a JDK for it, of the version that runs this. That archive has no caches,
 * because training needs its system.
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
    Path modules = arguments.length > 3 && !arguments[3].isEmpty() ? Path.of(arguments[3]).toAbsolutePath() : null;
    String system = modules == null ? system(System.getProperty("os.name"), System.getProperty("os.arch")) : systemOf(modules);
    String name = "inflight-" + arguments[2] + "-" + system;
    Path folder = built.resolve("archive").resolve(name);
    delete(folder.getParent());
    Files.createDirectories(folder.resolve("bin"));

    Path java = Path.of(System.getProperty("java.home"));
    var link = new ArrayList<>(
        List.of(java.resolve("bin/jlink").toString(), "--add-modules", MODULES, "--strip-java-debug-attributes", "--no-man-pages",
            "--no-header-files", "--output", folder.resolve("runtime").toString()));
    if (modules != null) {
      link.addAll(List.of("--module-path", modules.toString()));
    }
    run(Map.of(), link);
    copy(built.resolve("inflight.jar"), folder.resolve("lib/inflight.jar"));
    copy(built.resolve("lib"), folder.resolve("lib/lib"));
    copy(root.resolve("inflight"), folder.resolve("bin/inflight"));
    for (String file : FILES) {
      copy(root.resolve(file), folder.resolve(file));
    }

    if (modules == null) {
      makeCaches(root, folder);
    }
    Path archive = built.resolve(name + ".tar.gz");
    run(Map.of(),
        List.of("tar", "-C", folder.getParent().toString(), "--owner=0", "--group=0", "-czf", archive.toString(), name));
    System.out.printf("%s, %d MB%n", archive, Files.size(archive) / 1_000_000);
  }

  private static void makeCaches(Path root, Path folder) throws IOException, InterruptedException {
    Path launcher = folder.resolve("bin/inflight");
    run(Map.of("INFLIGHT_MAKE_CACHE", "yes"), List.of(launcher.toString(), "--version"));
    run(Map.of("INFLIGHT_MAKE_CACHE", "yes"), List.of(launcher.toString(), "schema"));
    Path config = root.resolve("lab/src/test/resources/reference/incast16-hpcc/config.txt");
    run(Map.of("INFLIGHT_MAKE_CACHE", "yes"), List.of(launcher.toString(), "run", config.toString(), "--check", "--quiet"));
    for (String cache : List.of("inflight.aot", "inflight-help.aot", "inflight-reference.aot")) {
      if (Files.size(folder.resolve("lib").resolve(cache)) == 0) {
        throw new IOException("the start-up cache " + cache + " could not be made");
      }
    }
  }

  /** The name in archives of a system: macOS is "Mac OS X" to the running JVM and "Darwin" in the release of a JDK. */
  private static String system(String name, String processor) {
    String word = name.toLowerCase(Locale.ROOT).replace(' ', '-');
    return (word.equals("darwin") || word.equals("mac-os-x") ? "macos" : word) + "-"
        + (processor.equals("x86_64") ? "amd64" : processor);
  }

  /** The system of a JDK, by the file {@code release} beside its modules. */
  private static String systemOf(Path modules) throws IOException {
    Path release = modules.resolveSibling("release");
    if (!Files.exists(modules.resolve("java.base.jmod")) || !Files.exists(release)) {
      throw new IOException(modules + " is no folder jmods of a JDK: it needs java.base.jmod, and a file release beside it");
    }
    var values = new Properties();
    values.load(new StringReader(Files.readString(release).replace("\"", "")));
    String name = values.getProperty("OS_NAME");
    String processor = values.getProperty("OS_ARCH");
    if (name == null || processor == null) {
      throw new IOException(release + " does not name the system: it needs OS_NAME and OS_ARCH");
    }
    return system(name, processor);
  }

  private static void run(Map<String, String> environment, List<String> command) throws IOException, InterruptedException {
    var process = new ProcessBuilder(command).inheritIO();
    process.environment().putAll(environment);
    int exit = process.start().waitFor();
    if (exit != 0) {
      throw new IOException(command.get(0) + " ended with " + exit);
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
