import { randomUUID } from 'node:crypto';
import {
  closeSync,
  constants,
  copyFileSync,
  fsyncSync,
  linkSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';

/**
 * Writes a file that only its owner may read, atomically. A concurrent reader, or one after a power cut, finds the complete old text or the
 * complete new one.
 */
export function writeWhole(file: string, text: string): void {
  renameSync(writeDraft(file, text), file);
  syncFolder(dirname(file));
}

/** As `writeWhole`, but an existing file stays. When several processes write it at the same time, one wins. */
export function writeFirst(file: string, text: string): void {
  const draft = writeDraft(file, text);
  try {
    unlessThere(() => {
      linkOrCopy(draft, file);
    });
  } finally {
    rmSync(draft, { force: true });
  }
  syncFolder(dirname(file));
}

/**
 * Adds text at the end of a file that only its owner may read, and makes it durable. Processes that add at the same time keep each other's
 * text. After a power cut or on a full disk, the text may be incomplete.
 */
export function appendDurably(file: string, text: string): void {
  const opened = openSync(file, 'a', 0o600);
  try {
    writeFileSync(opened, text);
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
  syncFolder(dirname(file));
}

function linkOrCopy(draft: string, file: string): void {
  try {
    linkSync(draft, file);
  } catch (error) {
    if (isThere(error)) throw error;
    // Some file systems have no links.
    copyFileSync(draft, file, constants.COPYFILE_EXCL);
  }
}

function unlessThere(make: () => void): void {
  try {
    make();
  } catch (error) {
    if (!isThere(error)) throw error;
  }
}

const isThere = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'EEXIST';

/**
 * The name is random: processes of several machines or containers that share a folder may have the same process id.
 * @returns the name of a file in the same folder
 */
function writeDraft(file: string, text: string): string {
  const name = `${file}.${randomUUID()}`;
  const draft = openSync(name, 'wx', 0o600);
  try {
    writeFileSync(draft, text);
    fsyncSync(draft);
  } catch (error) {
    rmSync(name, { force: true });
    throw error;
  } finally {
    closeSync(draft);
  }
  return name;
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
