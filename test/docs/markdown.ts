/** Markdown as far as the project's own pages use it. */

/** The code blocks of a text by their language, in order. */
export function listCode(text: string, language: string): string[] {
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))].map(([, code]) => code ?? '');
}

/** What stands under each heading of a level, by the heading's text. */
export function listSections(text: string, level: number): Map<string, string> {
  const [, ...parts] = withoutCode(text).split(new RegExp(`^#{${String(level)}} `, 'm'));
  return new Map(
    parts.map((part) => {
      const [heading = '', ...body] = part.split('\n');
      return [heading, restoreCode(body.join('\n'), text)];
    }),
  );
}

/** The targets of a text's links, those in its code aside. */
export function listLinks(text: string): string[] {
  const plain = withoutCode(text).replace(/`[^`\n]*`/g, '');
  return [...plain.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target ?? '');
}

/** The anchors that GitHub and npm give to the headings of a text. */
export function listAnchors(text: string): string[] {
  const headings = [...withoutCode(text).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading]) => heading ?? '');
  return headings.map((heading) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-'),
  );
}

const block = /^```.*?^```$/gms;

/** A `#` in code is no heading, so each block is put aside under its number. */
function withoutCode(text: string): string {
  let index = 0;
  return text.replace(block, () => `\`\`\`${String(index++)}`);
}

function restoreCode(part: string, text: string): string {
  const blocks = text.match(block) ?? [];
  return part.replace(/^```(\d+)$/gm, (_, index: string) => blocks[Number(index)] ?? '');
}
