import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { OneLineError } from '#infrastructure/config/one-line-error.ts';

/**
 * The marker file of a folder that `compare` created. The file is empty until the build is complete; then it contains the id of the commit.
 */
const markerOf = (folder: string): string => join(folder, '.built');

/**
 * Keeps the folder if an earlier run has built this commit in it. Otherwise creates the folder, or empties it.
 * @returns whether the folder already contains the build
 * @throws OneLineError when `compare` did not create the folder, or when it cannot be created
 */
export function reuseOrEmpty(folder: string, id: string): boolean {
  if (existsSync(folder)) {
    if (!existsSync(markerOf(folder)))
      throw new OneLineError(`${folder} exists, and \`compare\` did not make it. Move or remove it first.`);
    if (readFileSync(markerOf(folder), 'utf8') === id) return true;
  }
  try {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { mode: 0o755 });
    writeFileSync(markerOf(folder), '');
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    throw new OneLineError(
      `${folder} cannot be made (${code}). \`compare\` builds beside the working tree: allow yourself to write to ${dirname(folder)}.`,
    );
  }
  return false;
}

export function markBuilt(folder: string, id: string): void {
  writeFileSync(markerOf(folder), id);
}
