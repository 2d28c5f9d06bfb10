/** The command line: scenarios, sweeps and reports. */
module dev.inflight.lab {
  requires static org.jspecify;
  requires transitive dev.inflight.sim;
  requires transitive dev.inflight.net;
  requires transitive dev.inflight.wire;
  requires transitive dev.inflight.cc;
  requires transitive dev.inflight.telemetry;
  requires dev.inflight.plot;
  requires info.picocli;
  requires org.snakeyaml.engine;
  requires tools.jackson.core;
  requires com.google.protobuf;
  requires java.compiler;
  requires jdk.compiler;
  requires java.sql;
  requires java.management;
  requires java.xml;
  requires jdk.httpserver;
  requires jdk.management;
  requires duckdb.jdbc;
  requires org.apache.arrow.memory.core;
  requires org.apache.arrow.vector;
  requires org.apache.commons.statistics.distribution;

  exports dev.inflight.lab.cli;
  exports dev.inflight.lab.extension;

  uses dev.inflight.lab.extension.Extension;

  opens dev.inflight.lab.cli to info.picocli;
  opens dev.inflight.lab.cli.author to info.picocli;
  opens dev.inflight.lab.cli.results to info.picocli;
}
