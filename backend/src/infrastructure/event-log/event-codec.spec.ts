import type { JsonObject, JsonValue, Position, StoredEvent } from '@posthorn/event-sourcing/event-store';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { cause, counted, counter } from '#infrastructure/testing/counter.ts';
import { MemoryPersonalKeys } from '#infrastructure/testing/memory-personal-keys.ts';
import { EventCatalog } from './event-catalog.ts';
import { EventCodec } from './event-codec.ts';
import { ERASED } from './personal-field.ts';

let keys: MemoryPersonalKeys;
let codec: EventCodec;

beforeEach(() => {
  keys = new MemoryPersonalKeys();
  codec = codecOn(keys);
});

function codecOn(personalKeys: MemoryPersonalKeys): EventCodec {
  const catalog = new EventCatalog();
  catalog.add(counter);
  return new EventCodec(catalog, personalKeys);
}
/** Encrypted fields as the first releases stored them: without the id of their key. */
const withoutKeyIds = (data: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(data).map(([field, value]) => {
      const locked = (value as { $personal?: JsonValue[] } | null)?.$personal;
      return [field, locked ? { $personal: locked.slice(0, 3) } : value];
    }),
  );

const stored = (
  data: JsonObject,
  subjects: readonly string[] = [],
  schema = 2,
  type = 'Counted',
): StoredEvent => ({
  id: 'e1',
  type,
  data,
  meta: { ...cause, schema, at: '2030-01-01T12:00:00.000Z', subjects, chain: '' },
  stream: 'counter-1-x',
  revision: 0n,
  position: '1' as Position,
});
const encoded = async (note = 'hello') => {
  const { data, subjects } = await codec.encode('counter-1-x', counted(1, note));
  return stored(data, subjects);
};

it('decodes what it has encoded', async () => {
  expect(await codec.decode(await encoded())).toMatchObject({
    ...counted(1, 'hello'),
    category: 'counter',
    streamId: '1-x',
  });
});
it('encrypts each person’s texts, and nothing else', async () => {
  const { data, meta } = await encoded('hello');
  expect(data).toMatchObject({ counterId: 1, by: 'ana', amount: 1 });
  expect(JSON.stringify(data)).not.toContain('hello');
  expect(meta.subjects).toEqual(['ana']);
});
it('reads texts as erased when the key is destroyed, and continues', async () => {
  const event = await encoded();
  await keys.destroy('ana');
  expect(await codec.decode(event)).toMatchObject({ data: { by: 'ana', note: ERASED, tags: [], amount: 1 } });
});
it('does not store texts of a person whose key is destroyed', async () => {
  await keys.destroy('ana');
  const event = await encoded('back again');
  expect(await codec.decode(event)).toMatchObject({ data: { note: ERASED, tags: [] } });
});
describe('with a new key, because the first one was lost', () => {
  let codecWithNewKey: EventCodec;
  beforeEach(async () => {
    const others = new MemoryPersonalKeys();
    await others.forWriting('ana');
    codecWithNewKey = codecOn(others);
  });
  const gone = { data: { by: 'ana', note: ERASED, tags: [], amount: 1 } };

  it('reads texts as erased, and continues', async () => {
    expect(await codecWithNewKey.decode(await encoded())).toMatchObject(gone);
  });
  it('reads texts as erased that were stored without the id of their key', async () => {
    const event = await encoded();
    expect(await codecWithNewKey.decode({ ...event, data: withoutKeyIds(event.data) })).toMatchObject(gone);
  });
  it('reads texts that were encrypted with the new key', async () => {
    const { data, subjects } = await codecWithNewKey.encode('counter-1-x', counted(1, 'anew'));
    expect(await codecWithNewKey.decode(stored(data, subjects))).toMatchObject({ data: { note: 'anew' } });
  });
});
it('reads texts that were stored without the id of their key', async () => {
  const event = await encoded();
  const withoutIds = { ...event, data: withoutKeyIds(event.data) };
  expect(withoutIds.data).not.toEqual(event.data);
  expect(await codec.decode(withoutIds)).toMatchObject(counted(1, 'hello'));
});
it('identifies the key of each encrypted field by an id that does not reveal the key', async () => {
  const { data } = await encoded();
  const [, , , id] = (data['note'] as { $personal: JsonValue[] }).$personal;
  expect(id).toMatch(/^[\w-]{12}$/);
  const key = await keys.forWriting('ana');
  expect(key?.export().toString('base64url')).not.toContain(id);
});
it('refuses texts that were copied to another field', async () => {
  const event = await encoded();
  const { note } = event.data;
  if (note === undefined) throw new Error('no note');
  await expect(codec.decode({ ...event, data: { ...event.data, tags: note } })).rejects.toThrow();
});
it('does not decrypt an empty list, which reads the same with and without a key', async () => {
  const event = { ...counted(1, 'hi'), data: { ...counted(1, 'hi').data, tags: [] } };
  const { data, subjects } = await codec.encode('counter-1-x', event);
  const { $personal: locked } = data['tags'] as { $personal: JsonValue[] };
  const undecryptable = { ...data, tags: { $personal: locked.with(1, 'A'.repeat(40)) } };
  expect(await codec.decode(stored(undecryptable, subjects))).toMatchObject({
    data: { note: 'hi', tags: [] },
  });
  const full = await codec.encode('counter-1-x', { ...event, data: { ...event.data, tags: [1 as never] } });
  expect(await codec.decode(stored(full.data, full.subjects))).toMatchObject({ data: { tags: [1] } });
});
it('decrypts a personal field for a read model only when it is read', async () => {
  const event = await encoded();
  const [lazy] = await codec.decodeLazily([event]);
  expect({ ...lazy?.data }).toEqual(counted(1, 'hello').data);
  expect(JSON.stringify(lazy?.data)).toBe(JSON.stringify(counted(1, 'hello').data));
  const { note = null } = event.data;
  const [copied] = await codec.decodeLazily([{ ...event, data: { ...event.data, tags: note } }]);
  expect(copied?.data).toHaveProperty('note', 'hello');
  expect(() => (copied?.data as { tags: unknown }).tags).toThrow();
});
it('upcasts an old schema to the newest', async () => {
  const old = stored({ counterId: 1, by: 'ana', note: 'plain then', tags: [] }, [], 1);
  expect(await codec.decode(old)).toMatchObject({ schema: 2, data: { note: 'plain then', amount: 1 } });
});
it('keeps unknown fields of a newer schema', async () => {
  const newer = stored({ counterId: 1, by: 'ana', note: '', tags: [], amount: 2, colour: 'red' }, [], 3);
  expect(await codec.decode(newer)).toMatchObject({ data: { amount: 2, colour: 'red' } });
});
it('leaves out types that this version does not know', async () => {
  expect(await codec.decode(stored({}, [], 1, 'Uncounted'))).toBeUndefined();
  expect(await codec.decodeAll([stored({}, [], 1, 'Uncounted'), await encoded()])).toHaveLength(1);
  expect(codec.skipped).toEqual(new Map([['Uncounted', 2]]));
});
it('refuses to store a type or schema that no stream declares', async () => {
  await expect(codec.encode('counter-1', { ...counted(1), type: 'Uncounted' })).rejects.toThrow(
    'not in the catalog',
  );
  await expect(codec.encode('counter-1', { ...counted(1), schema: 1 })).rejects.toThrow('at schema 2');
});
it('refuses data that imitates an encrypted field', async () => {
  const fake = { ...counted(1), data: { ...counted(1).data, by: { $personal: [0, '', 's'] } } };
  await expect(codec.encode('counter-1', fake)).rejects.toThrow('looks like an encrypted one');
});
