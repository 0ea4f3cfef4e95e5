import { RuleTester } from 'eslint';
import { describe, it } from 'vitest';

RuleTester.describe = describe;
RuleTester.it = it;
RuleTester.itOnly = it.only;

export { RuleTester };

/** A program by its lines. */
export function lines(...each: readonly string[]): string {
  return each.join('\n');
}
