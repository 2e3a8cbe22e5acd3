import type { JsonValue } from '@posthorn/event-sourcing/event-store';
import { OutgoingError } from '#infrastructure/outgoing/outgoing-error.ts';
import { at, textOf } from '../../kit/json.ts';
import type { GraphCall, GraphClient } from './graph-client.ts';

/**
 * One page of such a list, after the cursor `after`. `next`: the cursor of the next page; null after the last one, whose answer has no
 * link to another (docs/graph-api/results). @throws as `edgePages`
 */
export async function edgePage(
  graph: GraphClient,
  call: GraphCall,
  after: string | null,
): Promise<EdgePage & Readonly<{ next: string | null }>> {
  const { body, headers } = await graph.send({
    ...call,
    fields: { ...call.fields, ...(after !== null && { after }) },
  });
  const items = at(body, 'data');
  if (!Array.isArray(items)) throw unreadable(call, 'answers no list');
  const leadsOn = at(body, 'paging', 'next') !== undefined;
  const cursor = textOf(at(body, 'paging', 'cursors', 'after'));
  return { items: items as readonly JsonValue[], headers, next: leadsOn && cursor !== after ? cursor : null };
}

type EdgePage = Readonly<{ items: readonly JsonValue[]; headers: Readonly<Record<string, string>> }>;
type Place = Readonly<Record<string, string>>;

/**
 * A list of the Graph API page by page, newest first where it has an order. `paging.next` is an address with a token in it; only the
 * position in the list is read from it.
 * @throws GraphError, TokenRefused, BreakerOpen, OutgoingError (`unreadable` when it is no list, or longer than `most` pages)
 */
export async function* edgePages(
  graph: GraphClient,
  call: GraphCall,
  most: number,
): AsyncGenerator<EdgePage> {
  let place: Place = {};
  for (let page = 0; page < most; page++) {
    const { body, headers } = await graph.send({ ...call, fields: { ...call.fields, ...place } });
    const items = at(body, 'data');
    if (!Array.isArray(items)) throw unreadable(call, 'answers no list');
    yield { items: items as readonly JsonValue[], headers };
    const next = placeIn(at(body, 'paging'));
    // Some lists end without saying so: the page after the last one is empty or a repetition. Items that a token may not see
    // leave empty pages in the middle of a list.
    const isBehindTheEnd = items.length === 0 && at(body, 'paging', 'next') === undefined;
    if (isBehindTheEnd || next === null || isSame(next, place)) return;
    place = next;
  }
  throw unreadable(call, 'has more pages than Posthorn reads');
}

/** Where the next page begins: at a cursor, or at the position in the next address for lists without cursors. */
function placeIn(paging: JsonValue | undefined): Place | null {
  const after = textOf(at(paging, 'cursors', 'after'));
  if (after !== null) return { after };
  const next = URL.parse(textOf(at(paging, 'next')) ?? '');
  const named = PLACES.flatMap((name) => {
    const value = next?.searchParams.get(name);
    return value ? [[name, value]] : [];
  });
  return named.length === 0 ? null : (Object.fromEntries(named) as Place);
}
/** By cursor, by time and by number: docs/graph-api/results. */
const PLACES = ['after', 'until', 'since', '__paging_token', 'offset'];

const isSame = (one: Place, other: Place): boolean => JSON.stringify(one) === JSON.stringify(other);

const unreadable = ({ path }: GraphCall, why: string): OutgoingError =>
  new OutgoingError('unreadable', true, path, why);
