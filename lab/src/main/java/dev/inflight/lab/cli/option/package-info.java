/** Options that commands declare in code, because the JVM creates a class for each kind of annotation at each start. */
@org.jspecify.annotations.NullMarked
package dev.inflight.lab.cli.option;
