import { expect, it } from '@jest/globals';
import { InMemoryEventStore } from './testing/in-memory-event-store.ts';
import { all, noted } from './testing/noted.ts';
import { toExportLines, verifyExport } from './verify-export.ts';

const verify = (text: string | Uint8Array) =>
  verifyExport([typeof text === 'string' ? new TextEncoder().encode(text) : text]);
const joined = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('');

async function exportLines(): Promise<string[]> {
  const store = new InMemoryEventStore();
  const first = noted('post-1', 1, null, () => ({ text: 'größer 😀 \ufffd', n: 1.5 }));
  await store.append('post-1', first, { expected: 'noStream' });
  await store.append('publication-1-2', noted('publication-1-2'), { expected: 'noStream' });
  const [last] = store.historyOf('post-1');
  if (!last) throw new Error('post-1 has no event');
  await store.append('post-1', noted('post-1', 1, last), { expected: 0n });
  return all(toExportLines(store.readAll({})));
}

it('accepts an unchanged export, however its bytes are split into chunks', async () => {
  const bytes = new TextEncoder().encode(joined(await exportLines()));
  const pieces = Array.from({ length: Math.ceil(bytes.length / 7) }, (_, index) =>
    bytes.subarray(7 * index, 7 * index + 7),
  );
  expect(await verify(bytes)).toEqual({ ok: true, count: 3, streams: 2 });
  expect(await verifyExport(pieces)).toEqual({ ok: true, count: 3, streams: 2 });
});

it('writes one line per event and the manifest last', async () => {
  const lines = (await exportLines()).map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(lines.map(({ stream, revision }) => [stream, revision]).slice(0, 3)).toEqual([
    ['post-1', 0],
    ['publication-1-2', 0],
    ['post-1', 1],
  ]);
  expect(lines[3]).toMatchObject({ manifest: 1, count: 3, streams: { 'post-1': { revision: 1 } } });
});

it('finds a changed bit in every byte', async () => {
  const bytes = new TextEncoder().encode(joined(await exportLines()));
  for (let at = 0; at < bytes.length; at += 1) {
    for (const bit of [1, 4, 32, 128]) {
      const changed = Uint8Array.from(bytes);
      changed[at] = (bytes[at] ?? 0) ^ bit;
      const result = await verify(changed);
      if (result.ok) throw new Error(`byte ${String(at)}, bit ${String(bit)}, passed`);
    }
  }
});

it('finds every missing and every added byte', async () => {
  const bytes = new TextEncoder().encode(joined(await exportLines()));
  for (let at = 0; at < bytes.length; at += 1) {
    const without = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1)]);
    const doubled = Buffer.concat([bytes.subarray(0, at + 1), bytes.subarray(at)]);
    expect((await verify(without)).ok || (await verify(doubled)).ok).toBe(false);
  }
});

it('reports the line that was changed', async () => {
  const lines = await exportLines();
  const changed = lines.map((line, index) => (index === 2 ? line.replace('"index":0', '"index":7') : line));
  expect(await verify(joined(changed))).toEqual({
    ok: false,
    line: 3,
    reason: 'post-1 revision 1 does not match its hash: it was changed',
  });
});

it('finds missing lines, swapped lines, a missing manifest and an empty file', async () => {
  const [one, two, three, manifest] = await exportLines();
  if (!one || !two || !three || !manifest) throw new Error('the export has fewer than four lines');
  const failing = async (...lines: string[]) => {
    const result = await verify(joined(lines));
    return result.ok ? 'ok' : `${String(result.line)}: ${result.reason}`;
  };
  expect(await failing(two, three, manifest)).toContain('2: post-1 is at revision 1 where 0 belongs');
  expect(await failing(one, two, manifest)).toContain('3: the manifest tells of 3 events');
  expect(await failing(three, two, one, manifest)).toContain('1: post-1 is at revision 1');
  expect(await failing(two, one, three, manifest)).toContain('4: the lines before the manifest');
  expect(await failing(one, two, three)).toBe('4: the manifest is missing');
  expect(await failing(one, two, three, manifest, one)).toContain('5: there is something behind');
  expect(await failing()).toBe('1: the manifest is missing');
});

it('accepts an empty export', async () => {
  expect(await verify(joined(await all(toExportLines([]))))).toEqual({ ok: true, count: 0, streams: 0 });
});
