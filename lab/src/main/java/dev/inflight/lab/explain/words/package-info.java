/** How explanations name ports, flows and messages. */
@NullMarked
package dev.inflight.lab.explain.words;

import org.jspecify.annotations.NullMarked;
