package dev.inflight.web.build;

import java.util.List;
import java.util.Map;

/** Parts of Java's library that TeaVM's lacks, and their replacements. */
final class LibraryNames {
  /** Package of the classes, the names of which start with a T. */
  static final String PACKAGE = "dev.inflight.web.library.";

  /** Missing classes. */
  static final List<String> CLASSES = List.of("java.lang.ScopedValue", "java.lang.ScopedValue$Carrier",
      "java.lang.ScopedValue$CallableOp", "java.lang.invoke.VarHandle", "java.lang.reflect.RecordComponent",
      "java.util.HexFormat", "java.util.concurrent.atomic.AtomicIntegerArray", "java.util.concurrent.locks.LockSupport");

  /**
   * Classes with missing or inexact methods, and for each the class with static replacements, which take the object as the
   * first argument.
   */
  static final Map<String, String> METHODS = Map.ofEntries(Map.entry("java.lang.Character", PACKAGE + "CharacterMore"),
      Map.entry("java.lang.Class", "java.lang.reflect.RecordComponent"), Map.entry("java.lang.Long", PACKAGE + "LongMore"),
      Map.entry("java.lang.Math", PACKAGE + "MathMore"), Map.entry("java.lang.Package", PACKAGE + "PackageMore"),
      Map.entry("java.lang.StrictMath", PACKAGE + "StrictMathMore"), Map.entry("java.lang.Runtime", PACKAGE + "RuntimeMore"),
      Map.entry("java.lang.String", PACKAGE + "StringMore"), Map.entry("java.lang.Thread", PACKAGE + "ThreadMore"),
      Map.entry("java.lang.invoke.MethodHandles", "java.lang.invoke.VarHandle"),
      Map.entry("java.util.Arrays", PACKAGE + "ArraysMore"), Map.entry("java.util.regex.Matcher", PACKAGE + "MatcherMore"));

  /** Name prefixes of classes that a browser lacks: files and their formats, processes, other threads. */
  static final List<String> ABSENT = List.of("com.google.protobuf.", "com.sun.management.", "java.io.File", "java.lang.Process",
      "java.lang.management.", "java.nio.channels.", "java.nio.file.FileSystem", "java.nio.file.Files",
      "java.util.concurrent.CountDownLatch", "java.util.logging.", "java.util.zip.", "javax.xml.", "tools.jackson.");

  private LibraryNames() {
  }

  static boolean isAbsent(String name) {
    return ABSENT.stream().anyMatch(name::startsWith);
  }
}
