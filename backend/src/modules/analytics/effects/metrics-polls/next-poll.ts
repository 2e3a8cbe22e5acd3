import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@posthorn/contracts/shared/durations';
import { createHash } from 'node:crypto';
import {
  dueAge,
  MILESTONES_ALONE,
  nextDueAge,
  stepAt,
  USUAL,
  type Ladder,
  type PollStep,
} from '../../domain/metrics/ladder.ts';
import { metricsId } from '../../domain/metrics/publication-metrics.ts';
import type { PlannedPoll } from '../../stores/metrics-polls/measured-publications.ts';

/**
 * The sandbox has no limits for calls, and a person who tries the product waits for figures. Polls in the sandbox are due at multiples of `every`,
 * so that one poll asks about all posts of an account.
 */
const SIMULATED = [
  { until: HOUR_MS, every: 5 * SECOND_MS },
  { until: DAY_MS, every: MINUTE_MS },
] as const;

/** The waits after the first and the second failed try. After a third failed try, the next step is due. */
const RETRY_AFTER = [MINUTE_MS, 10 * MINUTE_MS] as const;
/** A post counts as gone when a poll at least this time after the first such report confirms it. */
export const GONE_AFTER = 10 * MINUTE_MS;

/** @returns a number from 0 to 1 that is always the same for one stream */
export function shareOf(stream: string): number {
  return createHash('sha256').update(stream).digest().readUInt32BE(0) / 2 ** 32;
}

/** When the posts of an account are polled. `costs`: a poll costs money. */
export type PollPlan = Readonly<{ ladder: Ladder; isSimulated: boolean; costs: boolean }>;

/**
 * @param own the steps of the connector; undefined: the usual steps
 * @param seen whether the owner sees figures; if not, only milestones are polled, for a later upgrade
 * @param costs whether a poll costs money; if so, figures that the owner does not see are not polled
 */
export function ladderFor(own: Ladder | undefined, seen: boolean, costs: boolean): Ladder {
  if (seen) return own ?? USUAL;
  return costs ? { ages: [] } : MILESTONES_ALONE;
}

type Post = Pick<PlannedPoll, 'postId' | 'accountId' | 'publishedAt' | 'checkedAt' | 'askedAt' | 'goneAt'>;

/** @returns the step that is due; null: a poll between steps is due; undefined: no poll is due */
export function dueStep(post: Post, plan: PollPlan, now: Date): PollStep | null | undefined {
  const { ladder, isSimulated } = plan;
  if (ladder.ages.length === 0) return undefined;
  const share = shareOf(metricsId(post));
  const step = stepAt(ladder, minutesOf(post, now), share);
  const { checkedAt, publishedAt, goneAt } = post;
  // A post that seems gone stays due until a second poll confirms it.
  const isDone =
    step !== null &&
    checkedAt !== null &&
    goneAt === null &&
    dueAge(step, share) <= exactAge(publishedAt, Date.parse(checkedAt));
  if (step !== null && !isDone) return isTooLate(post, plan, step, now) ? undefined : step;
  if (post.askedAt !== null || goneAt !== null) return null;
  const every = isSimulated ? simulatedAfter(post, now) : null;
  const isDueAgain =
    every !== null && (checkedAt === null || multipleAfter(Date.parse(checkedAt), every) <= now.getTime());
  return isDueAgain ? null : undefined;
}

/** A step is too late when the post is older than the step by more than this share. */
const LATE = 0.25;
/** A poll that costs money is left out when it is too late for its step, if the post was neither polled nor requested before. */
const isTooLate = (post: Post, { costs }: PollPlan, step: PollStep, now: Date): boolean =>
  costs && post.checkedAt === null && post.askedAt === null && minutesOf(post, now) > step * (1 + LATE);

/** @returns when the next poll is due (ISO); null: no poll follows */
export function nextPollAt(post: Post, { ladder, isSimulated }: PollPlan, now: Date): string | null {
  const age = nextDueAge(ladder, minutesOf(post, now), shareOf(metricsId(post)));
  const dueAt = age === null ? null : Date.parse(post.publishedAt) + age * MINUTE_MS;
  const every = isSimulated ? simulatedAfter(post, now) : null;
  const next = every === null ? dueAt : Math.min(dueAt ?? Infinity, multipleAfter(now.getTime(), every));
  return next === null ? null : new Date(next).toISOString();
}

/** @returns when to poll again after a failed try, and the number of failed tries; 0: no failed try counts for the next step */
export function retryPollAt(
  post: Post & Pick<PlannedPoll, 'tries'>,
  plan: PollPlan,
  now: Date,
): Pick<PlannedPoll, 'dueAt' | 'tries'> {
  const wait = RETRY_AFTER[post.tries];
  const next = nextPollAt(post, plan, now);
  const again = wait === undefined ? null : new Date(now.getTime() + wait).toISOString();
  if (again === null || (next !== null && next < again)) return { dueAt: next, tries: 0 };
  return { dueAt: again, tries: post.tries + 1 };
}

function simulatedAfter(post: Post, now: Date): number | null {
  const age = now.getTime() - Date.parse(post.publishedAt);
  return SIMULATED.find(({ until }) => age < until)?.every ?? null;
}

const multipleAfter = (at: number, every: number): number => (Math.floor(at / every) + 1) * every;

const exactAge = (publishedAt: string, at: number): number => (at - Date.parse(publishedAt)) / MINUTE_MS;
const minutesOf = ({ publishedAt }: Post, now: Date): number => exactAge(publishedAt, now.getTime());
