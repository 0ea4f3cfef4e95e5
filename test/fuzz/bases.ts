import type { Choices } from './choices.js';
import {
  declare,
  exportDefault,
  exportNamed,
  importAll,
  importDefault,
  importNamed,
  passOn,
  quoteText,
  typed,
} from './style.js';
import type { Style } from './style.js';
import type { Base } from './work.js';

const host = 'https://gitlab.acme.test';

export function chooseBase(style: Style, choices: Choices): Base {
  const plain = { lines: [], files: [], environment: {} };
  const text = quoteText(style, `${host}/api/v3`);
  const { semicolon } = style;
  const bases: readonly [() => Base, ...(() => Base)[]] = [
    () => ({ ...plain, kind: 'literal', pieces: [{ text: `${host}/api/v3` }] }),
    () => ({ ...plain, kind: 'constant', lines: [declare(style, 'BASE', text)], pieces: [{ code: 'BASE' }] }),
    () => ({
      ...plain,
      kind: 'host and prefix',
      lines: [declare(style, 'HOST', quoteText(style, host)), declare(style, 'PREFIX', quoteText(style, '/api/v3'))],
      pieces: [{ code: 'HOST' }, { code: 'PREFIX' }],
    }),
    () => ({
      ...plain,
      kind: 'environment',
      environment: { GITLAB_URL: host },
      pieces: [{ code: 'process.env.GITLAB_URL' }, { text: '/api/v3' }],
    }),
    () => ({
      ...plain,
      kind: 'environment or default',
      lines: [declare(style, 'gitlabUrl', `process.env.GITLAB_HOST || ${quoteText(style, host)}`)],
      pieces: [{ code: 'gitlabUrl' }, { text: '/api/v3' }],
    }),
    () => ({
      ...plain,
      kind: 'record',
      lines: [declare(style, 'settings', `{ gitlab: { api: ${text}, ${style.comment}timeout: 500 } }`)],
      pieces: [{ code: choices.pick(['settings.gitlab.api', "settings['gitlab'].api"]) }],
    }),
    () => ({
      ...plain,
      kind: 'function',
      lines: [`function apiUrl(${typed(style, 'path', 'string')}) { return ${text} + path${semicolon} }`],
      pieces: [{ code: "apiUrl('')" }],
    }),
    () => ({
      ...plain,
      kind: 'module',
      lines: [importNamed(style, 'BASE_URL', './config')],
      files: [['config', [declare(style, 'BASE_URL', text), exportNamed(style, ['BASE_URL'])]]],
      pieces: [{ code: 'BASE_URL' }],
    }),
    () => ({
      ...plain,
      kind: 'JSON',
      lines: [importNamed(style, 'gitlabApi', './settings.json')],
      files: [['settings.json', ['{', '  "timeout": 30,', `  "gitlabApi": "${host}/api/v3"`, '}']]],
      pieces: [{ code: 'gitlabApi' }],
    }),
    () => ({
      ...plain,
      kind: 'version apart',
      lines: [declare(style, 'version', quoteText(style, 'v3')), declare(style, 'gitlab', quoteText(style, host))],
      pieces: [{ code: 'gitlab' }, { text: '/api/' }, { code: 'version' }],
    }),
    ...moreBases(style, choices),
  ];
  return choices.pick(bases)();
}

function moreBases(style: Style, choices: Choices): (() => Base)[] {
  const plain = { lines: [], files: [], environment: {} };
  const text = quoteText(style, `${host}/api/v3`);
  const { semicolon } = style;
  const config = ['config', [declare(style, 'BASE_URL', text), exportNamed(style, ['BASE_URL'])]] as const;
  return [
    () => ({
      ...plain,
      kind: 'URL',
      lines: [declare(style, 'apiRoot', `new URL(${quoteText(style, '/api/v3')}, ${quoteText(style, host)})`)],
      pieces: [{ code: choices.pick(['apiRoot.href', 'apiRoot.toString()', 'String(apiRoot)']) }],
    }),
    () => ({
      ...plain,
      kind: 'static',
      lines: [`class Settings { static api = ${text}${semicolon} }`],
      pieces: [{ code: 'Settings.api' }],
    }),
    () => ({
      ...plain,
      kind: 'getter',
      lines: [declare(style, 'settings', `{ get api() { return ${text}${semicolon} } }`)],
      pieces: [{ code: 'settings.api' }],
    }),
    () => ({
      ...plain,
      kind: 'frozen',
      lines: [declare(style, 'URLS', `Object.freeze({ gitlab: ${text}, hub: 'https://api.github.com' })`)],
      pieces: [{ code: 'URLS.gitlab' }],
    }),
    () => ({
      ...plain,
      kind: 'default of the environment',
      lines: [`const { GITLAB_API: apiUrl = ${text} } = process.env${semicolon}`],
      pieces: [{ code: 'apiUrl' }],
    }),
    () => ({
      ...plain,
      kind: 'either',
      lines: [
        declare(
          style,
          'apiRoot',
          `process.env.MIRROR ? ${quoteText(style, 'https://gitlab.mirror.test/api/v3')} : ${text}`,
        ),
      ],
      pieces: [{ code: 'apiRoot' }],
    }),
    () => ({
      ...plain,
      kind: 'trimmed',
      lines: [declare(style, 'apiRoot', `${quoteText(style, `${host}/`)}.replace(/\\/+$/, '')`)],
      pieces: [{ code: 'apiRoot' }, { text: '/api/v3' }],
    }),
    () => ({
      ...plain,
      kind: 'parts',
      lines: [
        declare(
          style,
          'apiRoot',
          `[${['https:/', 'gitlab.acme.test', 'api', 'v3'].map((each) => quoteText(style, each)).join(', ')}].join('/')`,
        ),
      ],
      pieces: [{ code: 'apiRoot' }],
    }),
    () => ({
      ...plain,
      kind: 'switch',
      lines: [
        `function rootOf(${typed(style, 'forge', 'string')}) {`,
        `  switch (forge) {`,
        `    case 'hub': return 'https://api.github.com'${semicolon}`,
        `    case 'lab': return ${text}${semicolon}`,
        `    default: throw new Error(forge)${semicolon}`,
        `  }`,
        `}`,
      ],
      pieces: [{ code: "rootOf('lab')" }],
    }),
    () => ({
      ...plain,
      kind: 'passed on',
      lines: [importNamed(style, 'BASE_URL', './shared')],
      files: [config, ['shared', [passOn(style, 'BASE_URL', './config')]]],
      pieces: [{ code: 'BASE_URL' }],
    }),
    () => ({
      ...plain,
      kind: 'namespace',
      lines: [importAll(style, 'config', './config')],
      files: [config],
      pieces: [{ code: 'config.BASE_URL' }],
    }),
    () => ({
      ...plain,
      kind: 'default export',
      lines: [importDefault(style, 'config', './config')],
      files: [['config', [exportDefault(style, `{ gitlab: { url: ${text} } }`)]]],
      pieces: [{ code: 'config.gitlab.url' }],
    }),
  ];
}
