import type { Params } from '../../http/router.ts';
import { invalidParameter } from '../stripe-refusal.ts';
import type { GivenParameters, TakenParameters } from '../form.ts';
import type { Kept } from '../stripe-store.ts';
import type { Transaction } from '../transaction.ts';

/** One documented call of Stripe's API. */
export type StripeCall = Readonly<{
  method: 'GET' | 'POST' | 'DELETE';
  pattern: string;
  /** The parameters of the call, apart from `expand`. */
  taken: TakenParameters;
  /** Set when a browser may make the call with the publishable key. */
  isPublic?: true;
  /** @returns the object of the response; it contains ids, which `expand` can replace by objects */
  run: (tx: Transaction, given: GivenParameters, params: Params) => object;
}>;

export const LISTED = { limit: true, starting_after: true, ending_before: true } as const;
export const CREATED = { created: { gt: true, gte: true, lt: true, lte: true } } as const;

/** A page of a list, newest first as in Stripe (docs.stripe.com/api/pagination). @throws Refusal */
export function pageOf(found: readonly Kept[], given: GivenParameters, url: string): object {
  const limit = given.whole('limit') ?? 10;
  if (limit < 1 || limit > 100) throw invalidParameter('limit', 'limit must be from 1 to 100.');
  const newest = found.filter((one) => isCreatedWithin(one, given)).reverse();
  const indexOfCursor = (name: string): number | null => {
    const id = given.text(name);
    if (id === null) return null;
    const index = newest.findIndex((one) => one.id === id);
    if (index < 0) throw invalidParameter(name, `No such object: '${id}'`);
    return index;
  };
  const before = indexOfCursor('ending_before');
  const after = indexOfCursor('starting_after');
  const from = before === null ? (after ?? -1) + 1 : Math.max(0, before - limit);
  const until = before ?? from + limit;
  const data = newest.slice(from, until);
  const hasMore = before === null ? newest.length > until : from > 0;
  return { object: 'list', data, has_more: hasMore, url };
}

function isCreatedWithin(one: Kept, given: GivenParameters): boolean {
  if (!given.has('created') || !('created' in one)) return true;
  const exact = given.text('created') === null ? null : given.whole('created');
  if (exact !== null) return one.created === exact;
  const range = given.inner('created');
  const [gt, gte, lt, lte] = (['gt', 'gte', 'lt', 'lte'] as const).map((name) => range.whole(name));
  return (
    one.created > (gt ?? -Infinity) &&
    one.created >= (gte ?? -Infinity) &&
    one.created < (lt ?? Infinity) &&
    one.created <= (lte ?? Infinity)
  );
}
