import { createHash } from 'node:crypto';
import type { Journal, JournaledStore } from './journal.ts';
import { BoundedMap } from './bounded-map.ts';

/** The counters of a post. Each platform has its own names for them. */
export const COUNTERS = [
  'likes',
  'comments',
  'shares',
  'saves',
  'quotes',
  'impressions',
  'views',
  'reach',
  'clicks',
] as const;
export type Counter = (typeof COUNTERS)[number];
export type Counts = Readonly<Partial<Record<Counter, number>>>;

/** Sets the metrics that a platform returns for a post. Absent fields stay unchanged. */
export type MetricsSetting = Readonly<{
  platform: string;
  remoteId: string;
  counts: Counts;
  /** The setting takes effect after this many seconds; several settings form a script. Default: immediately. */
  afterSeconds?: number;
  /** Counters that the response omits, as some platforms do at times. */
  omitted?: readonly Counter[];
  /** Counters with an invalid value: a negative one. */
  broken?: readonly Counter[];
  /** The response contains the values of this many seconds ago, as on a platform that counts with a delay. */
  lagSeconds?: number;
  /** Counters grow by themselves, reproducibly for each seed; 0 turns this off. */
  seed?: number;
}>;

/** `from`: when the setting takes effect, in milliseconds. */
type DatedSetting = Omit<MetricsSetting, 'platform' | 'remoteId' | 'afterSeconds'> &
  Readonly<{ from: number }>;
/** All settings up to a certain time, combined. Counts and the seed have the time of their last setting. */
type State = Readonly<{
  counts: Readonly<Partial<Record<Counter, Readonly<{ count: number; from: number }>>>>;
  growth: Readonly<{ seed: number; from: number }>;
  omitted: readonly Counter[];
  broken: readonly Counter[];
  lagSeconds: number;
}>;
const INITIAL_STATE: State = {
  counts: {},
  growth: { seed: 0, from: 0 },
  omitted: [],
  broken: [],
  lagSeconds: 0,
};
const POSTS_MAX = 100_000;
const SETTINGS_MAX = 100;

/** Likes, views and other counts of posts, as the control API sets them. Without a setting they are 0. */
export class PostCounters implements JournaledStore<MetricsSetting> {
  readonly #settingsByPost = new BoundedMap<string, readonly DatedSetting[]>(POSTS_MAX);
  readonly #now: () => number;
  /** The only function that changes the counters: it writes to the journal. */
  readonly set: (setting: MetricsSetting) => void;

  constructor(journal: Journal, now: () => number) {
    this.#now = now;
    this.set = journal.channel('counters', this);
  }

  /**
   * The count that a platform returns for a post.
   * @param counted the platform's own count, for example of comments, unless a setting sets one
   * @returns undefined when the platform omits the counter
   */
  countOf(platform: string, remoteId: string, counter: Counter, counted = 0): number | undefined {
    const settings = this.#settingsByPost.get(keyOf(platform, remoteId)) ?? [];
    const now = this.#now();
    const countedAt = now - stateAt(settings, now).lagSeconds * 1_000;
    const { counts, growth, omitted, broken } = stateAt(settings, countedAt);
    if (omitted.includes(counter)) return undefined;
    if (broken.includes(counter)) return -1;
    const { count, from } = counts[counter] ?? { count: counted, from: 0 };
    return count + growthAt(growth, counter, countedAt) - growthAt(growth, counter, from);
  }

  apply({ platform, remoteId, afterSeconds = 0, ...setting }: MetricsSetting, at: number): void {
    const key = keyOf(platform, remoteId);
    const dated = { ...setting, from: at + afterSeconds * 1_000 };
    const all = [...(this.#settingsByPost.get(key) ?? []), dated].sort((one, other) => one.from - other.from);
    this.#settingsByPost.set(key, all.slice(-SETTINGS_MAX));
  }

  clear(): void {
    this.#settingsByPost.clear();
  }

  isStillNeeded({ platform, remoteId }: MetricsSetting): boolean {
    return this.#settingsByPost.get(keyOf(platform, remoteId)) !== undefined;
  }
}

const keyOf = (platform: string, remoteId: string): string => `${platform} ${remoteId}`;

const stateAt = (settings: readonly DatedSetting[], at: number): State =>
  settings.filter(({ from }) => from <= at).reduce(afterSetting, INITIAL_STATE);

const afterSetting = (state: State, { from, counts, seed, ...rest }: DatedSetting): State => ({
  ...state,
  ...rest,
  counts: {
    ...state.counts,
    ...Object.fromEntries(Object.entries(counts).map(([counter, count]) => [counter, { count, from }])),
  },
  growth: seed === undefined ? state.growth : { seed, from },
});

/** Approximate final counts of a post. A post reaches most of them within the first hours. */
const FINAL_COUNTS: Readonly<Record<Counter, number>> = {
  impressions: 4_000,
  views: 3_000,
  reach: 2_500,
  likes: 120,
  clicks: 60,
  comments: 0,
  shares: 15,
  saves: 10,
  quotes: 4,
};
const HALF_AFTER_MS = 2 * 3_600_000;

/** How much a counter has grown at `at`: half of its final count after two hours. The seed varies the final count from 50 % to 150 %. */
function growthAt({ seed, from }: State['growth'], counter: Counter, at: number): number {
  if (seed === 0 || at <= from) return 0;
  const random =
    createHash('sha256')
      .update(`${String(seed)} ${counter}`)
      .digest()
      .readUInt32BE(0) /
    2 ** 32;
  return Math.floor(FINAL_COUNTS[counter] * (0.5 + random) * (1 - 2 ** (-(at - from) / HALF_AFTER_MS)));
}
