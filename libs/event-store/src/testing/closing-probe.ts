import { Pool } from 'pg';
import { EventStoreDbStore } from '../event-store-db.ts';
import { PostgresEventStore } from '../postgres-event-store.ts';
import { noted } from './noted.ts';

// A process that writes, subscribes, reads half a stream and closes the store. The process must then end by itself.
const [url = ''] = process.argv.slice(2);
const pool = url.startsWith('postgres') ? new Pool({ connectionString: url }) : undefined;
const store = pool ? new PostgresEventStore(pool) : new EventStoreDbStore(url);
const stream = `probe-${crypto.randomUUID()}`;
await store.append(stream, noted(stream, 20), { expected: 'noStream' });
for await (const event of store.readStream(stream)) if (event.revision === 1n) break;
let seen = 0;
const subscription = (async () => {
  for await (const event of store.subscribeAll({ signal: new AbortController().signal })) {
    if (event.stream === stream) seen += 1;
    if (seen === 20) void store.close();
  }
})();
await subscription;
await pool?.end();
console.log(`seen ${String(seen)}`);
