import { randomUUID } from 'node:crypto';
import type { JsonObject, NewEvent, StoredEvent } from '@posthorn/event-sourcing/event-store';
import { linked } from '../chain.ts';

const meta = {
  actor: { kind: 'system', id: 'spec' },
  correlationId: 'spec',
  causationId: 'spec',
  schema: 1,
  at: '2026-01-01T00:00:00.000Z',
} as const;

/** Creates `count` events to append to `stream` after `last`, chained as the product chains them. */
export function noted(
  stream: string,
  count = 1,
  last: Pick<StoredEvent, 'revision' | 'meta'> | null = null,
  data: (index: number) => JsonObject = (index) => ({ index }),
): NewEvent[] {
  return linked(
    stream,
    last,
    Array.from({ length: count }, (_, index) => ({
      id: randomUUID(),
      type: 'Noted',
      data: data(index),
      meta,
    })),
  );
}

/** Collects all items. */
export async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}
