/** Tables of flows with named columns. */
@NullMarked
package dev.inflight.lab.files.flow;

import org.jspecify.annotations.NullMarked;
