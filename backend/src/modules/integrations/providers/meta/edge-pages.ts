import type { JsonValue } from '@posthorn/event-sourcing/event-store';
import { OutgoingError } from '#infrastructure/outgoing/outgoing-error.ts';
import { at, textOf } from '../json.ts';
import type { GraphCall, GraphClient } from './graph-client.ts';

export type EdgePage = Readonly<{ items: readonly JsonValue[]; headers: Readonly<Record<string, string>> }>;

/**
 * A list of the Graph API page by page, newest first where it has an order. The cursor is followed and not `paging.next`,
 * which is an address with a token in it.
 * @throws GraphError, TokenRefused, BreakerOpen, OutgoingError (`unreadable` when it is no list, or longer than `most` pages)
 */
export async function* edgePages(
  graph: GraphClient,
  call: GraphCall,
  most: number,
): AsyncGenerator<EdgePage> {
  let after: string | null = null;
  for (let page = 0; page < most; page++) {
    const { body, headers } = await graph.send({
      ...call,
      fields: { ...call.fields, ...(after !== null && { after }) },
    });
    const items = at(body, 'data');
    if (!Array.isArray(items)) throw unreadable(call, 'answers no list');
    yield { items: items as readonly JsonValue[], headers };
    const next = textOf(at(body, 'paging', 'cursors', 'after'));
    if (at(body, 'paging', 'next') === undefined || next === null || next === after) return;
    after = next;
  }
  throw unreadable(call, 'is longer than anybody should have to read');
}

const unreadable = ({ path }: GraphCall, why: string): OutgoingError =>
  new OutgoingError('unreadable', true, path, why);
