/** How result files are described and written by their description: {@link ResultFile}. */
@NullMarked
package dev.inflight.lab.result.schema;

import org.jspecify.annotations.NullMarked;
