import type { Journal, JournaledStore } from './journal.ts';
import { BoundedMap } from './bounded-map.ts';

/** What can be counted of a post; each platform has its own words for them. */
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

/** How a post's figures are answered from now on; what is left out stays as it is. */
export type MetricsOrder = Readonly<{
  platform: string;
  remoteId: string;
  counts: Counts;
  /** Counters that the answer leaves out, as some platforms do at times. */
  omitted?: readonly Counter[];
  /** Counters whose value makes no sense: negative. */
  broken?: readonly Counter[];
}>;

type Kept = Readonly<{ counts: Counts; omitted: readonly Counter[]; broken: readonly Counter[] }>;
const NOTHING: Kept = { counts: {}, omitted: [], broken: [] };
const MOST = 100_000;

/** How often posts were liked and seen, as the control API says. Nobody likes anything by themselves here: without a word it is 0. */
export class PostCounters implements JournaledStore<MetricsOrder> {
  readonly #kept = new BoundedMap<string, Kept>(MOST);
  /** The only way to change it: it is journaled. */
  readonly order: (order: MetricsOrder) => void;

  constructor(journal: Journal) {
    this.order = journal.channel('counters', this);
  }

  /**
   * What a platform answers for a counter of a post.
   * @param counted what the platform counts by itself, where nobody said anything else: comments
   * @returns undefined: it leaves the counter out
   */
  of(platform: string, remoteId: string, counter: Counter, counted = 0): number | undefined {
    const { counts, omitted, broken } = this.#kept.get(keyOf(platform, remoteId)) ?? NOTHING;
    if (omitted.includes(counter)) return undefined;
    return broken.includes(counter) ? -1 : (counts[counter] ?? counted);
  }

  apply({ platform, remoteId, counts, omitted, broken }: MetricsOrder): void {
    const key = keyOf(platform, remoteId);
    const before = this.#kept.get(key) ?? NOTHING;
    this.#kept.set(key, {
      counts: { ...before.counts, ...counts },
      omitted: omitted ?? before.omitted,
      broken: broken ?? before.broken,
    });
  }

  clear(): void {
    this.#kept.clear();
  }

  matters({ platform, remoteId }: MetricsOrder): boolean {
    return this.#kept.get(keyOf(platform, remoteId)) !== undefined;
  }
}

const keyOf = (platform: string, remoteId: string): string => `${platform} ${remoteId}`;
