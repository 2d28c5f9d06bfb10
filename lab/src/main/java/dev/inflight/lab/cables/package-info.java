/**
 * Fabrics as lists of cables between named nodes: what a file states ({@link StatedFabric}), and the topology that this makes
 * ({@link CableFabric}).
 */
@NullMarked
package dev.inflight.lab.cables;

import org.jspecify.annotations.NullMarked;
