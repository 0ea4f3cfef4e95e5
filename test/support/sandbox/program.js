/** Runs one program, given as JSON in the environment, and the expression that makes it send. */
import { pathToFileURL } from 'node:url';

const { file, call } = JSON.parse(process.env.PROGRAM);
const loaded = await import(pathToFileURL(file).href);
// What a CommonJS module exports is its default to an importing one.
const isModule = !('module.exports' in loaded) && !Object.hasOwn(loaded, 'default');
const exported = isModule ? loaded : loaded.default;
if (call !== undefined) await new Function('exports', `return (${call});`)(exported);
