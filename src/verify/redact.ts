import type { SentParameter } from './record.js';

/** What stands for a secret in a report. */
const redacted = 'REDACTED';

/** Names of parameters whose values nobody may see. */
const secretName = /token|passw|secret|credential|signature|authorization|private|(?:^|[^a-z])key(?:$|[^a-z])/i;

/** Tokens as GitLab makes them, wherever they stand. */
const token = /\bgl[a-z]{1,6}-[\w-]{16,}/g;

/** Values longer than this are no parameter that a change speaks of. */
const longest = 200;

/**
 * The address without user, password, values of secret parameters and tokens in its path.
 *
 * @param secrets values that are known to be secret, such as those of headers
 */
export function redactUrl(address: URL, secrets: readonly string[]): string {
  const query = address.search.replace(/([?&])([^=&]+)=([^&]*)/g, (whole, mark: string, name: string) =>
    isSecretName(name) ? `${mark}${name}=${redacted}` : whole,
  );
  const path = redactText(`${address.pathname}${query}`, secrets).replace(
    /(\/triggers\/)(?!\d+(?:[/?]|$))[^/?]+/,
    `$1${redacted}`,
  );
  return `${address.protocol}//${address.host}${path}`;
}

/** A secret's value is no value, and what is long is cut off. */
export function redactParameters(
  parameters: readonly SentParameter[],
  secrets: readonly string[],
): readonly SentParameter[] {
  return parameters.map(([name, value]) => [name, value === null ? null : redactValue(name, value, secrets)]);
}

function redactValue(name: string, value: string, secrets: readonly string[]): string {
  return isSecretName(name) ? redacted : redactText(value, secrets).slice(0, longest);
}

function redactText(text: string, secrets: readonly string[]): string {
  return secrets.reduce((rest, secret) => rest.replaceAll(secret, redacted), text).replace(token, redacted);
}

function isSecretName(name: string): boolean {
  return secretName.test(name);
}

const secretHeaders = ['private-token', 'authorization', 'job-token', 'deploy-token', 'cookie', 'x-gitlab-token'];

/** The values of headers that must not appear anywhere; short ones are no secrets and would stand in many words. */
export function secretsOf(headers: ReadonlyMap<string, string>): string[] {
  return secretHeaders
    .flatMap((name) => headers.get(name) ?? [])
    .flatMap((value) => [value, ...value.split(/[\s=;]+/)])
    .filter((value) => value.length >= 8);
}

/** The words of a command without what options of a secret's name are given. */
export function redactCommand(words: readonly string[]): string[] {
  return words.map((word, index) => {
    if (isSecretOption(words[index - 1])) return redacted;
    return redactText(word, []).replace(/^([\w-]+)=.*$/s, (whole, name: string) =>
      isSecretName(name) ? `${name}=${redacted}` : whole,
    );
  });
}

function isSecretOption(word: string | undefined): boolean {
  return word?.startsWith('-') === true && !word.includes('=') && isSecretName(word);
}
