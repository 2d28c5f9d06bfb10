/** Line charts as SVG; a function of what it is given, and the only package that knows the chart library. */
@NullMarked
package dev.inflight.lab.plot;

import org.jspecify.annotations.NullMarked;
