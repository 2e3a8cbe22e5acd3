import { createSecretKey } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { toExportLines, verifyExport } from '@posthorn/event-store/verify-export';
import { EventCodec } from '#infrastructure/event-log/event-codec.ts';
import { ERASED, isLocked } from '#infrastructure/event-log/personal-field.ts';
import {
  CorpusKeys,
  fixturesIn,
  nameOf,
  problemsOf,
  readCorpus,
  storedOf,
  type StreamCatalog,
} from './testing/golden-corpus.ts';
import { productStreams } from './testing/product-streams.ts';

/** Fields that earlier releases stored in plain text and the current release encrypts. */
const STORED_PLAIN: Readonly<Record<string, readonly string[]>> = {
  'PostPublishingStarted/v1': ['contentHash'],
  'PostPublishingStarted/v2': ['contentHash'],
  'PublishPrepared/v1': ['contentHash'],
  'PublishAttemptStarted/v1': ['contentHash', 'fingerprint'],
  'TimezoneChanged/v1': ['timezone'],
};

const corpus = readCorpus();
const fixtures = fixturesIn(corpus);

let catalog: StreamCatalog;
let codec: EventCodec;
beforeAll(async () => {
  catalog = await productStreams();
  codec = new EventCodec(catalog, new CorpusKeys());
});

it('has an unchanged fixture of each event version that a release stored', () => {
  expect(problemsOf(corpus, catalog)).toEqual([]);
});

describe.each(fixtures.map((fixture) => [nameOf(fixture.type, fixture.meta.schema), fixture] as const))(
  '%s',
  (_, fixture) => {
    it('decodes to the expected facts, in the current version', async () => {
      const event = await codec.decode(storedOf(fixture));
      const currentSchema = catalog.shapeOf(fixture.type)?.schema;
      expect(event).toMatchObject({ type: fixture.type, schema: currentSchema });
      expect(JSON.stringify(event?.data)).not.toMatch(/\[erased\]|\$personal/u);
      // For an older version, the upcasts of the stream decide the result.
      if (fixture.meta.schema === currentSchema) expect(event?.data).toEqual(fixture.facts);
    });
    it('stores personal fields only encrypted', () => {
      const fields: Readonly<Record<string, { kind: string } | undefined>> =
        catalog.shapeOf(fixture.type)?.fields ?? {};
      const unencrypted = Object.entries(fixture.data).filter(([field, value]) => {
        const isText = typeof value === 'string' || (typeof value === 'object' && value !== null);
        return (
          fields[field]?.kind === 'personal' && isText && !JSON.stringify(value).startsWith('{"$personal":')
        );
      });
      const expected = STORED_PLAIN[nameOf(fixture.type, fixture.meta.schema)] ?? [];
      expect(unencrypted.map(([field]) => field)).toEqual(expected);
    });
    it('decodes to erased values with other keys', async () => {
      const event = await new EventCodec(catalog, new OtherKeys()).decode(storedOf(fixture));
      const personal = Object.entries(fixture.data).filter(([, value]) => isLocked(value));
      for (const [field] of personal) {
        expect([ERASED, '[]', '{}']).toContain(String(plainOf(event?.data[field as keyof object])));
      }
    });
    it('can be folded without the other events of its stream', async () => {
      const stream = streamOf(fixture.stream);
      const events = await codec.decodeAll([storedOf(fixture)]);
      expect(() => events.reduce(stream.evolve, stream.initial)).not.toThrow();
    });
  },
);

it('folds each stream from its first fixture to its last', async () => {
  for (const name of new Set(fixtures.map(({ stream }) => stream))) {
    const history = fixtures.filter((fixture) => fixture.stream === name);
    const stream = streamOf(name);
    const events = await codec.decodeAll(history.map(storedOf));
    const states = events.map((_, index) => events.slice(0, index + 1).reduce(stream.evolve, stream.initial));
    expect(states).toHaveLength(history.length);
    expect(states.some((state) => state !== stream.initial)).toBe(true);
  }
});

it('passes the check of exports: no link of a hash chain is broken', async () => {
  const lines: Buffer[] = [];
  for await (const line of toExportLines(fixtures.map(storedOf))) lines.push(Buffer.from(`${line}\n`));
  expect(await verifyExport(lines)).toMatchObject({ ok: true, count: fixtures.length });
});

describe('the check of the corpus', () => {
  const [[name = '', text = ''] = []] = corpus.texts;
  const withTexts = (change: (texts: Map<string, string>) => void) => {
    const texts = new Map(corpus.texts);
    change(texts);
    return problemsOf({ ...corpus, texts }, catalog);
  };

  it('reports a type without a fixture', () => {
    expect(withTexts((texts) => texts.delete(name))).toEqual([
      `${name}: there is no such fixture`,
      `${name}: it was removed`,
    ]);
  });
  it('reports a fixture that was changed by one byte', () => {
    expect(withTexts((texts) => texts.set(name, `${text} `))).toEqual([`${name}: it was changed`]);
  });
  it('reports a fixture without a hash', () => {
    const hashes = new Map(corpus.hashes);
    hashes.delete(name);
    expect(problemsOf({ ...corpus, hashes }, catalog)).toEqual([`${name}: it has no hash`]);
  });
  it('reports a fixture of a shape that no stream declares', () => {
    expect(withTexts((texts) => texts.set('PostSung/v1', text))).toEqual([
      'PostSung/v1: no stream declares this type and version',
      'PostSung/v1: it has no hash',
    ]);
  });
});

/** Returns other keys for the same people. */
class OtherKeys extends CorpusKeys {
  override async forReading(subjects: Iterable<string>) {
    const keys = await super.forReading(subjects);
    return new Map([...keys.keys()].map((subject) => [subject, createSecretKey(Buffer.alloc(32, 9))]));
  }
}

const plainOf = (value: unknown): unknown => (typeof value === 'string' ? value : JSON.stringify(value));

function streamOf(name: string) {
  const found = catalog.streams().get(name.slice(0, name.indexOf('-')));
  if (!found) throw new Error(`No module declares the stream ${name}.`);
  return found;
}
