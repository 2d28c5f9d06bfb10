/** Connection matrices of htsim: connections with starts or triggers, and their messages. Read {@link MatrixFile} first. */
@NullMarked
package dev.inflight.lab.graph.matrix;

import org.jspecify.annotations.NullMarked;
