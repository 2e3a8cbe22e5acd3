import type { Exchange } from '../../http/exchange.ts';
import { compareIds } from './ids.ts';

/**
 * Returns one page, newest first. `since_id`: the newest items after this id. `min_id`: the items directly after this id.
 * The `Link` header contains the URLs of the next and the previous page.
 */
export function page<T extends Readonly<{ id: string }>>(
  exchange: Exchange,
  newestFirst: readonly T[],
  { fallback, max }: Readonly<{ fallback: number; max: number }>,
): readonly T[] {
  const { query } = exchange;
  const requested = Number(query.get('limit') ?? fallback);
  const limit = Number.isInteger(requested) && requested > 0 ? Math.min(requested, max) : fallback;
  const [sinceId, maxId, minId] = [query.get('since_id'), query.get('max_id'), query.get('min_id')];
  const found = newestFirst.filter(
    ({ id }) =>
      (!sinceId || compareIds(id, sinceId) > 0) &&
      (!minId || compareIds(id, minId) > 0) &&
      (!maxId || compareIds(id, maxId) < 0),
  );
  const items = minId ? found.slice(-limit) : found.slice(0, limit);
  const [first, last] = [items[0], items.at(-1)];
  if (first && last) {
    const linkTo = (name: string, id: string): string => {
      const params = new URLSearchParams(query);
      for (const other of ['since_id', 'max_id', 'min_id']) params.delete(other);
      params.set(name, id);
      return `<https://${exchange.host}${exchange.url.pathname}?${params.toString()}>`;
    };
    const links = `${linkTo('max_id', last.id)}; rel="next", ${linkTo('min_id', first.id)}; rel="prev"`;
    exchange.response.setHeader('Link', links);
  }
  return items;
}
