/**
 * Benchmarks. {@code mvn -q -DskipTests -pl bench -am package}, then {@code java -jar bench/target/benchmarks.jar NAME -prof gc} with
 * the JDK that runs the simulator; {@code -l} lists them, {@code -p name=value} fixes a parameter.
 */
package dev.inflight.bench;
