/** Cables as edges of graphs: GraphML, DOT, JSON, and labs of containerlab. */
@NullMarked
package dev.inflight.lab.cables.graph;

import org.jspecify.annotations.NullMarked;
