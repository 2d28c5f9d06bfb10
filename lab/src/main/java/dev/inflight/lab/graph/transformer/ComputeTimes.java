package dev.inflight.lab.graph.transformer;

/**
 * Times of the parts of a layer at a rank in the forward pass of a micro-batch, in picoseconds. Gradients of inputs, and those of
 * weights, take as long.
 *
 * @param attentionPs time of the matrices of attention
 * @param attentionCorePs time of attention over queries, keys and values, which has no weights; its gradient takes twice as long
 * @param innerPs time of the feed-forward part, for all tokens of the micro-batch
 * @param headPs time of the head after the last layer
 */
record ComputeTimes(double attentionPs, double attentionCorePs, double innerPs, double headPs) {
  /**
   * Returns the times by the roofline of a GPU: the longer of the operations' time at an efficiency, and the time of memory
   * transfers, which are the weights once, and activations in and out. Causal attention computes half of the pairs of tokens.
   *
   * @param tensor number of ranks that share each matrix
   * @param tokens number of tokens of a micro-batch
   * @param efficiency share of the GPU's operations that matrices reach, above 0 to 1
   */
  static ComputeTimes of(Model model, Gpu gpu, int tensor, long tokens, double efficiency) {
    double activationBytes = 2.0 * tokens * model.hidden() * StageBuilder.VALUE_BYTES;
    double coreOperations = 2.0 * tokens * model.sequence() * model.hidden() / tensor;
    return new ComputeTimes(matricesPs(gpu, model.attentionWeights() / tensor, tokens, activationBytes, efficiency),
        gpu.takesPs(coreOperations, activationBytes / tensor, efficiency),
        matricesPs(gpu, model.innerWeights() / tensor, tokens, activationBytes, efficiency),
        matricesPs(gpu, model.tableWeights() / tensor, tokens, activationBytes, efficiency));
  }

  private static double matricesPs(Gpu gpu, double weights, long tokens, double activationBytes, double efficiency) {
    return gpu.takesPs(2 * weights * tokens, weights * StageBuilder.VALUE_BYTES + activationBytes, efficiency);
  }

  /** Returns times in the same proportions, where a whole layer takes {@code layerPs}. */
  ComputeTimes withLayer(double layerPs, int chosenExperts) {
    double factor = layerPs / (attentionPs + attentionCorePs + chosenExperts * innerPs);
    return new ComputeTimes(attentionPs * factor, attentionCorePs * factor, innerPs * factor, headPs * factor);
  }
}
