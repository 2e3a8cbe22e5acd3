import { expect, it } from '@jest/globals';
import { noted } from '../noted.ts';
import { TestSubscriber, until, type Scene } from './harness.ts';

const LIMIT_MS = 2500;

/** Group 8: closing. */
export function closing(scene: () => Scene): void {
  it('ends an open subscription when the store is closed', async () => {
    const { harness, name } = scene();
    const store = await harness.open();
    const listener = new TestSubscriber(store, name('closing-'), (await store.head()) ?? undefined);
    await until(() => listener.caughtUp > 0);
    const closed = Promise.all([store.close(), listener.done]).then(() => 'closed');
    const late = new Promise((resolve) => setTimeout(resolve, LIMIT_MS, 'still open').unref());
    expect(await Promise.race([closed, late])).toBe('closed');
  });

  it('keeps an append that ended before the store was closed', async () => {
    const { harness, store, name } = scene();
    const closing = await harness.open();
    const append = closing.append(name('last'), noted(name('last')), { expected: 'noStream' });
    await append;
    await closing.close();
    for await (const event of store.readStream(name('last'))) expect(event.revision).toBe(0n);
  });
}
