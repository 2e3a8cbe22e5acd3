import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Writes a file that only its owner may read, atomically. A concurrent reader, or one after a power cut, finds the complete old text or the
 * complete new one.
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
  syncFolder(dirname(file));
}

/** Makes new names of files in a folder durable. Windows cannot open folders, and does not need this step. */
export function syncFolder(path: string): void {
  if (process.platform === 'win32') return;
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
