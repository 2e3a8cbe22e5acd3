import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Writes a file that only its owner may read, in one piece: whoever reads it meanwhile, or after a power cut, finds all of
 * the old text or all of the new one.
 */
export function writeWhole(file: string, text: string): void {
  const unfinished = `${file}.${String(process.pid)}`;
  const draft = openSync(unfinished, 'w', 0o600);
  try {
    writeFileSync(draft, text);
    fsyncSync(draft);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  } finally {
    closeSync(draft);
  }
  renameSync(unfinished, file);
  // The new name is safe when its folder is. Windows does not open folders, and has no need to.
  if (process.platform === 'win32') return;
  const folder = openSync(dirname(file), 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
