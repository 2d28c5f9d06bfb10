package dev.inflight.lab.cli;

import dev.inflight.lab.result.RunFolder;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs several commands in one JVM: the launcher's start-up cache holds the classes that one JVM has loaded and run, and each command loads
 * classes that the others don't.
 */
final class Training {
  private static final String END = ";";

  /** Runs commands that end with {@code ;} each. */
  public static void main(String[] arguments) {
    Main.leaveOutConverters();
    var out = new FileOutputStream(FileDescriptor.out);
    List<String> command = new ArrayList<>();
    for (String argument : arguments) {
      if (!argument.equals(END)) {
        command.add(argument);
        continue;
      }
      int exit = Main.run(out, System.err, RunFolder.Opener.DISK, command.toArray(String[]::new));
      if (exit != 0) {
        System.exit(exit);
      }
      command.clear();
    }
    System.exit(0); // as each command does: that too loads classes
  }

  private Training() {
  }
}
