import type { CompletionArguments } from '../arguments.js';
import { exitCodes } from '../exit-codes.js';
import { terminal } from '../terminal.js';

/** Each asks the program, so that it knows the rows of the project that one is in. An error is no completion. */
const scripts = {
  // https://www.gnu.org/software/bash/manual/html_node/Programmable-Completion.html
  bash: `_v4ward() {
  local IFS=$'\\n'
  COMPREPLY=($("$1" --complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _v4ward v4ward
`,
  // https://zsh.sourceforge.io/Doc/Release/Completion-System.html
  zsh: `#compdef v4ward
_v4ward() {
  local -a candidates
  candidates=(\${(f)"$(v4ward --complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)"})
  if (( \${#candidates} )); then compadd -a candidates; else _files; fi
}
if [[ "\${funcstack[1]}" == _v4ward ]]; then _v4ward "$@"; else compdef _v4ward v4ward; fi
`,
  // https://fishshell.com/docs/current/completions.html
  fish: `function __v4ward_complete
    set -l words (commandline --tokenize --current-process --cut-at-cursor)
    v4ward --complete -- $words[2..-1] (commandline --current-token --cut-at-cursor) 2>/dev/null
end
complete --command v4ward --arguments '(__v4ward_complete)'
`,
} as const satisfies Readonly<Record<CompletionArguments['shell'], string>>;

/** Prints what a shell reads to complete command lines of v4ward. */
export function printCompletion({ shell }: CompletionArguments): number {
  terminal.data(scripts[shell]);
  return exitCodes.fine;
}
