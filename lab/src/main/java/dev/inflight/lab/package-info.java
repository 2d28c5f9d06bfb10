/** The command line: scenarios, sweeps and reports. */
@NullMarked
package dev.inflight.lab;

import org.jspecify.annotations.NullMarked;
