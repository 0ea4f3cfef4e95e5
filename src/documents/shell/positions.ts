import type { Command } from 'unbash';
import type { Scope, Standing } from './expand.js';
import type { Script, Site } from './script.js';

/**
 * How many arguments `shift` has taken away where a command stands; null if nobody can tell: in a loop, in one of several
 * branches, by a number that is made as the script runs, or where `set --` has put others there.
 */
export function shiftsBefore({ script }: Scope, standing: Standing): number | null {
  const movers = script.sites.filter((one) => one.owner === standing.owner && isMover(one.command));
  let sum = 0;
  for (const mover of movers) {
    if (!isBefore(mover, standing, script)) continue;
    const count = countOf(mover, standing, script);
    if (count === null) return null;
    sum += count;
  }
  return sum;
}

function isMover({ name, args }: Command): boolean {
  const first = args[0]?.type === 'Word' ? args[0].value : '';
  return name?.value === 'shift' || (name?.value === 'set' && !/^[-+][A-Za-z]+$/.test(first) && args.length > 0);
}

/** In a loop, what stands behind a command has been run before it too. */
function isBefore({ command: { pos } }: Site, { command }: Standing, { loops }: Script): boolean {
  const at = command?.pos ?? Infinity;
  return pos < at || loops.some((loop) => isWithin(pos, loop) && isWithin(at, loop));
}

function countOf(mover: Site, { around }: Standing, script: Script): number | null {
  const [count] = mover.command.args;
  const written = count?.type === 'Word' ? count.value : '1';
  const isSure = mover.around.every((each) => each.type === 'AndOr' || around.includes(each));
  const isPlain = mover.command.name?.value === 'shift' && /^\d+$/.test(written);
  return isPlain && isSure && !isInLoop(mover.command.pos, script) && !isChosen(mover, script) ? Number(written) : null;
}

/** `shift || true` shifts, and so does what stands behind a variable that is set; `[ -n "$1" ] && shift` may not. */
function isChosen({ command: { pos }, around }: Site, { excerpt }: Script): boolean {
  const certain = /^\s*(?:(?:local\s+)?\w+=\S*\s*&&\s*)*$/;
  return around.some((each) => each.type === 'AndOr' && !certain.test(excerpt.text.slice(each.pos, pos)));
}

/** Whether a setting may be made more than once. */
export function isRepeated({ pos }: { readonly pos: number }, script: Script): boolean {
  return isInLoop(pos, script);
}

function isInLoop(pos: number, { loops }: Script): boolean {
  return loops.some((loop) => isWithin(pos, loop));
}

function isWithin(pos: number, { pos: start, end }: { readonly pos: number; readonly end: number }): boolean {
  return start <= pos && pos < end;
}
