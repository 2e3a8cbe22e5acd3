import { createHash } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { chainOf, chainStart, linked } from './chain.ts';

const meta = {
  actor: { kind: 'user', id: 'ana' },
  correlationId: 'c',
  causationId: 'd',
  schema: 1,
  at: '2026-01-01T00:00:00.000Z',
} as const;
const event = { id: '11111111-1111-4111-8111-111111111111', type: 'Noted', data: { b: 1, a: 'x' }, meta };
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

it('hashes the previous link and the canonical JSON of the event', () => {
  expect(chainStart('post-1')).toBe(sha256('posthorn/1\npost-1'));
  const canonical =
    '{"data":{"a":"x","b":1},"id":"11111111-1111-4111-8111-111111111111","meta":{"actor":{"id":"ana","kind":"user"},' +
    '"at":"2026-01-01T00:00:00.000Z","causationId":"d","correlationId":"c","schema":1},"revision":0,"stream":"post-1","type":"Noted"}';
  expect(chainOf('before', { ...event, stream: 'post-1', revision: 0n })).toBe(
    sha256(`before\n${canonical}`),
  );
});

it('returns the same link for any key order, even when the metadata already contain the link', () => {
  const [stored] = linked('post-1', null, [event]);
  const reordered = { ...event, data: { a: 'x', b: 1 }, meta: { ...meta, chain: stored?.meta.chain } };
  expect(chainOf(chainStart('post-1'), { ...reordered, stream: 'post-1', revision: 0n })).toBe(
    stored?.meta.chain,
  );
});

it('links the next append to the last event of the stream', () => {
  const [first, second] = linked('post-1', null, [event, event]);
  if (!first || !second) throw new Error('`linked` returned fewer than two events');
  expect(linked('post-1', { revision: 0n, meta: first.meta }, [event])).toEqual([second]);
  expect(first.meta.chain).not.toBe(linked('post-2', null, [event])[0]?.meta.chain);
});
