/** The words of which the corpora's names are made. None is a trigger word, nor are two of them joined. */

export const verbs = [
  ...['load', 'save', 'parse', 'format', 'merge', 'split', 'count', 'sort', 'filter', 'resolve', 'render', 'convert'],
  ...['validate', 'normalize', 'schedule', 'cancel', 'collect', 'compare', 'describe', 'encode', 'estimate', 'expand'],
  ...['measure', 'prepare', 'publish', 'reduce', 'refresh', 'restore', 'round', 'select', 'send', 'summarize', 'track'],
];

export const adjectives = [
  ...['active', 'annual', 'bold', 'cached', 'central', 'current', 'daily', 'default', 'domestic', 'early', 'empty'],
  ...['exact', 'final', 'foreign', 'gross', 'hidden', 'initial', 'internal', 'late', 'local', 'monthly', 'net', 'open'],
  ...['partial', 'pending', 'plain', 'previous', 'primary', 'regional', 'remote', 'shared', 'stale', 'total', 'weekly'],
];

export const nouns = [
  ...['account', 'address', 'amount', 'balance', 'basket', 'booking', 'budget', 'calendar', 'carrier', 'catalog'],
  ...['channel', 'color', 'contract', 'coupon', 'currency', 'customer', 'delivery', 'deposit', 'discount', 'document'],
  ...['exchange', 'factor', 'forecast', 'freight', 'gallery', 'holiday', 'image', 'insert', 'inventory', 'invoice'],
  ...['journal', 'ledger', 'limit', 'locale', 'margin', 'market', 'member', 'message', 'meter', 'offer', 'order'],
  ...['packet', 'palette', 'parcel', 'partner', 'payment', 'period', 'policy', 'price', 'profile', 'quota', 'rate'],
  ...['receipt', 'refund', 'region', 'report', 'reservation', 'route', 'schedule', 'season', 'segment', 'shelf'],
  ...['shipment', 'sample', 'stock', 'supplier', 'tariff', 'tax', 'ticket', 'transfer', 'vehicle', 'voucher', 'window'],
];

export const folders = [
  ...['components', 'hooks', 'helpers', 'models', 'services', 'state', 'views', 'forms', 'tables', 'charts', 'jobs'],
  ...['adapters', 'domain', 'formatting', 'validation', 'workers'],
];

export const sentences = [
  'Rounds half to even, as the accounts do.',
  'The order of the entries is that of the table that people see, and is kept.',
  'Called once a minute, so it must not allocate more than it returns.',
  'An empty list means that nothing was chosen, and null that nobody was asked.',
  'See https://docs.example.com/handbook/rounding for why the last digit is dropped.',
  'Older records have no region; they are taken to be domestic.',
  "The warehouse's clock is ahead of ours by up to a second.",
  'What was cached before the change of the season is thrown away.',
  'Only the first page is of interest here; the rest is loaded when somebody scrolls.',
  'Kept for the printers of the branch offices, which know Latin-1 only.',
];

/** `exactTax` of `exact` and `tax`. */
export function toCamel(...words) {
  return words.map((word, index) => (index === 0 ? word : toUpperFirst(word))).join('');
}

export function toPascal(...words) {
  return words.map(toUpperFirst).join('');
}

function toUpperFirst(word) {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}
