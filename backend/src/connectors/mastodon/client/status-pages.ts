import type { JsonValue } from '@posthorn/event-sourcing/event-store';
import { OutgoingError } from '#infrastructure/outgoing/outgoing-error.ts';
import { at, idIn, listOf, textOf } from '../../kit/json.ts';
import { MastodonError, type MastodonClient } from './client.ts';
import { refusesToken } from '../errors.ts';
import { estimateIdAt } from './ids-in-time.ts';
import type { MastodonSession } from '../tokens.ts';

const PAGE = 40;
/** The maximum number of pages from the newest status to older ones: enough for accounts with few posts. */
const PAGES_DOWN_MAX = 10;
/** The maximum number of pages from the last status before the attempt to newer ones: 2,000 statuses. */
const PAGES_UP_MAX = 50;
/** In bytes: forty posts of ten thousand characters with their data. A longer page counts as unreadable. */
const PAGE_BYTES = 2_000_000;
/** The tolerance for times if a response contains the server's time. Without the server's time, the clocks may differ more. */
const CLOCK_DIFFERENCE_MS = 10_000;
const CLOCK_DIFFERENCE_WITHOUT_DATE_MS = 60_000;
/** How far the times of statuses may deviate from the order of their ids if many are created at the same moment. */
const ORDER_DEVIATION_MS = 60_000;
/**
 * The search for a status before the attempt tries these distances, one after another. Ids follow time only roughly, and an
 * account may have long gaps between posts.
 */
const BEFORE_MS = [60_000, 3_600_000, 24 * 3_600_000, 30 * 24 * 3_600_000];
/** How many statuses each attempt of this search reads. */
const BEFORE_LIMIT = '5';

/** The account's own status from before the attempt. */
type StatusBefore = Readonly<{ id: string; at: number }>;
export type Since = Readonly<{ attemptStartedAt: string }>;
/** `isInOrder`: the search has already read all statuses between the attempt and this page. */
type Page = Readonly<{ statuses: readonly JsonValue[]; isInOrder: boolean }>;
type StatusPage = Readonly<{
  statuses: readonly JsonValue[];
  /** The statuses that are not older than `earliest`. */
  recent: readonly JsonValue[];
  isLast: boolean;
  /** The earliest possible start of the attempt, on the server's clock, in milliseconds. */
  earliest: number;
}>;

/**
 * Reads the account's own statuses since an attempt began. Uses the times of statuses, because the time in an id differs between
 * servers.
 */
export class StatusPages {
  constructor(
    private readonly client: MastodonClient,
    private readonly session: MastodonSession,
    private readonly since: Since,
    private readonly now: () => Date,
  ) {}

