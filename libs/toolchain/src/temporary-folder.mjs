import { chmodSync, mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
/** Test databases, uploads and products of a whole run, and room for others on the machine. */
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
 * A new folder for the temporary files of one run: in memory where there is enough of it, else where the system has such files. Whoever
 * takes it removes it.
 */
export function temporaryFolder() {
  const folder = mkdtempSync(join(isLargeEnough(MEMORY) ? MEMORY : tmpdir(), 'posthorn-test-'));
  // Test databases below it belong to a user of their own when root runs the specs.
  chmodSync(folder, 0o755);
  return folder;
}
