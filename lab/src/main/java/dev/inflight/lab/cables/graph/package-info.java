/** Cables as edges of graphs: GraphML, GML, DOT, JSON, and labs of containerlab. */
@NullMarked
package dev.inflight.lab.cables.graph;

import org.jspecify.annotations.NullMarked;
