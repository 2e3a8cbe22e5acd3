import { platforms, type Platform } from '@posthorn/contracts/shared/platform';
import { DECLARED_BUDGETS } from '../simulated-hour/declared-budgets.ts';
import { LOAD, targetsIn } from './load.ts';

const DAY_S = 86_400;
const HOURS_A_DAY = 24;
/** Accounts are spread over the platforms that can be published to in equal parts. */
const SHARE = 1 / platforms.filter((platform) => platform !== 'substack').length;

/** Calls that the whole product may make on a platform in a day, for all creators together. */
type SharedLimit = Readonly<{ platform: Platform; what: 'posts' | 'comments' | 'metrics'; aDay: number }>;
/** Reads of accounts and their posts, as they are designed; no such reader exists yet. Calls a day. */
type Reads = Readonly<{ platform: Platform; what: 'comments' | 'metrics'; aDay: number; perCreator: number }>;

/** What a shared limit leaves room for, and what is asked of it. `creators`: how many it is enough for. */
export type Room = SharedLimit & Readonly<{ asked: number; share: number; creators: number }>;

/** The budgets of the whole app that connectors declare, as posts a day. `atPeak`: those of less than a day must do for the busiest hour. */
const POSTS: readonly (SharedLimit & Readonly<{ atPeak: boolean }>)[] = platforms.flatMap((platform) =>
  (DECLARED_BUDGETS[platform] ?? [])
    .filter(({ scope }) => scope === 'app')
    .map(({ capacity, perSeconds }) => ({
      platform,
      what: 'posts' as const,
      aDay: (capacity * DAY_S) / perSeconds,
      atPeak: perSeconds < DAY_S,
    })),
);

/**
 * Calls of one account and day at one post a day, from the ladders that are planned for comments and metrics (all assumed),
 * and the documented limit of the whole app. Platforms that count each account for itself are not here: their share does not
 * grow with the number of creators.
 */
const READS: readonly Reads[] = [
  // 10,000 units a day of the project, of which 40 % are for reading; a unit each.
  { platform: 'youtube', what: 'comments', aDay: 4000, perCreator: 10.2 },
  // 600 requests a minute of the app.
  { platform: 'tiktok', what: 'comments', aDay: 600 * 1440, perCreator: 97 },
  { platform: 'tiktok', what: 'metrics', aDay: 600 * 1440, perCreator: 23 },
  // 3,000 in five minutes from one address; other addresses and other servers count apart.
  { platform: 'bluesky', what: 'comments', aDay: (3000 * DAY_S) / 300, perCreator: 651 },
  // 100,000 of the app a day where the first product is used; the limit of the one for pages is not published.
  { platform: 'linkedin', what: 'comments', aDay: 100_000, perCreator: 123 },
  // 20 a second of the app.
  { platform: 'snapchat', what: 'metrics', aDay: 20 * DAY_S, perCreator: 23 },
];

/** All limits that creators share, with what so many of them ask for: posts, and the reads that are planned. */
export function roomFor(creators: number): Room[] {
  const { aDay, busiestHour } = targetsIn(creators);
  const accounts = creators * LOAD.accounts.value * SHARE;
  const room = (limit: SharedLimit, asked: number): Room => {
    const share = asked / limit.aDay;
    return { ...limit, asked, share, creators: Math.floor(creators / share) };
  };
  return [
    ...POSTS.map(({ atPeak, ...limit }) =>
      room(limit, SHARE * (atPeak ? HOURS_A_DAY * busiestHour.targets : aDay)),
    ),
    ...READS.map(({ perCreator, ...limit }) => room(limit, accounts * perCreator)),
  ];
}
