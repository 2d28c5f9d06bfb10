package dev.inflight.live.testing;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Java machines that tests start beside their own. */
public final class JavaMachine {
  /** Each makes a Java machine begin with a line about what it has picked up, among what tests compare as a whole. */
  private static final List<String> OPTIONS_FROM_OUTSIDE = List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS");

  private JavaMachine() {
  }

  /** The program that has started this one. */
  public static Path program() {
    return Path.of(System.getProperty("java.home"), "bin", "java");
  }

  /** Folders and archives from which this one has its classes, those that there are. */
  public static List<Path> classes() {
    return Stream.of("jdk.module.path", "java.class.path").map(property -> System.getProperty(property, ""))
        .flatMap(path -> Stream.of(path.split(File.pathSeparator))).filter(entry -> !entry.isEmpty()).map(Path::of)
        .filter(Files::exists).toList();
  }

  /** A class path. */
  public static String classPath(List<Path> entries) {
    return entries.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
  }

  /** Takes away what the environment says to any Java machine; returns the same builder. */
  public static ProcessBuilder alone(ProcessBuilder process) {
    process.environment().keySet().removeAll(OPTIONS_FROM_OUTSIDE);
    return process;
  }
}
