/** The prefix of the API in all literals of a directory, by ts-morph; nothing is written. */
import { Project, SyntaxKind } from 'ts-morph';
import { listSources } from './files.js';

const kinds = [SyntaxKind.StringLiteral, SyntaxKind.NoSubstitutionTemplateLiteral];
const project = new Project({
  skipAddingFilesFromTsConfig: true,
  skipFileDependencyResolution: true,
  compilerOptions: { allowJs: true },
});

/** How many literals of a file were changed. */
function migrate(file) {
  const source = project.addSourceFileAtPath(file);
  const found = kinds
    .flatMap((kind) => source.getDescendantsOfKind(kind))
    .filter((node) => node.getLiteralText().includes('api/v3'));
  for (const node of found) node.setLiteralValue(node.getLiteralText().replaceAll('api/v3', 'api/v4'));
  return found.length;
}

const changed = listSources(process.argv[2]).map(migrate);
process.stdout.write(`${changed.filter((count) => count > 0).length} files would change\n`);
