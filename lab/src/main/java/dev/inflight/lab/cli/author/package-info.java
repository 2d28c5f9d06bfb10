/** Commands that help to write scenarios. */
@NullMarked
package dev.inflight.lab.cli.author;

import org.jspecify.annotations.NullMarked;
