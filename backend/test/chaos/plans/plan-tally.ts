import type { DraftLine } from '@posthorn/contracts/scheduling/drafts.http';
import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import type { SandboxPost } from '../../sandbox-control.ts';

/**
 * A time that a client requested. `sent` and `answered` are positions in the sequence of all requests and responses of a run. `answered` null:
 * the client received no response. Refused times are left out.
 */
export type RequestedTime = Readonly<{ at: string; sent: number; answered: number | null }>;

/** A draft that the run wrote, and its post. */
export type Plan = Readonly<{
  draftId: string;
  /** Null: it stays a draft. */
  postId: number | null;
  /** The last text of the draft that the product accepted. */
  words: string;
  times: readonly RequestedTime[];
}>;

export type PlanTally = Readonly<{
  plans: number;
  /** Drafts that should stay drafts. */
  kept: number;
  /** Accepted times after the first time of each post, and times whose response was lost. */
  moves: number;
  unanswered: number;
  /** Posts at a time that no client chose. */
  unchosen: number;
  /** Copies that were published before the time of their post. */
  early: number;
  /** Drafts that should stay, but are missing or have a different text. */
  lostDrafts: number;
  /** Drafts that still exist although they became posts. */
  leftoverDrafts: number;
  /** Posts without a plan: a draft became two posts. */
  extra: number;
  problems: readonly string[];
}>;

/** The times that a post may have at the end: the last accepted times, and each time whose response was lost. */
export function possibleTimes(times: readonly RequestedTime[]): ReadonlySet<string> {
  const lastAnsweredSent = Math.max(...times.map(({ sent, answered }) => (answered === null ? 0 : sent)));
  // The product may have handled overlapping requests in any order.
  const possible = times.filter(({ answered }) => answered === null || answered > lastAnsweredSent);
  return new Set(possible.map(({ at }) => at));
}

/** Compares the requests of clients with the posts and drafts in the product, and with the posts that the platforms received. */
export function tallyPlans(
  plans: readonly Plan[],
  found: Readonly<{
    posts: readonly PostView[];
    drafts: readonly Pick<DraftLine, 'id' | 'content'>[];
    received: readonly SandboxPost[];
  }>,
): PlanTally {
  const posts = new Map(found.posts.map((post) => [post.id, post]));
  const drafts = new Map(found.drafts.map((draft) => [draft.id, draft.content]));
  const ids = new Set(plans.map(({ postId }) => postId));
  const scheduled = plans.flatMap((plan) => {
    const post = plan.postId === null ? undefined : posts.get(plan.postId);
    return post ? [{ plan, post }] : [];
  });
  const kept = plans.filter(({ postId }) => postId === null);
  const unchosen = scheduled.filter(({ plan, post }) => !possibleTimes(plan.times).has(post.scheduledFor));
  const early = scheduled.flatMap(({ post }) => copiesOf(post, found.received).filter(isBefore(post)));
  const lost = kept.filter(({ draftId, words }) => drafts.get(draftId) !== words);
  const leftoverDrafts = scheduled.filter(({ plan }) => drafts.has(plan.draftId));
  const extra = found.posts.filter(({ id }) => !ids.has(id));
  const times = plans.flatMap((plan) => plan.times);
  return {
    plans: plans.length,
    kept: kept.length,
    moves: times.length - (plans.length - kept.length),
    unanswered: times.filter(({ answered }) => answered === null).length,
    unchosen: unchosen.length,
    early: early.length,
    lostDrafts: lost.length,
    leftoverDrafts: leftoverDrafts.length,
    extra: extra.length,
    problems: [
      ...unchosen.map(
        ({ plan, post }) => `post ${String(post.id)} is at ${post.scheduledFor}: ${timesOf(plan)}`,
      ),
      ...early.map(({ platform, text, receivedAt }) => `${platform} got "${text}" early, at ${receivedAt}`),
      ...lost.map(({ draftId, words }) => `draft ${draftId} has lost "${words}"`),
      ...leftoverDrafts.map(
        ({ plan, post }) => `draft ${plan.draftId} stays beside its post ${String(post.id)}`,
      ),
      ...extra.map(({ id, content }) => `post ${String(id)} is one too many: "${content}"`),
    ],
  };
}

const copiesOf = ({ targets }: PostView, received: readonly SandboxPost[]): readonly SandboxPost[] =>
  received.filter(({ platform, text }) =>
    targets.some(
      (target) => target.platform === platform && target.content != null && text.startsWith(target.content),
    ),
  );

const isBefore =
  ({ scheduledFor }: PostView) =>
  ({ receivedAt }: SandboxPost): boolean =>
    Date.parse(receivedAt) < Date.parse(scheduledFor);

const timesOf = ({ times }: Plan): string =>
  times
    .map(({ at, sent, answered }) => `${at} (sent ${String(sent)}, answered ${String(answered)})`)
    .join(', ');
