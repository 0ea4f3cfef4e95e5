import { symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isSettled, stampOf } from '../../src/files/stamp.js';
import { makeDirectory } from '../directory.js';

describe('stampOf', () => {
  it('changes with the file', () => {
    const path = join(makeDirectory({ '.env': 'GITLAB_URL=https://gitlab.quay.example' }), '.env');
    const before = stampOf(path);
    expect(stampOf(path)).toBe(before);
    writeFileSync(path, 'GITLAB_URL=https://gitlab.quay.example/api/v3');
    expect(stampOf(path)).not.toBe(before);
  });

  it('changes with a file whose size and time are set to what they were', () => {
    const path = join(makeDirectory({ 'base.js': 'const v = 3' }), 'base.js');
    const past = new Date(Date.now() - 10_000);
    utimesSync(path, past, past);
    const before = stampOf(path);
    writeFileSync(path, 'const v = 4');
    utimesSync(path, past, past);
    expect(stampOf(path)).not.toBe(before);
  });

  it('is empty for what is not there, and for a link that leads nowhere', () => {
    const directory = makeDirectory({ 'base.js': '' });
    symlinkSync('.env', join(directory, '.env'));
    expect(stampOf(join(directory, '.env'))).toBe('');
    expect(stampOf(join(directory, 'gone.js'))).toBe('');
    expect(stampOf(join(directory, 'base.js/inner.js'))).toBe('');
  });
});

describe('isSettled', () => {
  it('is true of what has long been as it is, and of nothing that is not there', () => {
    const path = join(makeDirectory({ '.env': '' }), '.env');
    expect(isSettled(path)).toBe(false);
    utimesSync(path, new Date(), new Date(Date.now() - 10_000));
    expect(isSettled(path)).toBe(true);
    expect(isSettled(`${path}.gone`)).toBe(false);
  });
});
