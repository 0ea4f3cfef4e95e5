/** Enough text for a line's average length to mean anything. */
const leastText = 2000;
/** Characters a line, on average, that nobody writes by hand. */
const longLine = 400;
/** With a source map at its end, a file is output at less than that. */
const longMappedLine = 200;

/** How reports begin that quote the code that they are about: our own, SARIF, GitLab's Code Quality. */
const reports = [
  /^\{\s*"version": 1,\s*"summary": \{\s*"files":/,
  /^\s*\{\s*"\$schema"\s*:\s*"[^"]*\bsarif\b/,
  /^\s*\[\s*\{[^]*"check_name"\s*:[^]*"fingerprint"\s*:/,
  /^## v4ward: GitLab API v3 to v4$/m,
  /^<testsuites name="v4ward/m,
  /^<title>v4ward: GitLab API v3 to v4<\/title>$/m,
];

/** Whether a tool wrote a file, by its own word or by its looks: whatever is changed in it is lost with the next build. */
export function isGenerated(text: string): boolean {
  const head = text.slice(0, leastText);
  if (head.includes('@generated') && /^\s*(?:\/\/|\/?\*|#).*@generated\b/m.test(head)) return true;
  if (isReport(text)) return true;
  if (text.length < leastText) return false;
  const average = text.length / countLines(text);
  return average > longLine || (average > longMappedLine && text.includes('//# sourceMappingURL='));
}

/** Whether a text quotes code to report on it. */
export function isReport(text: string): boolean {
  const head = text.slice(0, leastText);
  return reports.some((report) => report.test(head));
}

function countLines(text: string): number {
  let lines = 1;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}
