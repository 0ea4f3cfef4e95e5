import type { Evaluation } from '../evaluate.js';
import { asRecord } from '../modules.js';
import { ancestorsOf, isClass, nameOfKey } from '../syntax/tree.js';
import { emptyRecord } from '../value.js';
import type { ClassValue, Entry, InstanceValue, RecordValue, Value } from '../value.js';
import { assignedMembers } from './class-tables.js';
import { constructorOf, findMember, superclassesOf } from './classes.js';
import type { At } from './members.js';

/** What a spread takes its properties of: a module's exports, an instance's fields. */
export function asProperties(evaluation: Evaluation, value: Value): Value {
  return value.kind === 'instance' ? asFields(evaluation, value) : asRecord(evaluation, value);
}

/** An instance as the record of what its class puts on it, as a spread takes it; what else may be put there nobody sees. */
function asFields(evaluation: Evaluation, instance: InstanceValue): RecordValue {
  const { of, args } = instance;
  const at: At = { tree: of.tree, node: of.node, frame: of.frame };
  const entries = new Map<string, Entry>();
  const classes = [of, ...superclassesOf(evaluation, of)];
  for (const name of new Set(classes.flatMap(fieldsOf))) {
    const value = findMember(evaluation, instance, of, args, name, at);
    if (value !== null)
      entries.set(name, {
        value,
        written: null,
        ...(classes.some((each) => isSetAtOnce(each, name)) ? {} : { optional: true }),
      });
  }
  return { ...emptyRecord, entries, open: true };
}

/** The names that a class declares as fields, or puts on `this`. */
function fieldsOf(of: ClassValue): string[] {
  const assigned = [...assignedMembers(of)].filter(([, puts]) => puts.some(({ owner }) => owner !== null));
  return [...declaredFields(of), ...assigned.map(([name]) => name)];
}

function declaredFields({ node }: ClassValue): string[] {
  const elements = isClass(node) ? node.body.body : [];
  return elements.flatMap((element) => {
    if (element.type !== 'PropertyDefinition' || element.static) return [];
    return nameOfKey(element.key, element.computed) ?? [];
  });
}

/** Whether a member is there as soon as an instance is made: it is declared with a value, or a statement of the constructor's own puts it there. */
function isSetAtOnce(of: ClassValue, name: string): boolean {
  if (declaredFields(of).includes(name)) return true;
  const maker = constructorOf(of);
  return (assignedMembers(of).get(name) ?? []).some(({ right, owner }) => {
    const [assignment, statement, block] = ancestorsOf(of.tree, right);
    return (
      owner === maker &&
      assignment?.type === 'AssignmentExpression' &&
      statement?.type === 'ExpressionStatement' &&
      block === maker?.body
    );
  });
}
