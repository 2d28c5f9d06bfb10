/** Words of text files of any length. */
@NullMarked
package dev.inflight.lab.graph.text;

import org.jspecify.annotations.NullMarked;
