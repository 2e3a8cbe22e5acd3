import { beforeEach, expect, it } from '@jest/globals';
import { DrawingQueue, DrawingQueueFull, type Drawing } from './drawing-queue.ts';

const LIMITS = { places: 2, heavyAbove: 10, waitingMax: 100 };
let queue: DrawingQueue;
let begun: string[];
let ends: Map<string, () => void>;
/** Milliseconds. */
let now: number;

beforeEach(() => {
  now = 0;
  queue = new DrawingQueue(LIMITS, () => now);
  begun = [];
  ends = new Map();
});

/** Queues a picture. Its drawing lasts until the spec ends it. @param takes milliseconds; by default the time that the queue estimates */
function draw(
  name: string,
  megapixels = 1,
  { takes = megapixels * 100, ...more }: Partial<Drawing> & { takes?: number } = {},
): Promise<string> {
  return queue.run(
    { owner: name.replace(/\d+$/, ''), megapixels, ...more },
    () =>
      new Promise((resolve) => {
        begun.push(name);
        ends.set(name, () => {
          ends.delete(name);
          now += takes;
          resolve(name);
        });
      }),
  );
}
/** Ends the running drawings, oldest first, until none is left. */
async function untilDone(): Promise<readonly string[]> {
  await nextTurn();
  for (let ended = 0; ended < begun.length;) {
    ends.get(begun[ended++] ?? '')?.();
    await new Promise(setImmediate);
  }
  return begun;
}
const nextTurn = () => new Promise(setImmediate);

it('gives each owner only one place while others wait', async () => {
  const all = [draw('eve1'), draw('eve2'), draw('eve3'), draw('ana1')];
  await nextTurn();
  expect(begun).toEqual(['eve1', 'ana1']);
  await untilDone();
  expect(await Promise.all(all)).toEqual(['eve1', 'eve2', 'eve3', 'ana1']);
});

it('gives turns by owner, not by arrival', async () => {
  const all = [...[1, 2, 3, 4, 5].map((n) => draw(`eve${String(n)}`)), draw('bob1'), draw('ana1')];
  expect(await untilDone()).toEqual(['eve1', 'bob1', 'ana1', 'eve2', 'eve3', 'eve4', 'eve5']);
  await Promise.all(all);
});

it('counts megapixels, not pictures', async () => {
  queue = new DrawingQueue({ ...LIMITS, places: 1 }, () => now);
  const all = [draw('eve1', 8), draw('eve2', 8), ...[1, 2, 3, 4].map((n) => draw(`ana${String(n)}`, 2))];
  expect(await untilDone()).toEqual(['eve1', 'ana1', 'ana2', 'ana3', 'ana4', 'eve2']);
  await Promise.all(all);
});

it('counts the measured time, not the estimate', async () => {
  queue = new DrawingQueue({ ...LIMITS, places: 1 }, () => now);
  const slow = [draw('eve1', 1, { takes: 30_000 }), draw('eve2', 1, { takes: 30_000 })];
  const all = [...slow, ...[1, 2, 3, 4].map((n) => draw(`ana${String(n)}`, 5))];
  expect(await untilDone()).toEqual(['eve1', 'ana1', 'ana2', 'ana3', 'ana4', 'eve2']);
  await Promise.all(all);
});

it('does not give extra turns to an owner who was absent', async () => {
  queue = new DrawingQueue({ ...LIMITS, places: 1 }, () => now);
  const all = [draw('eve1', 8), draw('eve2', 8), draw('eve3', 8)];
  await nextTurn();
  ends.get('eve1')?.();
  await nextTurn();
  all.push(draw('ana1', 8), draw('ana2', 8));
  expect(await untilDone()).toEqual(['eve1', 'eve2', 'ana1', 'eve3', 'ana2']);
  await Promise.all(all);
});

it('reserves a place for small pictures while large ones of other owners wait', async () => {
  const all = [draw('eve1', 40), draw('bob1', 40), draw('ana1', 9)];
  await nextTurn();
  expect(begun).toEqual(['eve1', 'ana1']);
  await untilDone();
  await Promise.all(all);
});

it('skips the pictures of a client that disconnected', async () => {
  const disconnect = new AbortController();
  const reason = new Error('disconnect');
  const all = [draw('eve1', 40)];
  const dropped = draw('bob1', 40, { signal: disconnect.signal });
  all.push(draw('ana1', 40));
  disconnect.abort(reason);
  await expect(dropped).rejects.toBe(reason);
  await expect(draw('bob2', 1, { signal: disconnect.signal })).rejects.toBe(reason);
  expect(await untilDone()).toEqual(['eve1', 'ana1']);
  await Promise.all(all);
});

it('refuses a picture that would wait for too long, and still accepts small ones', async () => {
  const all = [draw('eve1', 40), draw('bob1', 40), draw('cleo1', 40)];
  await expect(draw('dora1', 40)).rejects.toBeInstanceOf(DrawingQueueFull);
  all.push(draw('ana1', 1));
  expect(await untilDone()).toEqual(['eve1', 'ana1', 'bob1', 'cleo1']);
  await Promise.all(all);
});

it('continues when a picture cannot be drawn', async () => {
  const failed = queue.run({ owner: 'eve', megapixels: 40 }, () => Promise.reject(new Error('damaged')));
  const next = draw('eve1', 40);
  await expect(failed).rejects.toThrow('damaged');
  await untilDone();
  expect(await next).toBe('eve1');
});
