/** What helps people to write scenarios: their schema, a file to start with, questions. */
@NullMarked
package dev.inflight.lab.author;

import org.jspecify.annotations.NullMarked;
