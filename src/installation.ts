import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The directory of the package, wherever of it the code runs: its modules are bundled, in the files that are shipped. */
const installation = dirname(createRequire(import.meta.url).resolve('v4ward/package.json'));

/** The program that the command line starts. */
export const program = join(installation, 'dist/bundle/v4ward.js');

/** What `verify` has the user's programs load, which take nothing of a bundle. */
export const verifyHook = join(installation, 'dist/src/verify/hook/index.js');
