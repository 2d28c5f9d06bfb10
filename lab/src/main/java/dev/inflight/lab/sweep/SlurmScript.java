package dev.inflight.lab.sweep;

import dev.inflight.lab.store.OutputFile;
import dev.inflight.lab.targets.Targets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Slurm job array; each task runs a share of a sweep. */
public final class SlurmScript {
  /** Name of the script in the sweep's folder. */
  public static final String NAME = "sweep.sbatch";

  private static final Pattern PLAIN = Pattern.compile("--[a-z-]+");

  private SlurmScript() {
  }

  /**
   * Writes the script into the folder of the table of points, which must exist.
   *
   * @param options further options of each task, word by word
   * @param tasks number of tasks that share the points
   * @param jobs number of parallel points of a task
   * @return path of the script
   */
  public static Path write(SweepFile sweep, Path file, List<String> options, Path folder, int tasks, int jobs) {
    int used = Math.min(tasks, sweep.count());
    String words = Stream.concat(options.stream(), sweep.targets().stream().flatMap(target -> Stream.of(Targets.OPTION, target)))
        .map(word -> " " + (PLAIN.matcher(word).matches() ? word : quoted(word))).collect(Collectors.joining());
    Path at = folder.toAbsolutePath().normalize();
    String script = """
        #!/bin/sh
        # Submit with: sbatch %1$s
        # What has been run is kept, so the same again runs what is missing.
        #SBATCH --job-name=inflight
        #SBATCH --array=1-%2$d
        #SBATCH --cpus-per-task=%3$d
        exec %4$s sweep %5$s%6$s --out %7$s --jobs %3$d --share "${SLURM_ARRAY_TASK_ID:?}/%2$d"
        """.formatted(quoted(at.resolve(NAME).toString()), used, jobs,
        quoted(Objects.requireNonNullElse(Launcher.path(), Path.of("inflight")).toString()),
        quoted(file.toAbsolutePath().normalize().toString()), words, quoted(at.toString()));
    Path written = folder.resolve(NAME);
    OutputFile.write(written, "write the job array", part -> Files.writeString(part, script));
    return written;
  }

  /** Quotes any word for a shell. */
  private static String quoted(String word) {
    return "'" + word.replace("'", "'\\''") + "'";
  }
}
