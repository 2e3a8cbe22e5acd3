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

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/**
 * The sandbox has no limits for calls, and a person who tries it waits. These looks are due at whole multiples of `every`,
 * so that all posts of an account are looked at together.
 */
const SIMULATED = [
  { until: HOUR, every: 5 * SECOND },
  { until: 24 * HOUR, every: MINUTE },
] as const;

/** Waits after a try that came to nothing; then the next step. */
const AGAIN_AFTER = [MINUTE, 10 * MINUTE] as const;
/** Gone is what the platform says so twice, so far apart. */
export const GONE_AFTER = 10 * MINUTE;

/** From 0 to 1, always the same for one stream. */
export function shareOf(stream: string): number {
  return createHash('sha256').update(stream).digest().readUInt32BE(0) / 2 ** 32;
}

/** By what an account is looked at. */
export type PollPlan = Readonly<{ ladder: Ladder; isSimulated: boolean; costs: boolean }>;

/**
 * @param own of the connector; undefined: the usual steps
 * @param seen whether the owner sees figures; without it only milestones are kept for later
 * @param costs a look costs money: none is spent on what nobody sees
 */
export function ladderFor(own: Ladder | undefined, seen: boolean, costs: boolean): Ladder {
  if (seen) return own ?? USUAL;
  return costs ? { ages: [] } : MILESTONES_ALONE;
}

type Post = Pick<PlannedPoll, 'postId' | 'accountId' | 'publishedAt' | 'checkedAt' | 'askedAt' | 'goneAt'>;

/** The step that is due; null: a look is due between steps; undefined: none is. */
export function dueStep(post: Post, plan: PollPlan, now: Date): PollStep | null | undefined {
  const { ladder, isSimulated } = plan;
  if (ladder.ages.length === 0) return undefined;
  const share = shareOf(metricsId(post));
  const step = stepAt(ladder, minutesOf(post, now), share);
  const { checkedAt, publishedAt, goneAt } = post;
  // A post that seems gone was asked for and nothing was learned: it is due until that is sure.
  const isTaken =
    step !== null &&
    checkedAt !== null &&
    goneAt === null &&
    dueAge(step, share) <= exactAge(publishedAt, Date.parse(checkedAt));
  if (step !== null && !isTaken) return isPast(post, plan, step, now) ? undefined : step;
  if (post.askedAt !== null || goneAt !== null) return null;
  const every = isSimulated ? simulatedAfter(post, now) : null;
  const isAgain =
    every !== null && (checkedAt === null || multipleAfter(Date.parse(checkedAt), every) <= now.getTime());
  return isAgain ? null : undefined;
}

/** Later than this share of its age a step is past. */
const LATE = 0.25;
/** Where a look costs money none is spent on what comes too late for its step: of posts that nobody has looked at yet. */
const isPast = (post: Post, { costs }: PollPlan, step: PollStep, now: Date): boolean =>
  costs && post.checkedAt === null && post.askedAt === null && minutesOf(post, now) > step * (1 + LATE);

/** ISO; null: no look follows. */
export function nextPollAt(post: Post, { ladder, isSimulated }: PollPlan, now: Date): string | null {
  const age = nextDueAge(ladder, minutesOf(post, now), shareOf(metricsId(post)));
  const dueAt = age === null ? null : Date.parse(post.publishedAt) + age * MINUTE;
  const every = isSimulated ? simulatedAfter(post, now) : null;
  const next = every === null ? dueAt : Math.min(dueAt ?? Infinity, multipleAfter(now.getTime(), every));
  return next === null ? null : new Date(next).toISOString();
}

/** After so many tries of a step that came to nothing; no tries: it is over, and the next one begins anew. */
export function retryPollAt(
  post: Post & Pick<PlannedPoll, 'tries'>,
  plan: PollPlan,
  now: Date,
): Pick<PlannedPoll, 'dueAt' | 'tries'> {
  const wait = AGAIN_AFTER[post.tries];
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

const exactAge = (publishedAt: string, at: number): number => (at - Date.parse(publishedAt)) / MINUTE;
const minutesOf = ({ publishedAt }: Post, now: Date): number => exactAge(publishedAt, now.getTime());
