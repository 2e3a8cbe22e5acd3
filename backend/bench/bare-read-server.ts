import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pathToFileURL } from 'node:url';
import { Pool } from 'pg';

/** A statement and its values. */
export type BareRead = readonly [sql: string, values: readonly unknown[]];

const READS = 'BENCH_BARE_READS';
const DATABASE = 'BENCH_BARE_DATABASE';

/**
 * Starts an HTTP server in a process of its own. `GET /0` runs the first statement and responds with its rows as JSON. No framework, session,
 * plan or check takes part, so its times are the lower bound for the same reads of the product.
 * @returns the URL of the server
 */
export async function startBareReadServer(
  databaseUrl: string,
  reads: readonly BareRead[],
): Promise<Readonly<{ url: string; close(): void }>> {
  const child = spawn(process.execPath, [...process.execArgv, import.meta.filename], {
    env: { ...process.env, [READS]: JSON.stringify(reads), [DATABASE]: databaseUrl },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [port] = (await once(child.stdout, 'data')) as [Buffer];
  return { url: `http://127.0.0.1:${port.toString().trim()}`, close: () => void child.kill() };
}

async function serve(connectionString: string, reads: readonly BareRead[]): Promise<void> {
  const pool = new Pool({ connectionString });
  const server = createServer((request, response) => {
    const [text, values] = reads[Number(request.url?.slice(1))] ?? ['select 1', []];
    pool.query({ name: request.url ?? '', text, values: [...values] }).then(
      ({ rows }) => response.setHeader('content-type', 'application/json').end(JSON.stringify(rows)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  console.log((server.address() as AddressInfo).port);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  await serve(process.env[DATABASE] ?? '', JSON.parse(process.env[READS] ?? '[]') as readonly BareRead[]);
