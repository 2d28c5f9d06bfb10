package dev.inflight.lab.cli;

import picocli.AutoComplete;
import picocli.CommandLine;

/** Completion script: picocli's own, and an addition that completes the value after {@code --option=}. */
final class CompletionScript {
  /** Addition for values after an equals sign, in syntax of Bash 3 and of zsh's emulation of it. */
  private static final String EQUALS_SIGNS = """

      # What follows "--option=" comes as words of its own in bash, "--option" "=" "value", and in one word in zsh. The
      # functions above know "--option" "value", so that is what they are given. A key of --set awaits its value.
      function _complete_inflight_words() {
        local -a given
        local at word before="" prefix=""
        given=()
        for ((at = 0; at <= COMP_CWORD; at++)); do
          word=${COMP_WORDS[at]}
          if [[ "${word}" == "=" && "${before}" == --* ]]; then
            if ((at == COMP_CWORD)); then given+=(""); fi
          elif [[ "${word}" == --*=* ]]; then
            given+=("${word%%=*}" "${word#*=}")
            if ((at == COMP_CWORD)); then prefix="${word%%=*}="; fi
          else
            given+=("${word}")
          fi
          before=${word}
        done
        local -a COMP_WORDS
        COMP_WORDS=("${given[@]}")
        local COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
        _complete_inflight
        for ((at = 0; at < ${#COMPREPLY[@]}; at++)); do
          COMPREPLY[at]="${prefix}${COMPREPLY[at]}"
        done
        if [[ -n "${BASH_VERSION}" && "${COMPREPLY[0]}" == *= ]]; then compopt -o nospace &>/dev/null; fi
      }
      complete -F _complete_inflight_words -o default inflight inflight.sh inflight.bash
      """;

  private CompletionScript() {
  }

  /** Returns the script for these commands. */
  static String of(CommandLine commands) {
    return AutoComplete.bash(commands.getCommandName(), commands) + EQUALS_SIGNS;
  }
}
