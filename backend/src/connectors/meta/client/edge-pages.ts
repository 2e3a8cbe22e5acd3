import type { JsonValue } from '@posthorn/event-sourcing/event-store';
import { OutgoingError } from '#infrastructure/outgoing/outgoing-error.ts';
import { at, textOf } from '../../kit/json.ts';
import { GraphError } from '../errors/graph-error.ts';
import type { GraphCall, GraphClient, GraphReply } from './graph-client.ts';

/**
 * Reads one page of a list of the Graph API, after the cursor `after`. `next`: the cursor of the next page; null for the last
 * page, whose response has no link to a next page (docs/graph-api/results). @throws GraphError, TokenRefused, BreakerOpen,
 * OutgoingError
 */
export async function edgePage(
  graph: GraphClient,
  call: GraphCall,
  after: string | null,
): Promise<EdgePage & Readonly<{ next: string | null }>> {
  const { reply } = await readPage(graph, {
    ...call,
    fields: { ...call.fields, ...(after !== null && { after }) },
  });
  const { body, headers } = reply;
  const items = at(body, 'data');
  if (!Array.isArray(items)) throw unreadable(call, 'answers no list');
  const hasNextLink = at(body, 'paging', 'next') !== undefined;
  const cursor = textOf(at(body, 'paging', 'cursors', 'after'));
  return {
    items: items as readonly JsonValue[],
    headers,
    next: hasNextLink && cursor !== after ? cursor : null,
  };
}

const LIMIT_MIN = 5;

/** Meta refuses pages with too much data with the code of any failure; only the message shows the reason. */
const isTooMuchData = (error: unknown): boolean =>
  error instanceof GraphError && /reduce the amount of data/iu.test(error.platformMessage ?? '');

/** Reads a page. If it would contain too much data, requests fewer items. `limit`: the number of requested items; null: there is no limit. */
async function readPage(
  graph: GraphClient,
  call: GraphCall,
): Promise<Readonly<{ reply: GraphReply; limit: string | null }>> {
  const limit = call.fields?.['limit'] ?? null;
  try {
    return { reply: await graph.send(call), limit };
  } catch (error) {
    const items = Number(limit ?? 0);
    if (!isTooMuchData(error) || items <= LIMIT_MIN) throw error;
    const fewer = String(Math.max(LIMIT_MIN, Math.floor(items / 4)));
    return readPage(graph, { ...call, fields: { ...call.fields, limit: fewer } });
  }
}

type EdgePage = Readonly<{ items: readonly JsonValue[]; headers: Readonly<Record<string, string>> }>;
type PageFields = Readonly<Record<string, string>>;

/**
 * Reads a list of the Graph API page by page. `paging.next` is a URL that contains a token; only the position in the list is
 * read from this URL.
 * @throws GraphError, TokenRefused, BreakerOpen, OutgoingError (`unreadable` when the response is not a list, or the list has more
 * than `most` pages)
 */
export async function* edgePages(
  graph: GraphClient,
  call: GraphCall,
  most: number,
): AsyncGenerator<EdgePage> {
  let pageFields: PageFields = {};
  let fields = call.fields ?? {};
  for (let page = 0; page < most; page++) {
    const { reply, limit } = await readPage(graph, { ...call, fields: { ...fields, ...pageFields } });
    if (limit !== null) fields = { ...fields, limit };
    const { body, headers } = reply;
    const items = at(body, 'data');
    if (!Array.isArray(items)) throw unreadable(call, 'answers no list');
    yield { items: items as readonly JsonValue[], headers };
    const next = nextPageIn(at(body, 'paging'));
    // Some lists do not mark their end: the page after the last one is empty or repeats the last. But an empty page may also be in
    // the middle of a list, if the token may not see its items.
    const isAfterTheEnd = items.length === 0 && at(body, 'paging', 'next') === undefined;
    if (isAfterTheEnd || next === null || isSame(next, pageFields)) return;
    pageFields = next;
  }
  throw unreadable(call, 'has more pages than Posthorn reads');
}

/** The fields that request the next page: a cursor or, for lists without cursors, the position in the next URL. */
function nextPageIn(paging: JsonValue | undefined): PageFields | null {
  const after = textOf(at(paging, 'cursors', 'after'));
  if (after !== null) return { after };
  const next = URL.parse(textOf(at(paging, 'next')) ?? '');
  const named = PAGING_PARAMETERS.flatMap((name) => {
    const value = next?.searchParams.get(name);
    return value ? [[name, value]] : [];
  });
  return named.length === 0 ? null : (Object.fromEntries(named) as PageFields);
}
/** The parameters for paging by cursor, by time and by number: docs/graph-api/results. */
const PAGING_PARAMETERS = ['after', 'until', 'since', '__paging_token', 'offset'];

const isSame = (one: PageFields, other: PageFields): boolean => JSON.stringify(one) === JSON.stringify(other);

const unreadable = ({ path }: GraphCall, why: string): OutgoingError =>
  new OutgoingError('unreadable', true, path, why);
