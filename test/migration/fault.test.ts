import { expect, it } from 'vitest';
import { locate } from '../../codemods/locate.js';
import { open } from '../../codemods/open.js';
import { examine } from '../../src/migration/examine.js';
import { makeDirectory } from '../directory.js';

const sends = "fetch('https://gitlab.com/api/v3/projects/3');\n";
const asks = "fetch(process.env.HOST + '/api/v3/projects/4');\n";

/** Whatever goes wrong while the environment of a program is looked up. */
async function examineFailing(error: Error): Promise<void> {
  const directory = makeDirectory({ 'a.js': sends, 'b.js': asks, 'c.js': sends });
  const { project, configuration } = await open(directory, locate(directory, { configuration: {} }));
  const failing = {
    ...project,
    files: project.files,
    findEnvironment(): never {
      throw error;
    },
  };
  examine(failing, configuration);
}

it('tells at which file it came up, what happened there, and how to go on', async () => {
  const failed = examineFailing(new RangeError('Maximum call stack size exceeded'));
  await expect(failed).rejects.toThrow('b.js could not be looked at; name it under "exclude"');
  await expect(failed).rejects.toMatchObject({ stack: expect.stringContaining('Maximum call stack') as string });
});

it('lets pass what is no fault of the program', async () => {
  const error = new Error('The disk is gone');
  await expect(examineFailing(error)).rejects.toBe(error);
});
