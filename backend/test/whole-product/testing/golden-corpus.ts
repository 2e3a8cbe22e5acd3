import { createHash, createSecretKey, type KeyObject } from 'node:crypto';
import { appendFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { categoryOf, type Event, type Stream } from '@posthorn/event-sourcing';
import type { JsonObject, Position, StoredEvent } from '@posthorn/event-sourcing/event-store';
import { EventCatalog } from '#infrastructure/event-log/event-catalog.ts';
import { PersonalKeys } from '#infrastructure/event-log/personal-keys.ts';

const FOLDER = fileURLToPath(new URL('../../../fixtures/events/', import.meta.url));
/** One file for each kind of stream, one event in each line. */
const FILES = '.ndjson';
const HASHES = join(FOLDER, 'hashes.json');

/** One event as a release stored it. `facts`: its meaning in that release. */
export type Fixture = Readonly<{
  stream: string;
  revision: number;
  id: string;
  type: string;
  data: JsonObject;
  meta: StoredEvent['meta'];
  facts: JsonObject;
}>;

/** The text of each fixture by its name (`PostScheduled/v1`), and its hash from when it was added. */
export type Corpus = Readonly<{ texts: ReadonlyMap<string, string>; hashes: ReadonlyMap<string, string> }>;

export function readCorpus(): Corpus {
  const lines = readdirSync(FOLDER)
    .filter((name) => name.endsWith(FILES))
    .flatMap((name) => readFileSync(join(FOLDER, name), 'utf8').split('\n').slice(0, -1));
  const hashes = JSON.parse(readFileSync(HASHES, 'utf8')) as Record<string, string>;
  return {
    texts: new Map(lines.map((line) => [nameIn(line), line])),
    hashes: new Map(Object.entries(hashes)),
  };
}

/** @throws Error when the fixture exists already, because a fixture is never overwritten */
export function addFixture(name: string, fixture: Fixture): void {
  const { hashes } = readCorpus();
  if (hashes.has(name)) throw new Error(`${name} is there already, and stays as it is.`);
  const text = JSON.stringify(fixture);
  appendFileSync(join(FOLDER, `${categoryOf(fixture.stream)}${FILES}`), `${text}\n`);
  const sorted = Object.fromEntries([...hashes, [name, hashOf(text)] as const].sort());
  writeFileSync(HASHES, `${JSON.stringify(sorted, null, 2)}\n`);
}

/** One sentence for each gap between what the product can store and what the corpus contains. */
export function problemsOf({ texts, hashes }: Corpus, catalog: EventCatalog): string[] {
  const expected = catalog
    .types()
    .flatMap((type) => versionsOf(type, catalog).map((version) => nameOf(type, version)));
  const missing = expected
    .filter((name) => !texts.has(name))
    .map((name) => `${name}: there is no such fixture`);
  const unknown = [...texts.keys()]
    .filter((name) => !expected.includes(name))
    .map((name) => `${name}: no stream declares this type and version`);
  const removed = [...hashes.keys()]
    .filter((name) => !texts.has(name))
    .map((name) => `${name}: it was removed`);
  const changed = [...texts].flatMap(([name, text]) => {
    const hash = hashes.get(name);
    if (hash === undefined) return [`${name}: it has no hash`];
    return hash === hashOf(text) ? [] : [`${name}: it was changed`];
  });
  return [...missing, ...unknown, ...removed, ...changed];
}

export const nameOf = (type: string, version: number): string => `${type}/v${String(version)}`;

function nameIn(line: string): string {
  const { type, meta } = JSON.parse(line) as Fixture;
  return nameOf(type, meta.schema);
}

const versionsOf = (type: string, catalog: EventCatalog): number[] =>
  Array.from({ length: catalog.shapeOf(type)?.schema ?? 0 }, (_, index) => index + 1);

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** All fixtures, ordered by stream and revision. */
export function fixturesIn({ texts }: Corpus): Fixture[] {
  const fixtures = [...texts.values()].map((text) => JSON.parse(text) as Fixture);
  return fixtures.sort((a, b) => a.stream.localeCompare(b.stream) || a.revision - b.revision);
}

/** The event as the log would return it. */
export const storedOf = ({ stream, revision, id, type, data, meta }: Fixture): StoredEvent => ({
  stream,
  id,
  type,
  data,
  meta,
  revision: BigInt(revision),
  position: String(revision).padStart(20, '0') as Position,
});

/** Also keeps the streams, so that specs can fold a fixture with its own stream. */
export class StreamCatalog extends EventCatalog {
  readonly #streams = new Map<string, Stream<unknown, Event>>();

  override add<State, E extends Event>(stream: Stream<State, E>): void {
    super.add(stream);
    // A stream folds only its own events, and the specs pass no others.
    this.#streams.set(stream.category, stream as unknown as Stream<unknown, Event>);
  }

  /** The streams by category. */
  streams(): ReadonlyMap<string, Stream<unknown, Event>> {
    return this.#streams;
  }
}

/** Gives each person the same key in every run, so that the stored corpus can always be decrypted. */
export class CorpusKeys extends PersonalKeys {
  override forWriting(subject: string): Promise<KeyObject> {
    return Promise.resolve(keyOf(subject));
  }

  override forReading(subjects: Iterable<string>): Promise<ReadonlyMap<string, KeyObject>> {
    return Promise.resolve(new Map([...subjects].map((subject) => [subject, keyOf(subject)])));
  }

  override destroy(): Promise<void> {
    return Promise.reject(new Error('Nobody is erased from the corpus.'));
  }

  override destroyAll(): Promise<void> {
    return this.destroy();
  }
}

const keyOf = (subject: string): KeyObject =>
  createSecretKey(createHash('sha256').update(`golden corpus\n${subject}`).digest());
