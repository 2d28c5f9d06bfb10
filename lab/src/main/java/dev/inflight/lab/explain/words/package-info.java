/** Names of ports, flows and messages in explanations. */
@NullMarked
package dev.inflight.lab.explain.words;

import org.jspecify.annotations.NullMarked;
