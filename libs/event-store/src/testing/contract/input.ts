import { randomUUID } from 'node:crypto';
import { expect, it } from '@jest/globals';
import type { EventMeta, JsonObject, NewEvent } from '@posthorn/event-sourcing/event-store';
import { canonicalJson } from '../../canonical-json.ts';
import { APPEND_MAX_BYTES, appendBytes, checkInput } from '../../check-input.ts';
import { all, noted } from '../noted.ts';
import type { Scene } from './harness.ts';

const [sample] = noted('sample');
const eventWith = (data: unknown): NewEvent => {
  if (!sample) throw new Error('`noted` returned no event');
  return { ...sample, id: randomUUID(), data: data as JsonObject };
};
const cycle: Record<string, unknown> = {};
cycle['self'] = cycle;
const filled = (bytes: number) => 'x'.repeat(bytes - appendBytes(checkInput('s', [eventWith({ text: '' })])));

/** Group 4: the input of appends, and the same values read back. */
export function input(scene: () => Scene): void {
  it.each([
    ['one byte more than 900 kB', () => eventWith({ text: filled(APPEND_MAX_BYTES + 1) })],
    ['a BigInt', () => eventWith({ n: 1n })],
    ['a cycle', () => eventWith(cycle)],
    ['U+0000', () => eventWith({ text: 'a\u0000b' })],
    ['half a surrogate pair', () => eventWith({ text: '\ud800' })],
  ])('refuses %s before anything is sent', async (title, event) => {
    const { store, name, harness } = scene();
    const calls = harness.appendCalls?.();
    const unhandled: unknown[] = [];
    const note = (reason: unknown) => unhandled.push(reason);
    process.on('unhandledRejection', note);
    const append = store.append(name(title), [event()], { expected: 'noStream' });
    await expect(append).rejects.toHaveProperty(
      'name',
      expect.stringMatching(/^(TooLarge|NotStorable)Error$/),
    );
    expect(await all(store.readStream(name(title)))).toEqual([]);
    process.off('unhandledRejection', note);
    expect(unhandled).toEqual([]);
    expect(harness.appendCalls?.()).toBe(calls);
  });

  it('accepts an append of 900 kB', async () => {
    const { store, name } = scene();
    const text = filled(APPEND_MAX_BYTES);
    await store.append(name('full'), [eventWith({ text })], { expected: 'noStream' });
    expect((await all(store.readStream(name('full'))))[0]?.data).toEqual({ text });
  });

  it('refuses stream names that the server reserves', async () => {
    const { store } = scene();
    const append = store.append('$all', noted('$all'), { expected: 'noStream' });
    await expect(append).rejects.toMatchObject({ name: 'NotStorableError' });
  });

  it('accepts stream names in any script', async () => {
    const { store, name } = scene();
    const stream = name('straße-日本-😀 / ? "');
    await store.append(stream, noted(stream), { expected: 'noStream' });
    expect((await all(store.readStream(stream)))[0]?.stream).toBe(stream);
  });

  it('returns numbers, nesting, text and empty metadata unchanged', async () => {
    const { store, name } = scene();
    const data: JsonObject = {
      z: [1, -0.5, 1e21, 5e-324, 1.7976931348623157e308, 9007199254740991, 0.1],
      a: { deep: [[{}], [], null, true], empty: '' },
      text: 'quote " slash \\ line \n \u2028 😀 \u007f ﷽',
      'key with "quotes"': 1,
    };
    const event = { ...eventWith(data), meta: {} as EventMeta };
    await store.append(name('values'), [event], { expected: 'noStream' });
    const [stored] = await all(store.readStream(name('values')));
    expect(canonicalJson(stored?.data)).toBe(canonicalJson(data));
    expect(stored?.meta).toEqual({});
    expect(stored?.id).toBe(event.id);
  });
}
