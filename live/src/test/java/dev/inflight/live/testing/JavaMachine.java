package dev.inflight.live.testing;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** JVMs that tests start in addition to their own. */
public final class JavaMachine {
  /** Variables that make a JVM print a line at its start, which would change the output that tests compare. */
  private static final List<String> OPTIONS_FROM_OUTSIDE = List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS");

  private JavaMachine() {
  }

  /** Program that started this JVM. */
  public static Path program() {
    return Path.of(System.getProperty("java.home"), "bin", "java");
  }

  /** Existing folders and archives of this JVM's classes. */
  public static List<Path> classes() {
    return Stream.of("jdk.module.path", "java.class.path").map(property -> System.getProperty(property, ""))
        .flatMap(path -> Stream.of(path.split(File.pathSeparator))).filter(entry -> !entry.isEmpty()).map(Path::of)
        .filter(Files::exists).toList();
  }

  /** A class path. */
  public static String classPath(List<Path> entries) {
    return entries.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
  }

  /** Removes the environment's settings for JVMs; returns the same builder. */
  public static ProcessBuilder alone(ProcessBuilder process) {
    process.environment().keySet().removeAll(OPTIONS_FROM_OUTSIDE);
    return process;
  }
}
