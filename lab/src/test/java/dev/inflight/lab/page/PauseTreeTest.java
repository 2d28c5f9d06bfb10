package dev.inflight.lab.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringWriter;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** Made storms of pauses, of which the cause is known. Nodes 0 to 9 are hosts; 10, 20 and 30 are switches in three tiers. */
class PauseTreeTest {
  private Connection database;

  @BeforeEach
  void open() throws SQLException {
    database = DriverManager.getConnection("jdbc:duckdb:");
    run("CREATE TABLE ports (run VARCHAR, node BIGINT, port BIGINT, peer BIGINT, kind VARCHAR DEFAULT 'switch', rate_bps BIGINT DEFAULT 100)");
    run("CREATE TABLE pauses (run VARCHAR, time_ns DOUBLE, node BIGINT, port BIGINT, priority BIGINT, state VARCHAR)");
    // 0 - 10 - 20 - 30 - 9, and 1 at 10
    run("INSERT INTO ports (run, node, port, peer) VALUES ('r', 0, 1, 10), ('r', 1, 1, 10), ('r', 10, 1, 0), ('r', 10, 2, 1), ('r', 10, 3, 20), ('r', 20, 1, 10), ('r', 20, 2, 30),"
        + " ('r', 30, 1, 20), ('r', 30, 2, 9), ('r', 9, 1, 30)");
  }

  @AfterEach
  void close() throws SQLException {
    database.close();
  }

  private void run(String sql) throws SQLException {
    try (Statement statement = database.createStatement()) {
      statement.execute(sql);
    }
  }

  private void paused(long node, long port, double fromNs, double toNs) throws SQLException {
    run("INSERT INTO pauses VALUES ('r', " + fromNs + ", " + node + ", " + port + ", 3, 'pause'), ('r', " + toNs + ", " + node
        + ", " + port + ", 3, 'resume')");
  }

  private String tree() throws SQLException {
    var text = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(new ObjectWriteContext.Base(), text)) {
      PauseTree.of(database).write(json);
    }
    return text.toString();
  }

  /** The far switch is congested, and pauses spread back over three tiers to hosts that may send elsewhere. */
  @Test
  void theRootIsTheFarHotSpot() throws SQLException {
    paused(20, 2, 1000, 9000); // by 30
    paused(10, 3, 2000, 8000); // by 20
    paused(0, 1, 3000, 7000); // by 10
    paused(1, 1, 3000, 5000);
    assertThat(tree()).isEqualTo(
        "[{\"run\":\"r\",\"roots\":[{\"node\":30,\"us\":8.0,\"paused\":[{\"node\":20,\"port\":2,\"priority\":3,\"pauses\":1,\"us\":8.0,"
            + "\"paused\":[{\"node\":10,\"port\":3,\"priority\":3,\"pauses\":1,\"us\":6.0,\"paused\":["
            + "{\"node\":0,\"port\":1,\"priority\":3,\"pauses\":1,\"us\":4.0,\"paused\":[]},"
            + "{\"node\":1,\"port\":1,\"priority\":3,\"pauses\":1,\"us\":2.0,\"paused\":[]}]}]}]}]}]");
  }

  private PauseSpread spread() throws SQLException {
    run("UPDATE ports SET kind = 'host' WHERE node < 10");
    return new PauseSpread(PauseTree.of(database).runs().getFirst());
  }

  /** Of the three pauses of the hot spot and what they caused one went back to hosts, one to a switch, and a late one nowhere. */
  @Test
  void pausesSpreadFromTheirCauses() throws SQLException {
    paused(20, 2, 1000, 9000); // by 30
    paused(10, 3, 2000, 8000); // by 20
    paused(0, 1, 3000, 3500); // by 10
    paused(0, 1, 4000, 4500); // again
    paused(1, 1, 3000, 5000);
    paused(20, 2, 20_000, 29_000); // by 30
    paused(10, 3, 22_000, 25_000); // by 20
    paused(0, 1, 25_000, 26_000); // by 10, of itself: its own pause has just ended
    PauseSpread spread = spread();
    assertThat(spread.depths()).containsExactly(3, 2, 3);
    assertThat(spread.suppressedBitsPerSec()).containsExactly(0, 100, 200);
  }

  /** PFC pauses a priority: what waits in another one waits for something else. */
  @Test
  void prioritiesHaveCausesOfTheirOwn() throws SQLException {
    paused(10, 3, 1000, 9000); // by 20
    run("INSERT INTO pauses VALUES ('r', 2000, 0, 1, 4, 'pause'), ('r', 3000, 0, 1, 4, 'resume')"); // by 10
    assertThat(spread().depths()).containsExactly(2);
    assertThat(tree()).contains(
        "{\"node\":20,\"us\":8.0,\"paused\":[{\"node\":10,\"port\":3,\"priority\":3,\"pauses\":1,\"us\":8.0,\"paused\":[]}]}",
        "{\"node\":10,\"us\":1.0,\"paused\":[{\"node\":0,\"port\":1,\"priority\":4,\"pauses\":1,\"us\":1.0,\"paused\":[]}]}");
  }

  /** What a switch pauses while nothing pauses it is its own. */
  @Test
  void eachTimeHasItsCause() throws SQLException {
    paused(0, 1, 1000, 2000); // by 10, alone
    paused(10, 3, 5000, 9000); // by 20
    paused(0, 1, 6000, 8000); // by 10, for 20
    assertThat(tree()).contains("{\"node\":20,\"us\":4.0,", "{\"node\":10,\"us\":1.0,");
  }

  /** A slow host pauses its switch: the host is the root. */
  @Test
  void aSlowHostIsARoot() throws SQLException {
    paused(30, 2, 1000, 9000); // by host 9
    paused(20, 2, 1500, 8500); // by 30
    assertThat(tree()).startsWith("[{\"run\":\"r\",\"roots\":[{\"node\":9,\"us\":8.0,").doesNotContain("{\"node\":30,\"us\":7");
  }

  /** Pauses in a circle have no root by themselves: each has another behind it, and the tree ends. */
  @Test
  void aCircleEnds() throws SQLException {
    run("INSERT INTO ports (run, node, port, peer) VALUES ('r', 30, 3, 10), ('r', 10, 4, 30)");
    paused(20, 2, 1000, 9000); // by 30
    paused(10, 3, 1000, 9000); // by 20
    paused(30, 3, 1000, 9000); // by 10
    assertThat(tree()).isEqualTo("[{\"run\":\"r\",\"roots\":[]}]");
    paused(10, 3, 9500, 9600); // by 20, which nothing paused then
    assertThat(tree()).contains("\"roots\":[{\"node\":20,\"us\":0.1,");
  }

  @Test
  void aPauseThatNobodyEndedLastsAsLongAsAnything() throws SQLException {
    run("INSERT INTO pauses VALUES ('r', 1000, 20, 2, 3, 'pause'), ('r', 1500, 20, 2, 3, 'pause'), ('r', 4000, 0, 1, 3, 'pause'), ('r', 6000, 0, 1, 3, 'resume')");
    assertThat(tree()).contains("{\"node\":30,\"us\":5.0,", "{\"node\":10,\"us\":2.0,");
  }
}
