import { describe, expect, it } from 'vitest';
import { check, migrate } from '../../codemods/index.js';
import type { Checked } from '../../codemods/index.js';
import { makeDirectory } from '../directory.js';

/** A package that keeps a path for its methods, and sends by an HTTP library. */
const shelf = {
  'node_modules/rest-shelf/package.json': '{ "main": "lib/index.js", "dependencies": { "urllib": "^2.0.0" } }',
  'node_modules/rest-shelf/lib/index.js': "exports.Shelf = require('./shelf');",
  'node_modules/rest-shelf/lib/shelf.js': [
    'function Shelf(sender, place, key) {',
    '  this.sender = sender;',
    '  this.place = place;',
    "  this.item = this.place + (key ? '/:' + key : '');",
    '}',
    'module.exports = Shelf;',
  ].join('\n'),
};

const deployKeys = [
  "const { inherits } = require('util');",
  "const { Shelf } = require('rest-shelf');",
  'module.exports = function GitlabKeys(sender) {',
  "  Shelf.call(this, sender, '/projects/:id/keys', 'key_id');",
  '};',
  'inherits(module.exports, Shelf);',
  'module.exports.prototype.enable = function (params, done) {',
  "  this.sender.request('post', this.item + '/enable', params, done);",
  '};',
].join('\n');

const base = "exports.api = process.env.GITLAB + '/api/v3';";

function describeFindings({ result: { findings } }: Checked): string[] {
  return findings.map(({ change, request, place }) => `${place.file} ${change} ${String(request)}`);
}

describe('a package that is installed', () => {
  it('is read for what a class gets from it', async () => {
    const root = makeDirectory({ ...shelf, 'keys.js': deployKeys, 'base.js': base });
    const { result } = await check(root);
    expect(result.unresolved).toEqual([]);
    expect(describeFindings({ result, text: () => null })).toContain(
      'keys.js project-keys POST /projects/{}/keys/{}/enable',
    );
  });

  it('is not read if it sends nothing by itself', async () => {
    const manifest = '{ "main": "lib/index.js", "dependencies": { "left-pad": "1.0.0" } }';
    const root = makeDirectory({
      ...shelf,
      'node_modules/rest-shelf/package.json': manifest,
      'keys.js': deployKeys,
      'base.js': base,
    });
    const { result } = await check(root);
    expect(result.unresolved.map(({ place }) => place.file)).toContain('keys.js');
  });

  it('stays as it is', async () => {
    const root = makeDirectory({
      ...shelf,
      'node_modules/rest-shelf/lib/shelf.js': [
        "const axios = require('axios');",
        "const home = 'https://gitlab.com/api/v3';",
        'module.exports = class Shelf {',
        '  take(path) { return axios.get(home + path); }',
        '};',
      ].join('\n'),
      'builds.js': [
        "const { Shelf } = require('rest-shelf');",
        'class GitlabBuilds extends Shelf {',
        '  of(id) { return this.take(`/projects/${id}/builds`); }',
        '}',
        'module.exports = GitlabBuilds;',
      ].join('\n'),
    });
    const { before, texts } = await migrate(root, { write: true, allowDirty: true });
    expect(before.result.findings.map(({ change, certainty, reason }) => ({ change, certainty, reason }))).toEqual([
      { change: 'builds-to-jobs', certainty: 'safe', reason: null },
      {
        change: 'api-prefix',
        certainty: 'manual',
        reason: 'it is written in a package that the project depends on',
      },
    ]);
    expect([...texts.keys()]).toEqual([]);
  });
});
