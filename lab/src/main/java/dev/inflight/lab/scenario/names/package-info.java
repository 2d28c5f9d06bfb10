/** Node names in scenarios. Start with {@link NodeNaming}. */
@NullMarked
package dev.inflight.lab.scenario.names;

import org.jspecify.annotations.NullMarked;
