package dev.inflight.web.build;

import java.util.List;
import java.util.Map;

/** What of Java's library TeaVM's lacks, and where it is instead. */
final class LibraryNames {
  /** Where the classes are, with a T before their names. */
  static final String PACKAGE = "dev.inflight.web.library.";

  /** Classes that are missing. */
  static final List<String> CLASSES = List.of("java.lang.ScopedValue", "java.lang.ScopedValue$Carrier",
      "java.lang.ScopedValue$CallableOp", "java.lang.invoke.VarHandle", "java.lang.reflect.RecordComponent",
      "java.util.HexFormat", "java.util.concurrent.atomic.AtomicIntegerArray", "java.util.concurrent.locks.LockSupport");

  /** Classes of which methods are missing or not exact, and the class that has those as static ones, with the object before their arguments. */
  static final Map<String, String> METHODS = Map.ofEntries(Map.entry("java.lang.Character", PACKAGE + "CharacterMore"),
      Map.entry("java.lang.Class", "java.lang.reflect.RecordComponent"), Map.entry("java.lang.Long", PACKAGE + "LongMore"),
      Map.entry("java.lang.Math", PACKAGE + "MathMore"), Map.entry("java.lang.Package", PACKAGE + "PackageMore"),
      Map.entry("java.lang.StrictMath", PACKAGE + "StrictMathMore"), Map.entry("java.lang.Runtime", PACKAGE + "RuntimeMore"),
      Map.entry("java.lang.String", PACKAGE + "StringMore"), Map.entry("java.lang.Thread", PACKAGE + "ThreadMore"),
      Map.entry("java.lang.invoke.MethodHandles", "java.lang.invoke.VarHandle"),
      Map.entry("java.util.Arrays", PACKAGE + "ArraysMore"), Map.entry("java.util.regex.Matcher", PACKAGE + "MatcherMore"));

  /** Beginnings of names of what no page has: files and their formats, processes, other threads. */
  static final List<String> ABSENT = List.of("com.google.protobuf.", "com.sun.management.", "java.io.File", "java.lang.Process",
      "java.lang.management.", "java.nio.channels.", "java.nio.file.FileSystem", "java.nio.file.Files",
      "java.util.concurrent.CountDownLatch", "java.util.logging.", "java.util.zip.", "javax.xml.", "tools.jackson.");

  private LibraryNames() {
  }

  static boolean isAbsent(String name) {
    return ABSENT.stream().anyMatch(name::startsWith);
  }
}
