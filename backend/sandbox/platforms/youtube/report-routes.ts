import type { Exchange } from '../../http/exchange.ts';
import type { Route } from '../../http/router.ts';
import type { SandboxContext } from '../sandbox-platform.ts';
import type { Channels } from './channels.ts';
import { refusal } from './youtube-refusal.ts';
import type { YouTubeVideo, YouTubeStore } from './youtube-store.ts';

const METRICS = ['views', 'shares'] as const;
type Metric = (typeof METRICS)[number];

const DAY = /^\d{4}-\d{2}-\d{2}$/u;
const ROWS_MOST = 200;
const IDS_MOST = 500;

/** youtubeanalytics.googleapis.com: reports of the account's own channel, for the given videos. */
export class ReportRoutes {
  readonly routes: readonly Route[] = [
    {
      method: 'GET',
      pattern: '/v2/reports',
      run: (exchange) => {
        this.#report(exchange);
      },
    },
  ];

  readonly #context: SandboxContext;
  readonly #store: YouTubeStore;
  readonly #channels: Channels;

  constructor(context: SandboxContext, store: YouTubeStore, channels: Channels) {
    this.#context = context;
    this.#store = store;
    this.#channels = channels;
  }

  #report(exchange: Exchange): void {
    const account = this.#channels.owner(exchange, 'reports');
    const { metrics, ids, maxResults } = queryOf(exchange);
    const videos = ids.flatMap((id) => this.#store.video(id) ?? []);
    // One video of another channel makes the whole call fail.
    if (videos.some((video) => video.account !== account)) throw refusal(403, 'forbidden', 'Forbidden');
    const rows = videos.flatMap((video) => this.#rowOf(video, metrics));
    rows.sort((one, other) => other.views - one.views);
    exchange.reply(200, {
      kind: 'youtubeAnalytics#resultTable',
      columnHeaders: [
        { name: 'video', columnType: 'DIMENSION', dataType: 'STRING' },
        ...metrics.map((name) => ({ name, columnType: 'METRIC', dataType: 'INTEGER' })),
      ],
      rows: rows.slice(0, maxResults).map(({ row }) => row),
    });
  }

  /** Returns the row of a video. A video without counted shares has no row; missing views count as 0. */
  #rowOf({ id }: YouTubeVideo, metrics: readonly Metric[]) {
    const countOf = (metric: Metric) => this.#context.counters.countOf('youtube', id, metric);
    const counts = { views: countOf('views') ?? 0, shares: countOf('shares') };
    if (counts.shares === undefined) return [];
    return [{ views: counts.views, row: [id, ...metrics.map((metric) => counts[metric])] }];
  }
}

/** @throws Refusal 400 */
function queryOf({ query }: Exchange) {
  const parameter = (name: string): string => query.get(name) ?? '';
  const metrics = parameter('metrics').split(',');
  const [, list = ''] = /^video==([\w,-]+)$/u.exec(parameter('filters')) ?? [];
  const ids = list.split(',').filter((id) => id !== '');
  const maxResults = Number(parameter('maxResults'));
  const isSupported =
    parameter('ids') === 'channel==MINE' &&
    DAY.test(parameter('startDate')) &&
    DAY.test(parameter('endDate')) &&
    parameter('startDate') <= parameter('endDate') &&
    parameter('dimensions') === 'video' &&
    parameter('sort') === '-views' &&
    metrics.includes('views') &&
    metrics.every(isMetric) &&
    ids.length > 0 &&
    ids.length <= IDS_MOST &&
    maxResults >= 1 &&
    maxResults <= ROWS_MOST;
  if (!isSupported) throw refusal(400, 'badRequest', 'The query is not supported.');
  return { metrics: metrics.filter(isMetric), ids, maxResults };
}

const isMetric = (name: string): name is Metric => (METRICS as readonly string[]).includes(name);
