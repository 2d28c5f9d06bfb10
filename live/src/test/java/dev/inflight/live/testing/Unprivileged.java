package dev.inflight.live.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;

/**
 * Programs in their own JVM without any privilege: of a user without files, without any capability, and unable to get one. Only root can
 * drop that much (by {@code setpriv}); if tests have no capability themselves, the program starts with their privileges.
 */
public final class Unprivileged {
  private static final List<String> WITHOUT_ANY = List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups",
      "--bounding-set=-all", "--inh-caps=-all", "--no-new-privs");
  private static final Path STATUS = Path.of("/proc/self/status");
  private static final String EFFECTIVE = "CapEff:\t";
  private static final String NONE = "0000000000000000";
  private static final long PATIENCE_SECONDS = 60;

  private Unprivileged() {
  }

  /** Program in the other JVM: prints its privileges, and runs the actual program. */
  public static final class Child {
    private Child() {
    }

    public static void main(String[] arguments) throws Exception {
      System.out.println(effective());
      Class.forName(arguments[0]).getMethod("main", String[].class).invoke(null,
          (Object) Arrays.copyOfRange(arguments, 1, arguments.length));
    }
  }

  private static String effective() throws IOException {
    return Files.readAllLines(STATUS).stream().filter(line -> line.startsWith(EFFECTIVE)).findFirst().orElseThrow();
  }

  /** True if tests have a privilege that such a program has not. */
  static boolean isPrivileged() throws IOException {
    return !effective().endsWith(NONE);
  }

  /**
   * Runs a program to its end, and fails if it had a capability. Skips the test with the reason if this machine cannot start it without
   * privileges.
   *
   * @param folder folder of the test's files, which the program may change
   * @param main class of the program, public like its method
   */
  public static Ended run(Path folder, Class<?> main, String... arguments) throws Exception {
    if (!Files.exists(STATUS)) {
      skip("capabilities are Linux's");
    }
    boolean hasSome = isPrivileged();
    var command = new ArrayList<String>();
    if (hasSome) {
      require(folder);
      openToAll(folder);
      command.addAll(WITHOUT_ANY);
    }
    Path files = Files.createTempDirectory(folder, "child");
    openToAll(files);
    command.addAll(List.of(JavaMachine.program().toString(), "-XX:+UseSerialGC", "-XX:-UsePerfData", "-XX:TieredStopAtLevel=1",
        "--enable-native-access=ALL-UNNAMED", "-cp", classPath(hasSome, files), Child.class.getName(), main.getName()));
    command.addAll(List.of(arguments));
    Path out = files.resolve("out");
    Path err = files.resolve("err");
    Process process = JavaMachine.alone(new ProcessBuilder(command)).redirectOutput(out.toFile()).redirectError(err.toFile())
        .start();
    process.getOutputStream().close();
    if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly().waitFor();
      Assertions.fail(command + " has not ended; it said: " + Files.readString(out) + Files.readString(err));
    }
    String said = Files.readString(out);
    assertThat(said).as("what the program may; %s", Files.readString(err)).startsWith(EFFECTIVE + NONE + "\n");
    return new Ended(process.exitValue(), said.substring(said.indexOf('\n') + 1), Files.readString(err));
  }

  private static void require(Path folder) throws Exception {
    boolean there = Stream.of(System.getenv("PATH").split(File.pathSeparator))
        .anyMatch(one -> Files.isExecutable(Path.of(one, WITHOUT_ANY.getFirst())));
    if (!there) {
      String missing = "setpriv is not installed (apt-get install util-linux)";
      if (System.getenv("CI") != null) {
        Assertions.fail(missing + ", and CI installs it: see .ci/run");
      }
      skip(missing);
    }
    var probe = new ArrayList<>(WITHOUT_ANY);
    probe.add("true");
    Process process = new ProcessBuilder(probe).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes()).strip();
    if (process.waitFor() != 0) {
      skip("this process cannot give up what it may: " + said);
    }
    for (Path needed : List.of(JavaMachine.program(), folder.toAbsolutePath().getParent())) {
      if (!isOpenToAll(needed)) {
        skip("others than this user cannot reach " + needed);
      }
    }
  }

  private static void skip(String why) {
    System.err.println("SKIPPED: " + why);
    Assumptions.abort(why);
  }

  /** Class path of this JVM; contents of folders that only this user may read are copied. */
  private static String classPath(boolean byAnother, Path files) throws IOException {
    var entries = new ArrayList<Path>();
    for (Path entry : JavaMachine.classes()) {
      Path here = entry.toRealPath();
      entries.add(byAnother && !isOpenToAll(here) ? linked(here, files.resolve(Integer.toString(entries.size()))) : here);
    }
    return JavaMachine.classPath(entries);
  }

  private static Path linked(Path from, Path to) throws IOException {
    List<Path> all;
    try (Stream<Path> walked = Files.walk(from)) {
      all = walked.toList();
    }
    for (Path one : all) {
      Path there = one.equals(from) ? to : to.resolve(from.relativize(one).toString());
      if (Files.isDirectory(one)) {
        Files.createDirectory(there);
        openToAll(there);
      } else {
        linkOrCopy(one, there);
      }
    }
    return to;
  }

  private static void linkOrCopy(Path from, Path to) throws IOException {
    if (Files.getPosixFilePermissions(from).contains(PosixFilePermission.OTHERS_READ)) {
      try {
        Files.createLink(to, from);
        return;
      } catch (IOException | UnsupportedOperationException anotherDisk) {
        // A copy is enough.
      }
    }
    Files.copy(from, to);
    openToAll(to);
  }

  private static boolean isOpenToAll(Path path) throws IOException {
    Path real = path.toRealPath();
    if (!Files.getPosixFilePermissions(real).contains(PosixFilePermission.OTHERS_READ)) {
      return false;
    }
    for (Path above = real.getParent(); above != null; above = above.getParent()) {
      if (!Files.getPosixFilePermissions(above).contains(PosixFilePermission.OTHERS_EXECUTE)) {
        return false;
      }
    }
    return true;
  }

  private static void openToAll(Path path) throws IOException {
    try (Stream<Path> all = Files.walk(path)) {
      for (Path one : all.toList()) {
        if (Files.isDirectory(one, LinkOption.NOFOLLOW_LINKS)) {
          Files.setPosixFilePermissions(one, PosixFilePermissions.fromString("rwxrwxrwx"));
        } else if (isHereOnly(one)) {
          Files.setPosixFilePermissions(one, PosixFilePermissions.fromString("rw-rw-rw-"));
        }
      }
    }
  }

  /**
   * False for a link of either kind: links of an earlier run in the same folder also refer to the local repository and the build's folders.
   */
  private static boolean isHereOnly(Path file) throws IOException {
    return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) && (int) Files.getAttribute(file, "unix:nlink") == 1;
  }
}
