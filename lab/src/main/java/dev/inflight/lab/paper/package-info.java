/** The paper's figures: which scenarios they take, what they claim, and how they look; functions of run folders only. */
@NullMarked
package dev.inflight.lab.paper;

import org.jspecify.annotations.NullMarked;
