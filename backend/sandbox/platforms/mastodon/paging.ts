import type { Exchange } from '../../http/exchange.ts';
import { compareIds } from './ids.ts';

/**
 * One page, newest first. `since_id` gives the newest items above it, `min_id` those directly above it.
 * The `Link` header contains the addresses of the next and the previous page.
 */
export function page<T extends Readonly<{ id: string }>>(
  exchange: Exchange,
  newestFirst: readonly T[],
  { fallback, max }: Readonly<{ fallback: number; max: number }>,
): readonly T[] {
  const { query } = exchange;
  const asked = Number(query.get('limit') ?? fallback);
  const limit = Number.isInteger(asked) && asked > 0 ? Math.min(asked, max) : fallback;
  const [above, below, right] = [query.get('since_id'), query.get('max_id'), query.get('min_id')];
  const found = newestFirst.filter(
    ({ id }) =>
      (!above || compareIds(id, above) > 0) &&
      (!right || compareIds(id, right) > 0) &&
      (!below || compareIds(id, below) < 0),
  );
  const items = right ? found.slice(-limit) : found.slice(0, limit);
  const [first, last] = [items[0], items.at(-1)];
  if (first && last) {
    const address = (name: string, id: string): string => {
      const params = new URLSearchParams(query);
      for (const other of ['since_id', 'max_id', 'min_id']) params.delete(other);
      params.set(name, id);
      return `<https://${exchange.host}${exchange.url.pathname}?${params.toString()}>`;
    };
    const links = `${address('max_id', last.id)}; rel="next", ${address('min_id', first.id)}; rel="prev"`;
    exchange.response.setHeader('Link', links);
  }
  return items;
}