  /**
   * Reads the newest statuses. If these do not reach back to the attempt, this continues from an older status towards newer ones.
   * If the server does not support this, or its ids do not grow with time, this continues from the newest statuses towards older
   * ones.
   * @throws MastodonError, BreakerOpen, OutgoingError (also when the response is not a list, or the list is too long); then
   * statuses may be missing
   */
  async *read(): AsyncGenerator<Page> {
    const newest = await this.#page({});
    yield { statuses: newest.recent, isInOrder: false };
    if (newest.isLast) return;
    const before = await this.#before(newest);
    if (before !== null && (yield* this.#upwards(before, newest))) return;
    yield* this.#downwards(newest);
  }

  /** A status from before the attempt; null: there is none, or the server refused the search. */
  async #before({ statuses, earliest }: StatusPage): Promise<StatusBefore | null> {
    const known = withoutPinned(statuses).map((status) => ({ id: idOf(status), time: createdAt(status) }));
    for (const margin of BEFORE_MS) {
      const olderThan = estimateIdAt(earliest - margin, known);
      if (olderThan === null) return null;
      const last = latest(withoutPinned(await this.#olderThan(olderThan)));
      if (last === undefined) return null;
      const time = createdAt(last);
      if (time < earliest) return { id: idOf(last), at: time };
    }
    return null;
  }

  /** Not every server accepts an id that belongs to no status. */
  async #olderThan(id: string): Promise<readonly JsonValue[]> {
    try {
      return (await this.#page({ max_id: id, limit: BEFORE_LIMIT })).statuses;
    } catch (error) {
      if (error instanceof MastodonError && !refusesToken(error)) return [];
      throw error;
    }
  }

  /** Returns true after all statuses between the attempt and the newest ones were read; false if the server does not support this order. */
  async *#upwards(before: StatusBefore, newest: StatusPage): AsyncGenerator<Page, boolean> {
    const known = new Set(newest.statuses.map(idOf));
    const newestId = idOf(latest(newest.statuses));
    let [from, earliest] = [before.id, before.at - ORDER_DEVIATION_MS];
    for (let page = 0; page < PAGES_UP_MAX; page++) {
      const { statuses: all, recent } = await this.#page({ min_id: from });
      const statuses = withoutPinned(all);
      const ids = statuses.map(idOf);
      // This server ignores `min_id` and returns the newest statuses, or its ids do not follow time.
      const isUnsupported = ids.includes(from) || (page === 0 && ids.includes(newestId));
      const next = latest(statuses);
      if (next === undefined || isUnsupported || statuses.some((each) => createdAt(each) < earliest))
        return false;
      yield { statuses: recent, isInOrder: true };
      if (ids.some((id) => known.has(id))) return true;
      [from, earliest] = [idOf(next), createdAt(next) - ORDER_DEVIATION_MS];
    }
    throw this.#unreadable('has too many statuses to look through');
  }

  async *#downwards(newest: StatusPage): AsyncGenerator<Page> {
    let { statuses } = newest;
    for (let page = 1; page < PAGES_DOWN_MAX; page++) {
      const olderThan = idOf(statuses.at(-1));
      const olderPage = await this.#page({ max_id: olderThan });
      yield { statuses: olderPage.recent, isInOrder: false };
      if (olderPage.isLast || idOf(olderPage.statuses.at(-1)) === olderThan) return;
      statuses = olderPage.statuses;
    }
    throw this.#unreadable('has too many statuses to look through');
  }

  async #page(place: Readonly<Record<string, string>>): Promise<StatusPage> {
    const query = { limit: String(PAGE), exclude_reblogs: 'true', ...place };
    const request = { maxBytes: PAGE_BYTES };
    const { body, headers } = await this.client.send({ ...listOfOwn(this.session), query, request });
    if (!Array.isArray(body)) throw this.#unreadable('answers no list of statuses');
    const earliest = earliestFor(this.since.attemptStartedAt, headers['date'], this.now());
    const statuses = listOf(body);
    // On some servers, pinned statuses come first, so this checks all statuses of a page.
    const times = statuses.map(createdAt);
    if (times.some(Number.isNaN)) throw this.#unreadable('answers statuses without a time');
    const recent = statuses.filter((status) => createdAt(status) >= earliest);
    const isLast = idOf(statuses.at(-1)) === '' || (times.at(-1) ?? 0) < earliest;
    return { statuses, recent, isLast, earliest };
  }

  #unreadable(why: string): OutgoingError {
    return new OutgoingError('unreadable', true, new URL(this.session.server).host, why);
  }
}

/** The earliest possible start of an attempt, on the server's clock, in milliseconds. `date`: the header of a response. */
export function earliestFor(attemptStartedAt: string, date: string | undefined, now: Date): number {
  const serverNow = Date.parse(date ?? '');
  if (Number.isNaN(serverNow)) return Date.parse(attemptStartedAt) - CLOCK_DIFFERENCE_WITHOUT_DATE_MS;
  return Date.parse(attemptStartedAt) + (serverNow - now.getTime()) - CLOCK_DIFFERENCE_MS;
}

/** NaN: the status has no time. */
export const createdAt = (status: JsonValue | undefined): number =>
  Date.parse(textOf(at(status, 'created_at')) ?? '');

/** Empty: the status has no id. */
const idOf = (status: JsonValue | undefined): string => idIn(at(status, 'id')) ?? '';

const latest = (statuses: readonly JsonValue[]): JsonValue | undefined =>
  statuses.toSorted((one, other) => createdAt(other) - createdAt(one))[0];

/** On some servers, pinned statuses come first, independent of their time. */
const withoutPinned = (statuses: readonly JsonValue[]): readonly JsonValue[] =>
  statuses.filter((status) => at(status, 'pinned') !== true);

const listOfOwn = ({ server, token, accountId }: MastodonSession) => ({
  server,
  token,
  path: `/api/v1/accounts/${encodeURIComponent(accountId)}/statuses`,
});
