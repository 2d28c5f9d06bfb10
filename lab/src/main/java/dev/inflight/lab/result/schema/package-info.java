/** Descriptions of result files, by which they are written: {@link ResultFile}. */
@NullMarked
package dev.inflight.lab.result.schema;

import org.jspecify.annotations.NullMarked;
