import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { freePorts } from '@posthorn/event-store/testing/free-ports';
import type { Template } from '#infrastructure/testing/database-copy.ts';
import { isBuilt } from './program-flags.ts';
import { StartedProcess } from './started-process.ts';

const CHUNKS = fileURLToPath(new URL('../dist/chunks', import.meta.url));
/** Tables that a product fills at its first start. They stay empty in the template, because each copy has its own first start. */
const OF_FIRST_START = [
  'billing.ladder_start',
  'runner.installation',
  'runner.log_identity',
  'runner.log_seen',
] as const;

/** A template with the tables of all read models of the built product. Undefined if products run from source, because sources change. */
export function builtTables(): Template | undefined {
  if (!isBuilt()) return undefined;
  // The build puts a hash of the content into each file name.
  const digest = createHash('sha256').update(readdirSync(CHUNKS).sort().join()).digest('hex');
  return { name: digest.slice(0, 12), fill: startOnce };
}

async function startOnce(databaseUrl: string): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'posthorn-tables-'));
  const [port] = await freePorts(1);
  const product = new StartedProcess({
    NODE_ENV: 'test',
    LOG_LEVEL: 'warn',
    SANDBOX: 'off',
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    PORT: String(port),
  });
  try {
    await product.ready(`http://localhost:${String(port)}`);
  } finally {
    await product.end('SIGTERM');
    await rm(dataDir, { recursive: true, force: true });
  }
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(`truncate ${OF_FIRST_START.join(', ')}`);
  } finally {
    await client.end();
  }
}
