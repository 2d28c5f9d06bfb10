package dev.inflight.lab.graph.transformer;

/**
 * Times that the parts of a layer take a rank in the forward pass of a micro-batch, in picoseconds; gradients of inputs and of weights take
 * as long each.
 *
 * @param attentionPs time of the matrices of attention
 * @param attentionCorePs time of attention over queries, keys and values, which has no weights; its gradient takes twice as long
 * @param innerPs time of the feed-forward part, for as many tokens as the micro-batch has
 * @param headPs time of the head after the last layer
 */
record ComputeTimes(double attentionPs, double attentionCorePs, double innerPs, double headPs) {
  /**
   * Returns the times by the roofline of a GPU: the longer of the operations at an efficiency and of the bytes that its memory moves, which
   * are the weights once, and activations in and out. Attention is causal, so half of the pairs of tokens are computed.
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
