/** Aids for authors of scenarios: the schema, a scenario to start from, questions. */
@NullMarked
package dev.inflight.lab.author;

import org.jspecify.annotations.NullMarked;
