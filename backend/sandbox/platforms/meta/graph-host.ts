import type { Exchange } from '../../http/exchange.ts';
import { findRoute, type Route } from '../../http/router.ts';
import type { SandboxContext } from '../sandbox-platform.ts';
import { missingObject } from './graph-refusal.ts';

/** Handles a call on a host of the Graph API. The path may begin with any version, or with none. */
export async function answerGraph(
  exchange: Exchange,
  routes: readonly Route[],
  { calls }: Pick<SandboxContext, 'calls'>,
  platform: string,
): Promise<void> {
  const path = exchange.url.pathname.replace(/^\/v\d+\.\d+(?=\/)/, '');
  const match = findRoute(routes, exchange.method, path);
  calls.count(platform, match ? `${match.route.method} ${match.route.pattern}` : 'unknown');
  if (!match) throw missingObject(exchange.method, path.slice(1));
  await match.route.run(exchange, match.params);
}

type Listing = Readonly<{
  /** The maximum number of items on a page. */
  most?: number;
  /** Further fields of the response. */
  extraFields?: object;
}>;

/** Sends one page of a list in its order, with the cursor of the next page. */
export function sendList<Item extends Readonly<{ id: string }>>(
  exchange: Exchange,
  items: readonly Item[],
  view: (item: Item) => object,
  { most = 100, extraFields = {} }: Listing = {},
): void {
  const limit = Math.min(Math.max(1, Number(exchange.query.get('limit') ?? 25) || 25), most);
  const from = items.findIndex(({ id }) => id === exchange.query.get('after')) + 1;
  const shown = items.slice(from, from + limit);
  const [first, last] = [shown[0], shown.at(-1)];
  exchange.reply(200, {
    data: shown.map(view),
    ...(first &&
      last && {
        paging: {
          cursors: { before: first.id, after: last.id },
          ...(from + limit < items.length && {
            next: `https://${exchange.host}${exchange.url.pathname}?after=${last.id}`,
          }),
        },
      }),
    ...extraFields,
  });
}

/** Formats a time in milliseconds as the Graph API does. */
export const graphTime = (time: number): string => `${new Date(time).toISOString().slice(0, 19)}+0000`;
