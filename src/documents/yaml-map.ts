import { isScalar } from 'yaml';
import type { Pair, YAMLMap } from 'yaml';

// Maps of YAML, by their keys

export function nameOf({ key }: Pair): string {
  return isScalar(key) ? String(key.value) : '';
}

export function valueOf(node: YAMLMap, name: string): unknown {
  return node.items.find((pair) => nameOf(pair) === name)?.value;
}
