package dev.inflight.lab;

final class ScenarioFile {
  private ScenarioFile() {
  }

  static Scenario read(InputText text) {
    throw text.whole().error("YAML scenarios cannot be read yet; use a configuration file of the HPCC authors' simulator");
  }
}
