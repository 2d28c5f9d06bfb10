/** Aids for authors of scenarios: the schema, a file to start with, questions. */
@NullMarked
package dev.inflight.lab.author;

import org.jspecify.annotations.NullMarked;
