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
/** `address`: the base URL of the YouTube Analytics API, without a slash at the end. */
export type ReportReader = YouTubeCommentReader & Readonly<{ address: string; now: Date }>;

const READ_MS = 20_000;
/** The first day of a report: before the first video on YouTube. */
const EARLIEST = '2005-02-14';
/**
 * Reports need both scopes, the second one since a later change ("now require access"):
 * developers.google.com/youtube/analytics/reference/reports/query.
 */
const SCOPES = ['yt-analytics.readonly', 'youtube.readonly'].map(
  (name) => `https://www.googleapis.com/auth/${name}`,
);
/**
 * YouTube's only error code if a channel or a video does not belong to the caller:
 * github.com/googleapis/google-api-nodejs-client/issues/1289.
 */
const FORBIDDEN = 'forbidden';
/** The operator's project has not enabled the API, so a new consent does not help: developers.google.com/admin-sdk, common errors. */
const NOT_ENABLED = 'accessNotConfigured';

/** Whether the account granted the scopes for reports. Older consents lack them. */
export const mayReadReports = (credentials: JsonObject): boolean =>
  SCOPES.every((scope) => mayHave(credentials, scope));

/**
 * Reads the shares of videos from a report. A missing row does not mean 0, because YouTube does not document that. A report
 * contains only days for which all metrics are counted (developers.google.com/youtube/analytics/data_model).
 */
export async function sharesOf(reader: ReportReader, ids: readonly string[]): Promise<Shares> {
  if (ids.length === 0) return new Map();
  try {
    return sharesIn(await reportOf(reader, ids), ids);
  } catch (error) {
    const reason = reasonOf(error, reader.now);
    if (ids.length === 1 || !mayConcernOneVideo(error)) return allWithout(ids, reason);
    const middle = Math.ceil(ids.length / 2);
    const first = await sharesOf(reader, ids.slice(0, middle));
    return new Map([...first, ...(await sharesOf(reader, ids.slice(middle)))]);
  }
}

/**
 * Requests a report. Sources: developers.google.com/youtube/analytics/channel_reports and data_model. A report has at most 200
 * rows of videos, sorted by views or watch time, highest first. Several videos in the filter may also be a dimension. The end date
 * may be a day that is not yet counted.
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

/** The shares in a report. `columnHeaders` give the order of the columns (data_model). */
function sharesIn(report: JsonValue | undefined, ids: readonly string[]): Shares {
  const names = listOf(at(report, 'columnHeaders')).map((header) => textOf(at(header, 'name')));
  const [video, shares] = [names.indexOf('video'), names.indexOf('shares')];
  const rows = at(report, 'rows') ?? [];
  if (video < 0 || shares < 0 || !Array.isArray(rows)) return allWithout(ids, 'failed');
  const rowsById = (rows as readonly JsonValue[]).map(
    (row) => [idIn(listOf(row)[video]), listOf(row)[shares]] as const,
  );
  const sharesById = new Map(rowsById);
  // An unreadable row may belong to any of the videos.
  const absent = rowsById.some(([id]) => id === null) ? 'failed' : 'too-early';
  return new Map(
    ids.map((id) => [
      id,
      sharesById.has(id)
        ? snapshotOf({ shares: { source: 'shares', counted: sharesById.get(id) } })
        : snapshotWithout(['shares'], absent),
    ]),
  );
}

const allWithout = (ids: readonly string[], reason: MissingReason): Shares =>
  new Map(ids.map((id) => [id, snapshotWithout(['shares'], reason)]));

/** Why the shares are missing after this error. @throws errors that come neither from YouTube nor from the network */
function reasonOf(error: unknown, now: Date): MissingReason {
  if (error instanceof TokenRefused) return 'failed';
  const { kind } = OUTCOMES.stepOutcome(error, now);
  const isForbidden = error instanceof YouTubeError && error.status === 403 && error.reason !== null;
  return isForbidden && kind !== 'postponed' && error.reason !== NOT_ENABLED ? 'not-permitted' : 'failed';
}

/** Whether a single video may have caused YouTube to refuse the whole request. */
const mayConcernOneVideo = (error: unknown): boolean =>
  error instanceof YouTubeError &&
  error.reason !== null &&
  (error.status === 400 || error.status === 404 || (error.status === 403 && error.reason === FORBIDDEN));
