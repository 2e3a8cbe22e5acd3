import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

let found: string | undefined;

/** The folder that contains `backend` and `frontend`: the same from the sources and from the build. */
export function repositoryRoot(): string {
  found ??= rootAbove(dirname(fileURLToPath(import.meta.url)));
  return found;
}

/**
 * The first folder from here upwards whose package.json lists the workspaces.
 * @throws Error when there is none
 */
export function rootAbove(folder: string): string {
  if (namesWorkspaces(join(folder, 'package.json'))) return folder;
  const parent = dirname(folder);
  if (parent === folder)
    throw new Error('Posthorn cannot find its files: no package.json names the workspaces.');
  return rootAbove(parent);
}

const namesWorkspaces = (manifest: string): boolean =>
  existsSync(manifest) && 'workspaces' in (JSON.parse(readFileSync(manifest, 'utf8')) as object);
