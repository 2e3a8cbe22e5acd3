import type { MissingReason } from '@posthorn/contracts/shared/metrics';
import type { JsonObject, JsonValue } from '@posthorn/event-sourcing/event-store';
import type { MetricsSnapshot } from '../../contract/metrics.ts';
import { at, idIn, listOf, textOf } from '../../kit/json.ts';
import { snapshotOf, snapshotWithout } from '../../kit/metrics/snapshot.ts';
import { mayHave } from '../../kit/oauth/oauth-credentials.ts';
import { TokenRefused } from '../../kit/oauth/with-token.ts';
import { YouTubeError } from '../client/client.ts';
import type { YouTubeCommentReader } from '../comments/listing.ts';
import { OUTCOMES } from '../errors.ts';

type Shares = ReadonlyMap<string, MetricsSnapshot>;
/** `address`: of the YouTube Analytics API, without a slash at the end. */
export type ReportReader = YouTubeCommentReader & Readonly<{ address: string; now: Date }>;

const READ_MS = 20_000;
/** Earlier than the first video on YouTube; a report counts from here. */
const EARLIEST = '2005-02-14';
/** developers.google.com/youtube/analytics/reference/reports/query: the second was added to the first ("now require access"). */
const SCOPES = ['yt-analytics.readonly', 'youtube.readonly'].map(
  (name) => `https://www.googleapis.com/auth/${name}`,
);
/** github.com/googleapis/google-api-nodejs-client/issues/1289: the only reason given when a channel, or a video, is not the caller's. */
const FORBIDDEN = 'forbidden';
/** developers.google.com/admin-sdk, common errors: the operator's project has not enabled the API. No consent helps. */
const NOT_ENABLED = 'accessNotConfigured';

/** Accounts whose consent is older than these scopes get no reports. */
export const mayReadReports = (credentials: JsonObject): boolean =>
  SCOPES.every((scope) => mayHave(credentials, scope));

/**
 * YouTube does not document that a missing row means no shares. Days that are not counted yet are left out
 * (developers.google.com/youtube/analytics/data_model: data until the last day with all metrics).
 */
export async function sharesOf(reader: ReportReader, ids: readonly string[]): Promise<Shares> {
  if (ids.length === 0) return new Map();
  try {
    return sharesIn(await reportOf(reader, ids), ids);
  } catch (error) {
    const reason = reasonOf(error, reader.now);
    if (ids.length === 1 || !mayBeOfOne(error)) return allWithout(ids, reason);
    const middle = Math.ceil(ids.length / 2);
    const first = await sharesOf(reader, ids.slice(0, middle));
    return new Map([...first, ...(await sharesOf(reader, ids.slice(middle)))]);
  }
}

/**
 * developers.google.com/youtube/analytics/channel_reports: at most 200 rows of videos, sorted downwards by views or watch time.
 * data_model there: several videos in the filter may be a dimension, too. An end date that is not counted yet does no harm.
 */
async function reportOf({ client, token, signal, address, now }: ReportReader, ids: readonly string[]) {
  const query = {
    ids: 'channel==MINE',
    startDate: EARLIEST,
    endDate: now.toISOString().slice(0, 10),
    metrics: 'views,shares',
    dimensions: 'video',
    filters: `video==${ids.join(',')}`,
    sort: '-views',
    maxResults: String(ids.length),
  };
  const request = { timeoutMs: READ_MS, ...(signal && { signal }) };
  return (await client.send({ token, path: `${address}/v2/reports`, query, request })).json();
}

/** The answer's own headers give the order of the columns (data_model there). */
function sharesIn(report: JsonValue | undefined, ids: readonly string[]): Shares {
  const names = listOf(at(report, 'columnHeaders')).map((header) => textOf(at(header, 'name')));
  const [video, shares] = [names.indexOf('video'), names.indexOf('shares')];
  const rows = at(report, 'rows') ?? [];
  if (video < 0 || shares < 0 || !Array.isArray(rows)) return allWithout(ids, 'failed');
  const read = (rows as readonly JsonValue[]).map(
    (row) => [idIn(listOf(row)[video]), listOf(row)[shares]] as const,
  );
  const counted = new Map(read);
  // An unreadable row may belong to any of the videos.
  const absent = read.some(([id]) => id === null) ? 'failed' : 'too-early';
  return new Map(
    ids.map((id) => [
      id,
      counted.has(id)
        ? snapshotOf({ shares: { source: 'shares', counted: counted.get(id) } })
        : snapshotWithout(['shares'], absent),
    ]),
  );
}

const allWithout = (ids: readonly string[], reason: MissingReason): Shares =>
  new Map(ids.map((id) => [id, snapshotWithout(['shares'], reason)]));

/** @throws errors that come neither from YouTube nor from the network */
function reasonOf(error: unknown, now: Date): MissingReason {
  if (error instanceof TokenRefused) return 'failed';
  const { kind } = OUTCOMES.stepOutcome(error, now);
  const isForbidden = error instanceof YouTubeError && error.status === 403 && error.reason !== null;
  return isForbidden && kind !== 'postponed' && error.reason !== NOT_ENABLED ? 'not-permitted' : 'failed';
}

/** One video may be the reason why the whole request was refused. */
const mayBeOfOne = (error: unknown): boolean =>
  error instanceof YouTubeError &&
  error.reason !== null &&
  (error.status === 400 || error.status === 404 || (error.status === 403 && error.reason === FORBIDDEN));
