// What operators of RxJS pass on: https://rxjs.dev/guide/operators, https://github.com/ReactiveX/rxjs/blob/5.x/MIGRATION.md

/** What an operator passes on of what comes in. */
export type Flow = 'same' | 'returned' | 'inner' | 'again' | 'list' | 'member' | 'flat' | 'more' | 'beside';

const passing = [
  ...['audit', 'auditTime', 'catch', 'catchError', 'debounce', 'debounceTime', 'delay', 'delayWhen', 'distinct'],
  ...['distinctUntilChanged', 'distinctUntilKeyChanged', 'do', 'elementAt', 'filter', 'finalize', 'finally', 'find'],
  ...[
    'first',
    'last',
    'observeOn',
    'onErrorResumeNext',
    'publish',
    'publishReplay',
    'refCount',
    'repeat',
    'repeatWhen',
  ],
  ...['retry', 'retryWhen', 'sample', 'sampleTime', 'share', 'shareReplay', 'single', 'skip', 'skipLast', 'skipUntil'],
  ...['skipWhile', 'subscribeOn', 'take', 'takeLast', 'takeUntil', 'takeWhile', 'tap', 'throttle', 'throttleTime'],
  ...['throwIfEmpty', 'timeout'],
];

export const flows: ReadonlyMap<string, Flow> = new Map([
  ...passing.map((name): [string, Flow] => [name, 'same']),
  ['map', 'returned'],
  ['concatMap', 'inner'],
  ['exhaustMap', 'inner'],
  ['flatMap', 'inner'],
  ['mergeMap', 'inner'],
  ['switchMap', 'inner'],
  ['concatAll', 'flat'],
  ['exhaustAll', 'flat'],
  ['mergeAll', 'flat'],
  ['switchAll', 'flat'],
  ['expand', 'again'],
  ['toArray', 'list'],
  ['pluck', 'member'],
  ['concatWith', 'more'],
  ['defaultIfEmpty', 'more'],
  ['endWith', 'more'],
  ['mergeWith', 'more'],
  ['startWith', 'more'],
  ['combineLatest', 'beside'],
  ['combineLatestWith', 'beside'],
  ['withLatestFrom', 'beside'],
  ['zip', 'beside'],
  ['zipWith', 'beside'],
]);

/** Operators whose function is given something other than what comes in. */
const others = new Set([
  ...['catch', 'catchError', 'finalize', 'finally', 'publish', 'repeatWhen', 'retryWhen', 'skipUntil', 'startWith'],
  'takeUntil',
]);

/** Whether the first function that an operator takes is given what comes in. */
export function isGivenWhatComes(operator: string): boolean {
  return flows.has(operator) && flows.get(operator) !== 'beside' && !others.has(operator);
}

/** Methods that nothing has but a stream. */
export const methodsOfStreams: ReadonlySet<string> = new Set([
  ...['concatMap', 'debounceTime', 'distinctUntilChanged', 'exhaustMap', 'mergeMap', 'publishReplay', 'refCount'],
  ...['shareReplay', 'switchMap', 'takeUntil', 'throttleTime', 'withLatestFrom'],
]);

/** Functions that make a stream. */
export const creations: ReadonlySet<string> = new Set([
  ...['combineLatest', 'concat', 'defer', 'empty', 'forkJoin', 'from', 'fromEvent', 'fromPromise', 'iif', 'interval'],
  ...['merge', 'of', 'race', 'timer', 'zip'],
]);
