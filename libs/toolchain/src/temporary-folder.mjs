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
 * Makes a new folder for the temporary files of one run. It lies in memory where at least 4 GiB are free there, else in the folder of the
 * system. The caller removes it.
 */
export function temporaryFolder() {
  const folder = mkdtempSync(join(isLargeEnough(MEMORY) ? MEMORY : tmpdir(), 'posthorn-test-'));
  // Test databases below it belong to a user of their own when root runs the specs.
  chmodSync(folder, 0o755);
  return folder;
}
