package dev.inflight.lab.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.inflight.lab.Program;
import dev.inflight.lab.read.InputError;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A folder without {@code summary.json} is never a result, whatever happens while results are written. */
class RunFolderTest {
  private static final String INCAST = "src/test/resources/reference/incast16-hpcc/config.txt";

  @TempDir
  private Path folder;

  /** Disk with room for a number of bytes. */
  private static RunFolder.Opener disk(long bytes) {
    var left = new AtomicLong(bytes);
    return path -> new OutputStream() {
      private final OutputStream file = Files.newOutputStream(path);

      @Override
      public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
      }

      @Override
      public void write(byte[] bytes, int from, int length) throws IOException {
        if (left.addAndGet(-length) < 0) {
          throw new IOException("No space left on device");
        }
        file.write(bytes, from, length);
      }

      @Override
      public void close() throws IOException {
        file.close();
      }
    };
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 700, 800, 1500, 2000, 4000, 6000, 8000})
  void reportsAFullDisk(long bytes) throws IOException {
    Path out = folder.resolve("out");
    Program program = Program.run(disk(bytes), "run", INCAST, "--out", out.toString());
    assertThat(program.err()).matches("inflight: " + out + ": cannot write [a-z-]+\\.[a-z.]+: No space left on device\n");
    assertThat(program.exit()).isEqualTo(2);
    if (!program.out().isEmpty()) { // the simulation had ended
      assertThat(program.out()).startsWith("incast16-hpcc: ").endsWith("\nresults     " + out + ", incomplete\n");
    }
    assertThat(out.resolve("summary.json")).doesNotExist();
    assertThat(out.resolve("INCOMPLETE")).doesNotExist();
    assertThat(out.resolve("FAILED")).content().startsWith("This run failed: results are missing.\n" + out + ": cannot write ");
  }

  @Test
  void completesOnADiskThatIsJustLargeEnough() {
    assertThat(Program.run(disk(22_000), "run", INCAST, "--out", folder.resolve("out").toString()).exit()).isZero();
  }

  @Test
  void printsResultsThatCannotBeWritten() {
    Path out = folder.resolve("out");
    RunFolder.Opener full = path -> {
      if (path.endsWith("queues.csv")) {
        throw new IOException("No space left on device");
      }
      return Files.newOutputStream(path);
    };
    Program program = Program.run(full, "run", INCAST, "--out", out.toString());
    assertThat(program.exit()).isEqualTo(2);
    assertThat(program.out()).contains("16 of 16 finished").endsWith("\nresults     " + out + ", incomplete\n");
    assertThat(program.err()).isEqualTo("inflight: " + out + ": cannot write queues.csv: No space left on device\n");
  }

  @Test
  void onlyForceOverwritesAnUnfinishedRun() throws IOException {
    Path out = folder.resolve("out");
    assertThat(Program.run(disk(2000), "run", INCAST, "--out", out.toString()).exit()).isEqualTo(2);
    Files.writeString(out.resolve("stalled.csv"), "of the failed run");
    Program refused = Program.run("run", INCAST, "--out", out.toString());
    assertThat(refused.err()).isEqualTo("inflight: " + out + ": the folder holds an unfinished run; --force overwrites it\n");
    assertThat(refused.exit()).isEqualTo(2);
    assertThat(Program.run("run", INCAST, "--out", out.toString(), "--quiet", "--force").exit()).isZero();
    for (String gone : new String[] {"FAILED", "INCOMPLETE", "stalled.csv", ".lock"}) {
      assertThat(out.resolve(gone)).doesNotExist();
    }
    assertThat(out.resolve("summary.json")).exists();
  }

  @Test
  void rejectsASecondRunInTheFolder() throws IOException {
    Path out = folder.resolve("out");
    try (RunFolder first = RunFolder.create(out, false, RunFolder.Opener.DISK)) {
      first.write("flows.csv", "of the first");
      for (String[] force : new String[][] {{"run", INCAST, "--out", out.toString()},
          {"run", INCAST, "--out", out.toString(), "--force"}}) {
        Program second = Program.run(force);
        assertThat(second.err()).isEqualTo("inflight: " + out + ": another run is writing here\n");
        assertThat(second.exit()).isEqualTo(2);
      }
      assertThatThrownBy(() -> RunFolder.create(out, true, RunFolder.Opener.DISK)).isInstanceOf(InputError.class)
          .hasMessage(out + ": another run is writing here");
      assertThat(out.resolve("flows.csv")).hasContent("of the first");
      first.finish("{}");
    }
    assertThat(out.resolve(".lock")).doesNotExist();
  }

  @Test
  void lockOfAKilledRunLocksNothing() throws IOException {
    Path out = Files.createDirectory(folder.resolve("out"));
    Files.writeString(out.resolve(".lock"), "");
    Files.writeString(out.resolve("INCOMPLETE"), "");
    assertThat(Program.run("run", INCAST, "--out", out.toString()).err())
        .endsWith("holds an unfinished run; --force overwrites it\n");
    assertThat(Program.run("run", INCAST, "--out", out.toString(), "--quiet", "--force").exit()).isZero();
  }

  @Test
  void reportsAFullDevice() {
    assumeTrue(Files.exists(Path.of("/dev/full")), "needs /dev/full");
    Path out = folder.resolve("out");
    RunFolder.Opener full = path -> path.endsWith("flows.csv") ? new FileOutputStream("/dev/full") : Files.newOutputStream(path);
    Program program = Program.run(full, "run", INCAST, "--out", out.toString());
    assertThat(program.err()).isEqualTo("inflight: " + out + ": cannot write flows.csv: No space left on device\n");
    assertThat(program.exit()).isEqualTo(2);
  }

  @Test
  void reportsAFolderWithoutPermission() throws IOException {
    Path locked = Files.createDirectory(folder.resolve("locked"));
    assumeTrue(locked.toFile().setWritable(false) && !Files.isWritable(locked), "needs a user who is not root");
    Program program = Program.run("run", INCAST, "--out", locked.resolve("out").toString());
    assertThat(program.err()).isEqualTo("inflight: " + locked.resolve("out") + ": cannot write results: permission denied\n");
    assertThat(program.exit()).isEqualTo(2);
  }

  @Test
  void folderIsIncompleteUntilTheSummaryExists() {
    try (RunFolder made = RunFolder.create(folder.resolve("new/out"), false, RunFolder.Opener.DISK)) {
      Path path = made.path();
      made.file("flows.csv").text("x\n");
      assertThat(path.resolve("INCOMPLETE")).exists();
      made.finish("{}\n");
      assertThat(path.resolve("INCOMPLETE")).doesNotExist();
      assertThat(path.resolve("flows.csv")).hasContent("x");
      assertThat(path.resolve("summary.json")).hasContent("{}");
    }
    assertThat(folder.resolve("new/out/FAILED")).doesNotExist();
  }

  @Test
  void newFoldersGetNumbers() {
    Path runs = folder.resolve("runs");
    assertThat(RunFolder.createNew(runs, "a")).isEqualTo(runs.resolve("a"));
    assertThat(RunFolder.createNew(runs, "a")).isEqualTo(runs.resolve("a-2"));
    assertThat(RunFolder.createNew(runs, "a")).isEqualTo(runs.resolve("a-3"));
    assertThat(RunFolder.createNew(runs, "b/../c d")).isEqualTo(runs.resolve("b-..-c-d"));
    assertThat(RunFolder.createNew(runs, "..")).isEqualTo(runs.resolve("run"));
  }

  @Test
  void rejectsReadOnlyFolder() {
    assumeTrue(Files.isDirectory(Path.of("/proc/self")), "needs a file system that takes no new folders, such as /proc");
    Program program = Program.run("run", "../scenarios/incast.yaml", "--out", "/proc/inflight-test");
    assertThat(program.exit()).isEqualTo(2);
    assertThat(program.err()).startsWith("inflight: /proc/inflight-test: cannot write");
    assertThat(program.out()).isEmpty();
  }

  private Path finished() throws IOException {
    Path out = folder.resolve("out");
    assertThat(Program.run("run", INCAST, "--out", out.toString(), "--quiet").exit()).isZero();
    return out;
  }

  private static void again(Path out) {
    Program again = Program.run("run", INCAST, "--out", out.toString(), "--quiet", "--force");
    assertThat(again.exit()).as(again.err()).isZero();
  }

  @Test
  void forceDeletesOnlyCapturesThatRunsWrite() throws IOException {
    Path pcap = Files.createDirectory(finished().resolve("pcap"));
    for (String name : new String[] {"0-1.pcap", "16-17.pcap", "all.pcap", "holiday.pcap", "1-2-3.pcap", "0-1.pcap.bak"}) {
      Files.writeString(pcap.resolve(name), "x");
    }
    Files.createDirectory(pcap.resolve("3-4.pcap"));
    again(folder.resolve("out"));
    try (var left = Files.list(pcap)) {
      assertThat(left.map(path -> path.getFileName().toString())).containsExactlyInAnyOrder("holiday.pcap", "1-2-3.pcap",
          "0-1.pcap.bak", "3-4.pcap");
    }
  }

  @Test
  void rejectsFolderInsteadOfAFileBeforeDeleting() throws IOException {
    Path out = finished();
    Files.delete(out.resolve("flows.csv"));
    Files.writeString(Files.createDirectory(out.resolve("flows.csv")).resolve("x"), "mine");
    Program program = Program.run("run", INCAST, "--out", out.toString(), "--force", "--quiet");
    assertThat(program.err()).isEqualTo(
        "inflight: " + out + ": flows.csv in it is a folder, which no run makes; choose another with --out\n");
    assertThat(program.exit()).isEqualTo(2);
    assertThat(out.resolve("summary.json")).exists();
    assertThat(out.resolve("INCOMPLETE")).doesNotExist();
  }

  @Test
  void forceFollowsNoLink() throws IOException {
    Path out = finished();
    Path keep = Files.createDirectory(folder.resolve("keep"));
    Files.writeString(keep.resolve("0-1.pcap"), "mine");
    Files.writeString(keep.resolve("note"), "mine");
    Files.createSymbolicLink(out.resolve("pcap"), keep);
    Files.delete(out.resolve("flows.csv"));
    Files.createSymbolicLink(out.resolve("flows.csv"), keep.resolve("note"));
    Files.createSymbolicLink(out.resolve("INCOMPLETE"), keep.resolve("note"));
    again(out);
    assertThat(out.resolve("pcap")).doesNotExist();
    assertThat(keep.resolve("0-1.pcap")).hasContent("mine");
    assertThat(keep.resolve("note")).hasContent("mine");
    assertThat(out.resolve("flows.csv")).isRegularFile().isNotEmptyFile();
  }

  @Test
  void rejectsFileInsteadOfTheCaptureFolderBeforeDeleting() throws IOException {
    Path out = finished();
    Files.writeString(out.resolve("pcap"), "mine");
    Program program = Program.run("run", "../scenarios/incast.yaml", "--out", out.toString(), "--force", "--quiet", "--pcap",
        "17:17");
    assertThat(program.err()).isEqualTo(
        "inflight: " + out + ": pcap in it is a file, and captures go to a folder of that name; choose another with --out\n");
    assertThat(program.exit()).isEqualTo(2);
    assertThat(out.resolve("summary.json")).exists();
    assertThat(out.resolve("pcap")).hasContent("mine");
  }

  @Test
  void keepsFileInsteadOfTheCaptureFolder() throws IOException {
    Path file = Files.writeString(finished().resolve("pcap"), "mine");
    again(folder.resolve("out"));
    assertThat(file).hasContent("mine");
  }

  /** A rehearsal writes its results so; a program that is killed meanwhile leaves none of them. */
  @Test
  void writesNothingWithoutAFolder() throws IOException {
    try (RunFolder nowhere = RunFolder.nowhere(); OutputStream stream = nowhere.stream("captures/a.pcap")) {
      assertThat(nowhere.path()).doesNotExist();
      nowhere.file("flows.csv").text("one,two").mark('\n').flush();
      nowhere.write("a.json", "{}");
      stream.write(1);
      nowhere.endTables();
      assertThat(nowhere.path()).doesNotExist();
    }
    assertThat(RunFolder.nowhere().path()).doesNotExist();
  }
}
