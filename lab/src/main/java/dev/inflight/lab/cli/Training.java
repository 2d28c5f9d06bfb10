package dev.inflight.lab.cli;

import dev.inflight.lab.result.RunFolder;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs several commands in one JVM: the launcher's start-up cache contains the classes that one JVM has loaded, and each command
 * loads classes of its own.
 */
final class Training {
  private static final String END = ";";

  /** Runs the commands; each ends with {@code ;}. */
  public static void main(String[] arguments) {
    var out = new FileOutputStream(FileDescriptor.out);
    List<String> command = new ArrayList<>();
    for (String argument : arguments) {
      if (!argument.equals(END)) {
        command.add(argument);
        continue;
      }
      Main.prepare(command.toArray(String[]::new));
      int exit = Main.run(out, System.err, RunFolder.Opener.DISK, command.toArray(String[]::new));
      if (exit != 0) {
        System.exit(exit);
      }
      command.clear();
    }
    System.exit(0); // as each command does; this loads classes too
  }

  private Training() {
  }
}
