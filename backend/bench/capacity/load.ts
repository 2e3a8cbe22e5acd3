import { HABITS } from './costs.ts';

export const LOAD = HABITS;

/** Events of one post that is published on all its accounts at the first try, without pictures. */
export const EVENTS = {
  /** `PostScheduled` and `PostPublishingStarted`; Premium takes no slot of a quota. */
  perPost: 2,
  /** `PublishPrepared`, `PublishAttemptStarted`, `PlatformPublished`: an append each. */
  perTarget: 3,
} as const;

/** Counts of one day; `crowd`: of one full hour, due at one instant. */
export type Targets = Readonly<{
  aDay: number;
  posts: number;
  busiestHour: Readonly<{ posts: number; targets: number; crowd: number }>;
}>;

export function targetsIn(creators: number): Targets {
  const posts = creators * LOAD.postsADay.value;
  const busiest = posts * LOAD.busiestHour.value;
  const targets = busiest * LOAD.accounts.value;
  return {
    aDay: posts * LOAD.accounts.value,
    posts,
    busiestHour: { posts: Math.round(busiest), targets, crowd: targets * LOAD.atFullHour.value },
  };
}
