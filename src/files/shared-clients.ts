// Clients of which a library, a page or a framework has one for all files: what one file puts in front of its requests is the base of the others'

interface SharedClient {
  /** All of them stand in a text that may put something in front of what others send. */
  readonly setUp: readonly RegExp[];
  /** What others name who send with it. */
  readonly named: RegExp;
}

const writesAddress = /\.\s*(?:baseURL|url)\s*\+?=(?!=)|\.\.\.\s*\w+\s*,\s*(?:baseURL|url)\s*:/;

const sharedClients: readonly SharedClient[] = [
  // https://axios-http.com/docs/config_defaults, https://axios-http.com/docs/interceptors
  {
    setUp: [/\b[aA]xios\s*\.\s*defaults\s*(?:\.\s*baseURL|\[\s*['"]baseURL['"]\s*\])\s*=(?!=)/],
    named: /\baxios\b|\$http\b/,
  },
  { setUp: [/\b[aA]xios\s*\.\s*interceptors\s*\.\s*request\b/, writesAddress], named: /\baxios\b|\$http\b/ },
  // https://github.com/pagekit/vue-resource/blob/develop/docs/config.md
  {
    setUp: [/\bhttp\s*\.\s*(?:options\s*\.\s*root|interceptors)\b|\bhttp\s*:\s*\{\s*root\b/],
    named: /\$(?:http|resource)\b|\bVue\s*\.\s*(?:http|resource)\b/,
  },
  // https://api.jquery.com/jQuery.ajaxPrefilter/
  { setUp: [/\.\s*ajaxPrefilter\s*\(/, writesAddress], named: /(?:\$|\bjQuery)\s*\.\s*(?:ajax|get|getJSON|post)\s*\(/ },
  // https://angular.dev/guide/http/interceptors
  { setUp: [/\bHttpInterceptor(?:Fn)?\b/, /\burl\s*:/], named: /\bHttpClient\b/ },
];

/** Tells of texts whether they name a client that some of these set up; null if these set up none. */
export function createSharedTest(texts: readonly string[]): ((text: string) => boolean) | null {
  const found = sharedClients.filter((client) => texts.some((text) => setsUp(text, client)));
  return found.length === 0 ? null : (text) => found.some(({ named }) => named.test(text));
}

function setsUp(text: string, { setUp }: SharedClient): boolean {
  return setUp.every((pattern) => pattern.test(text));
}
