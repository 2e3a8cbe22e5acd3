import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

let found: string | undefined;

/** The folder that holds `backend` and `frontend`: the same from the sources and from the build. */
export function repositoryRoot(): string {
  found ??= above(dirname(fileURLToPath(import.meta.url)));
  return found;
}

function above(folder: string): string {
  if (existsSync(join(folder, 'nest-cli.json'))) return folder;
  const parent = dirname(folder);
  if (parent === folder)
    throw new Error('The files of the product are not where they belong: nest-cli.json is missing.');
  return above(parent);
}
