/**
 * Fabrics as lists of cables between named nodes: the content of a file ({@link StatedFabric}) and its topology
 * ({@link CableFabric}).
 */
@NullMarked
package dev.inflight.lab.cables;

import org.jspecify.annotations.NullMarked;
