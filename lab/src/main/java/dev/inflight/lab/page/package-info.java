/** Reports: results of runs as one self-contained file for a browser. */
@NullMarked
package dev.inflight.lab.page;

import org.jspecify.annotations.NullMarked;
