import { chmodSync, mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
/** Room for test databases, uploads and products of a whole run, and for other programs on the machine. */
const ENOUGH_BYTES = 4 * 2 ** 30;

function isLargeEnough(folder) {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= ENOUGH_BYTES;
  } catch {
    return false;
  }
}

/**
 * Creates a new folder for the temporary files of one run: in memory when at least 4 GiB are free there, else in the system's folder.
 * The caller removes it.
 */
export function temporaryFolder() {
  const folder = mkdtempSync(join(isLargeEnough(MEMORY) ? MEMORY : tmpdir(), 'posthorn-test-'));
  // When root runs the specs, another user owns the test databases below it.
  chmodSync(folder, 0o755);
  return folder;
}
