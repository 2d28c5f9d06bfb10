package dev.inflight.lab.graph.transformer;

import java.util.List;

/**
 * Properties of a transformer that determine the computation and the messages of a training step.
 *
 * @param name common name
 * @param layers number of layers, 1 or more
 * @param hidden width of the activations between layers
 * @param heads number of heads of attention
 * @param keyHeads number of heads of keys and values; fewer than heads where groups of heads share them
 * @param inner width inside the feed-forward part, of one expert where there are experts
 * @param gated true if the feed-forward part has three matrices (SwiGLU); otherwise it has two
 * @param vocabulary number of tokens of the vocabulary
 * @param sequence number of tokens of a sequence
 * @param experts number of experts of a layer; 1 for a dense model
 * @param chosen number of experts that a token goes to
 */
record Model(String name, int layers, int hidden, int heads, int keyHeads, int inner, boolean gated, int vocabulary, int sequence,
    int experts, int chosen) {
  /** From GPT-3's table 2.1 (arXiv 2005.14165), and papers or configurations of Megatron-LM's 22B, Llama 1 to 3, and Mixtral. */
  static final List<Model> ALL = List.of(gpt("gpt-7b", 32, 4096, 32), gpt("gpt-13b", 40, 5120, 40), gpt("gpt-22b", 48, 6144, 64),
      gpt("gpt-175b", 96, 12288, 96), llama("llama-7b", 32, 4096, 32, 32, 11008, 32_000, 2048),
      llama("llama-13b", 40, 5120, 40, 40, 13_824, 32_000, 2048), llama("llama-65b", 80, 8192, 64, 64, 22_016, 32_000, 2048),
      llama("llama2-70b", 80, 8192, 64, 8, 28_672, 32_000, 4096), llama("llama3-8b", 32, 4096, 32, 8, 14_336, 128_256, 8192),
      llama("llama3-70b", 80, 8192, 64, 8, 28_672, 128_256, 8192),
      llama("llama3-405b", 126, 16_384, 128, 8, 53_248, 128_256, 8192),
      new Model("mixtral-8x7b", 32, 4096, 32, 8, 14_336, true, 32_000, 4096, 8, 2),
      new Model("mixtral-8x22b", 56, 6144, 48, 8, 16_384, true, 32_768, 4096, 8, 2));

  private static final int GPT_VOCABULARY = 50_257;

  private static Model gpt(String name, int layers, int hidden, int heads) {
    return new Model(name, layers, hidden, heads, heads, 4 * hidden, false, GPT_VOCABULARY, 2048, 1, 1);
  }

  private static Model llama(String name, int layers, int hidden, int heads, int keyHeads, int inner, int vocabulary,
      int sequence) {
    return new Model(name, layers, hidden, heads, keyHeads, inner, true, vocabulary, sequence, 1, 1);
  }

  /** Weights of attention: of queries and of its output, of keys and of values. */
  double attentionWeights() {
    return (double) hidden * hidden * (2 + 2.0 * keyHeads / heads);
  }

  /** Weights of the feed-forward part, or of one expert. */
  double innerWeights() {
    return (gated ? 3.0 : 2.0) * hidden * inner;
  }

  /** Weights of the table of tokens; the head has as many. */
  double tableWeights() {
    return (double) vocabulary * hidden;
  }

  /** All weights, where the head has its own. */
  double weights() {
    return layers * (attentionWeights() + experts * innerWeights()) + 2 * tableWeights();
  }
}
