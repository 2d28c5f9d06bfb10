package dev.inflight.lab.graph.goal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.inflight.lab.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Receives that no message is left for, because a receive with a wildcard took it: this shows only while the schedule runs. */
class UnmatchedReceiveTest {
  @TempDir
  private Path folder;

  private Program run(String goal) throws IOException {
    Files.writeString(folder.resolve("w.goal"), goal);
    Path scenario = Files.writeString(folder.resolve("s.yaml"),
        "topology: star(hosts=3)\nflows: trace(path=w.goal)\nscheme: hpcc\n");
    return Program.run("run", scenario.toString(), "--out", folder.resolve("out").toString());
  }

  /** Rank 1 sends with tag 5 first, which the wildcard takes; the receive with tag 5 after it gets no message. */
  @Test
  void endsWithExitCode3AndNamesTheReceive() throws IOException {
    Program program = run("""
        num_ranks 3
        rank 0 {
        before: calc 1000
        any: recv 100b from -1 tag -1
        last: recv 100b from 1 tag 5
        }
        rank 1 {
        a: send 100b to 0 tag 5
        b: send 100b to 0 tag 6
        b requires a
        }
        rank 2 {
        c: calc 10
        }
        """);
    assertThat(program.exit()).isEqualTo(3);
    assertThat(program.out()).contains("w.goal, 3 ranks: NOT done: 1 rank not finished",
        "rank 0 waits in its operation 2, counted from 0, a receive without a message");
    assertThat(Files.readString(folder.resolve("out/ranks.csv"))).contains("\"w.goal\",0,0,,1000.000,,2,3");
  }

  /** The reading of the file shows that no send is left for the receive. */
  @Test
  void rejectsAWildcardWithoutAnyMessage() throws IOException {
    Program program = run("""
        num_ranks 3
        rank 0 {
        a: send 100b to 2 tag 9
        }
        rank 1 {
        c: calc 10
        }
        rank 2 {
        r: recv 100b from 0 tag 9
        more: recv 100b from -1 tag 9
        }
        """);
    assertThat(program.exit()).isEqualTo(2);
    assertThat(program.err()).contains("w.goal:9: ", " is of rank 2, which receives 1 more messages than are sent to it");
    assertThat(folder.resolve("out")).doesNotExist();
  }

  @Test
  void namesNoReceiveAfterACompleteRun() throws IOException {
    Program program = run("""
        num_ranks 3
        rank 0 {
        any: recv 100b from -1 tag -1
        }
        rank 1 {
        a: send 100b to 0 tag 5
        }
        rank 2 {
        c: calc 10
        }
        """);
    assertThat(program.exit()).as(program.err()).isZero();
    assertThat(program.out()).doesNotContain("waits in its operation");
  }
}
