/** Times in which a flow had no route because cables were down. */
@NullMarked
package dev.inflight.lab.explain.route;

import org.jspecify.annotations.NullMarked;
