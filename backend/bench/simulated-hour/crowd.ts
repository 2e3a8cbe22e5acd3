import { platforms, type Platform } from '@posthorn/contracts/shared/platform';
import { NEW_EFFECT } from '#infrastructure/effects/attempt/effect.ts';
import type { Target } from './target.ts';

/** Substack has no interface to publish by. */
export const PUBLISHING: readonly Platform[] = platforms.filter((platform) => platform !== 'substack');
export const HOUR_MS = 3_600_000;
/** The full hour: a second after the simulation began. */
export const FULL_HOUR = 1000;
const MASTODON_SERVERS = 100;

export type CrowdOptions = Readonly<{
  owners: number;
  /** Posts that are due within the hour, of all owners together. */
  posts: number;
  accounts: number;
  /** Part of the posts that is due at the full hour, all at one instant; the others are spread over the hour. */
  atFullHour: number;
  greedy?: Greedy;
}>;
/** One person with many posts for one account, all due at the full hour and before all others of that instant. */
type Greedy = Readonly<{ platform: Platform; posts: number }>;

export const GREEDY = 'greedy';

/** What is due within an hour: each owner has a few accounts on platforms that chance chose. */
export function crowdOf(o: CrowdOptions, random: () => number): Target[] {
  const targets: Target[] = [];
  const add = (ownerId: string, accountId: number, platform: Platform, due: number) =>
    targets.push({
      id: targets.length + 1,
      ownerId,
      accountId,
      platform,
      due,
      server: platform === 'mastodon' ? `${String(accountId % MASTODON_SERVERS)}.test` : '',
      effect: NEW_EFFECT,
      calledAt: null,
    });
  const { platform, posts: many = 0 } = o.greedy ?? {};
  for (let post = 0; platform && post < many; post += 1) add(GREEDY, 0, platform, FULL_HOUR);
  const homes = Array.from({ length: o.owners }, () => chosen(o.accounts, random));
  for (let post = 0; post < o.posts; post += 1) {
    const owner = Math.floor(random() * o.owners);
    const due = random() < o.atFullHour ? FULL_HOUR : FULL_HOUR + Math.floor(random() * HOUR_MS);
    homes[owner]?.forEach((home, index) => {
      add(`owner-${String(owner)}`, 1 + owner * o.accounts + index, home, due);
    });
  }
  return targets;
}

function chosen(count: number, random: () => number): Platform[] {
  const left = [...PUBLISHING];
  return Array.from({ length: count }, () => left.splice(Math.floor(random() * left.length), 1)).flat();
}
