import type { JsonValue } from '@posthorn/event-sourcing/event-store';
import { OutgoingError } from '#infrastructure/outgoing/outgoing-error.ts';
import { at, idIn, listOf, textOf } from '../json.ts';
import type { MastodonClient } from './client.ts';
import { refusesToken } from './errors.ts';
import type { MastodonSession } from './session.ts';

const PAGE = 40;
/** Pages downwards from the newest status: enough for accounts that post little. */
const PAGES_DOWN_MAX = 10;
/** Upwards from the last status before the attempt: 2,000 statuses. */
const PAGES_UP_MAX = 50;
/** Forty posts of ten thousand characters with all that goes with them; what a server shows beyond that proves nothing. */
const PAGE_BYTES = 2_000_000;
/** The server names its own time with each answer, which leaves little to doubt; without it, clocks may differ more. */
const DOUBT_MS = 10_000;
const DOUBT_WITHOUT_DATE_MS = 60_000;
/** How far the times of statuses may differ from the order of their ids when many are made at once. */
const ORDER_DOUBT_MS = 60_000;
/** Milliseconds; publishing goes on without this answer. */
const NEWEST_MS = 5_000;
const NEWEST_READ = '5';

/** The last own status known before an attempt. */
export type StatusBefore = Readonly<{ id: string; at: string }>;
export type Since = Readonly<{ armedAt: string; after: StatusBefore | null }>;
/** `isInOrder`: every status between the attempt and these has been read before them. */
type Page = Readonly<{ statuses: readonly JsonValue[]; isInOrder: boolean }>;
type Answer = Readonly<{ statuses: readonly JsonValue[]; recent: readonly JsonValue[]; isLast: boolean }>;

/**
 * The newest own status; null: there is none, or the server does not tell. A look-up can do without, so only a refused token is an
 * error here. @throws MastodonError
 */
export async function statusBefore(
  client: MastodonClient,
  session: MastodonSession,
): Promise<StatusBefore | null> {
  const query = { limit: NEWEST_READ, exclude_reblogs: 'true' };
  const request = { maxBytes: PAGE_BYTES, timeoutMs: NEWEST_MS };
  try {
    const { body } = await client.send({ ...listOfOwn(session), query, request });
    // Pinned statuses may come first on some servers.
    const newest = latest(listOf(body));
    const [id, time] = [idOf(newest), createdAt(newest)];
    return id === '' || Number.isNaN(time) ? null : { id, at: new Date(time).toISOString() };
  } catch (error) {
    if (refusesToken(error)) throw error;
    return null;
  }
}

/** Reads one's own statuses since an attempt began, by their times: what an id tells about time differs between servers. */
export class StatusPages {
  constructor(
    private readonly client: MastodonClient,
    private readonly session: MastodonSession,
    private readonly since: Since,
    private readonly now: () => Date,
  ) {}

  /**
   * The newest ones, and where those do not reach back to the attempt, upwards from the last one before it. A server that does not
   * page upwards is read downwards.
   * @throws MastodonError, BreakerOpen, OutgoingError (also when the list is no list, or too long): what was not read may be there
   */
  async *read(): AsyncGenerator<Page> {
    const newest = await this.#page({});
    yield { statuses: newest.recent, isInOrder: false };
    if (newest.isLast) return;
    if (this.since.after !== null && (yield* this.#upwards(this.since.after, newest))) return;
    yield* this.#downwards(newest);
  }

  /** Whether all between the attempt and the newest ones was read. */
  async *#upwards(after: StatusBefore, newest: Answer): AsyncGenerator<Page, boolean> {
    const known = new Set(newest.statuses.map(idOf));
    const top = idOf(latest(newest.statuses));
    let [from, earliest] = [after.id, Date.parse(after.at) - ORDER_DOUBT_MS];
    for (let page = 0; page < PAGES_UP_MAX; page++) {
      const { statuses: all, recent } = await this.#page({ min_id: from });
      const statuses = all.filter((status) => at(status, 'pinned') !== true);
      const ids = statuses.map(idOf);
      // This server ignores `min_id` and begins at the newest, or its ids do not follow time.
      const isOther = ids.includes(from) || (page === 0 && ids.includes(top));
      const next = latest(statuses);
      if (next === undefined || isOther || statuses.some((each) => createdAt(each) < earliest)) return false;
      yield { statuses: recent, isInOrder: true };
      if (ids.some((id) => known.has(id))) return true;
      [from, earliest] = [idOf(next), createdAt(next) - ORDER_DOUBT_MS];
    }
    throw this.#unreadable('has too many statuses to look through');
  }

  async *#downwards(newest: Answer): AsyncGenerator<Page> {
    let { statuses } = newest;
    for (let page = 1; page < PAGES_DOWN_MAX; page++) {
      const olderThan = idOf(statuses.at(-1));
      const answer = await this.#page({ max_id: olderThan });
      yield { statuses: answer.recent, isInOrder: false };
      if (answer.isLast || idOf(answer.statuses.at(-1)) === olderThan) return;
      statuses = answer.statuses;
    }
    throw this.#unreadable('has too many statuses to look through');
  }

  async #page(place: Readonly<Record<string, string>>): Promise<Answer> {
    const query = { limit: String(PAGE), exclude_reblogs: 'true', ...place };
    const request = { maxBytes: PAGE_BYTES };
    const { body, headers } = await this.client.send({ ...listOfOwn(this.session), query, request });
    if (!Array.isArray(body)) throw this.#unreadable('answers no list of statuses');
    const earliest = earliestFor(this.since.armedAt, headers['date'], this.now());
    const statuses = listOf(body);
    // Pinned statuses may come first on some servers, so a page is read to its end.
    const times = statuses.map(createdAt);
    if (times.some(Number.isNaN)) throw this.#unreadable('answers statuses without a time');
    const recent = statuses.filter((status) => createdAt(status) >= earliest);
    const isLast = idOf(statuses.at(-1)) === '' || (times.at(-1) ?? 0) < earliest;
    return { statuses, recent, isLast };
  }

  #unreadable(why: string): OutgoingError {
    return new OutgoingError('unreadable', true, new URL(this.session.server).host, why);
  }
}

function earliestFor(armedAt: string, date: string | undefined, now: Date): number {
  const serverNow = Date.parse(date ?? '');
  if (Number.isNaN(serverNow)) return Date.parse(armedAt) - DOUBT_WITHOUT_DATE_MS;
  return Date.parse(armedAt) + (serverNow - now.getTime()) - DOUBT_MS;
}

/** NaN: the server does not say. */
export const createdAt = (status: JsonValue | undefined): number =>
  Date.parse(textOf(at(status, 'created_at')) ?? '');

/** Empty: it has none. */
const idOf = (status: JsonValue | undefined): string => idIn(at(status, 'id')) ?? '';

const latest = (statuses: readonly JsonValue[]): JsonValue | undefined =>
  statuses.toSorted((one, other) => createdAt(other) - createdAt(one))[0];

const listOfOwn = ({ server, token, accountId }: MastodonSession) => ({
  server,
  token,
  path: `/api/v1/accounts/${encodeURIComponent(accountId)}/statuses`,
});
