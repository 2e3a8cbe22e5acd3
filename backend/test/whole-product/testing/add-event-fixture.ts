import { randomUUID } from 'node:crypto';
import type { Event } from '@posthorn/event-sourcing';
import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import { linked } from '@posthorn/event-store/chain';
import { EventCodec } from '#infrastructure/event-log/event-codec.ts';
import { addFixture, CorpusKeys, fixturesIn, nameOf, readCorpus, storedOf } from './golden-corpus.ts';
import { productStreams } from './product-streams.ts';

// docs/how-to/add-an-event-version.md explains its use.
const [stream, type, text] = process.argv.slice(2);
if (!stream || !type || !text) {
  console.error('Usage: add-event-fixture STREAM TYPE FACTS, as in: post-7 PostCancelled \'{"postId":7,…}\'');
  process.exit(2);
}
const catalog = await productStreams();
const schema = catalog.shapeOf(type)?.schema;
if (schema === undefined) {
  console.error(`No stream declares ${type}; there are ${catalog.types().join(', ')}.`);
  process.exit(1);
}
const facts = JSON.parse(text) as JsonObject;
const event: Event = { type, schema, data: facts };
const { data, subjects } = await new EventCodec(catalog, new CorpusKeys()).encode(stream, event);
const last = fixturesIn(readCorpus())
  .filter((fixture) => fixture.stream === stream)
  .map(storedOf)
  .at(-1);
const id = randomUUID();
const meta = {
  schema,
  at: '2030-01-01T12:00:00.000Z',
  actor: { kind: 'system', id: 'golden-corpus' },
  correlationId: id,
  causationId: id,
  ...(subjects.length > 0 && { subjects }),
} as const;
for (const next of linked(stream, last ?? null, [{ id, type, data, meta }])) {
  const revision = Number((last?.revision ?? -1n) + 1n);
  addFixture(nameOf(type, schema), { stream, revision, ...next, facts });
  console.log(`Added ${nameOf(type, schema)}`);
}
