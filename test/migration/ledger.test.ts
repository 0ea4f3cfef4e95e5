import { describe, expect, it } from 'vitest';
import { defaultConfiguration } from '../../src/configuration/configuration.js';
import { openTexts } from '../../src/files/project.js';
import { examine } from '../../src/migration/examine.js';
import type { Ledger } from '../../src/migration/ledger.js';

function look(text: string, ignore: readonly string[] = []): Ledger {
  const project = openTexts('/nowhere', new Map([['a.js', text]]), () => null);
  return examine(project, { ...defaultConfiguration, ignore }).ledger;
}

const v3 = "const api = 'https://gitlab.example.com/api/v3';\n";
const v4 = v3.replace('v3', 'v4');

describe('the ledger', () => {
  it('counts requests that need nothing as fine, whichever version they speak', () => {
    const old = look(`${v3}fetch(api + '/projects/owned'); fetch(api + '/projects/8');\n`);
    expect(old.get('projects-filters')).toMatchObject({ fixable: 1, fine: 0 });
    const now = look(`${v4}fetch(api + '/projects?owned=true'); fetch(api + '/projects/8');\n`);
    expect(now.get('projects-filters')).toMatchObject({ fixable: 0, fine: 1 });
    expect(now.get('api-prefix')).toMatchObject({ fixable: 0, fine: 2 });
  });

  it('counts a parameter that is there already as fine', () => {
    const ledger = look(`${v3}fetch(api + '/projects'); fetch(api + '/projects?membership=true');\n`);
    expect(ledger.get('projects-membership')).toMatchObject({ fixable: 1, fine: 1 });
  });

  it('counts a request whose changed parameter is not sent as fine', () => {
    const branches = 'api + "/projects/8/repository/branches", ';
    const ledger = look(
      `${v3}const send = (body) => JSON.stringify(body);\nfetch(${branches}{ method: 'POST', body: JSON.stringify({ branch: 'a', ref: 'b' }) });\n`,
    );
    expect(ledger.get('branch-parameter')).toMatchObject({ fixable: 0, fine: 1 });
  });

  it('knows a route that another change moves', () => {
    const ledger = look(`${v4}fetch(api + '/projects/8/jobs');\n`);
    expect(ledger.get('builds-to-jobs')).toMatchObject({ fine: 1 });
  });

  it('does not speak of changes that are about no request', () => {
    const ledger = look(`${v3}fetch(api + '/version');\n`);
    expect([...ledger.keys()]).toEqual(['api-prefix']);
  });

  it('never counts what it could not tell as fine', () => {
    const ledger = look(`${v3}fetch(api + '/projects/8/' + rest());\n`);
    expect(ledger.get('issue-iid')).toMatchObject({ unresolved: 1, fine: 0 });
    expect(ledger.get('projects-filters')).toBeUndefined();
    expect(ledger.get('api-prefix')).toMatchObject({ fixable: 1, unresolved: 0 });
    const all = look(`${v3}fetch(api + rest());\n`);
    expect(all.get('projects-filters')).toMatchObject({ unresolved: 1, fine: 0 });
  });

  it('leaves out what the configuration ignores', () => {
    expect(look(`${v3}fetch(api + '/projects/owned');\n`, ['projects-filters']).has('projects-filters')).toBe(false);
  });

  it('says nothing of other services', () => {
    expect(look("fetch('https://github.example.com/api/v3/projects/8/columns');\n").size).toBe(0);
  });
});
