import { cpSync, globSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const VERSION = /(\bname: (?:'[a-z.-]+'|[A-Z_]+),\s+version: )(\d+)/u;
const ANY_VERSION = /\bversion: \d+\b/u;
/** The name of the column for leases in this release, and its name in the next release. */
const LEASE_COLUMNS = ['lease_until', 'held_until'] as const;
/** The version of the tables of all effects. */
const EFFECTS_VERSION = /(\bSHAPE = \{ version: )(\d+)/u;

const raiseVersion = (_: string, before: string, version: string) =>
  `${before}${String(Number(version) + 1)}`;

/**
 * The sources of a product as its next release could be: every read model has another version.
 * Tables with leases have another column name. So neither release can read the tables of the other release.
 * @returns the folder with its `backend`; the caller removes it
 */
export function nextEdition(): string {
  const folder = mkdtempSync(join(tmpdir(), 'posthorn-next-'));
  for (const shared of ['node_modules', 'libs', 'frontend'])
    symlinkSync(join(ROOT, shared), join(folder, shared));
  cpSync(join(ROOT, 'package.json'), join(folder, 'package.json'));
  const parts = ['package.json', 'src', 'migrations', 'sandbox', 'test/typescript-hooks.mjs'];
  for (const part of parts) {
    cpSync(join(ROOT, 'backend', part), join(folder, 'backend', part), { recursive: true });
  }
  const modules = join(folder, 'backend', 'src', 'modules');
  for (const file of globSync('**/*.ts', { cwd: modules })) {
    const source = readFileSync(join(modules, file), 'utf8');
    if (!file.endsWith('.spec.ts') && ANY_VERSION.test(source) && !VERSION.test(source))
      throw new Error(`The next release cannot be made: nothing raises the version in ${file}`);
    const changed = source.replace(VERSION, raiseVersion).replaceAll(...LEASE_COLUMNS);
    if (changed !== source) writeFileSync(join(modules, file), changed);
  }
  const effects = join(folder, 'backend', 'src', 'infrastructure', 'effects');
  for (const file of globSync('*.ts', { cwd: effects })) {
    const source = readFileSync(join(effects, file), 'utf8');
    writeFileSync(
      join(effects, file),
      source.replace(EFFECTS_VERSION, raiseVersion).replaceAll(...LEASE_COLUMNS),
    );
  }
  return folder;
}
