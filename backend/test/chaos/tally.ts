import type { PostView, TargetView } from '@posthorn/contracts/scheduling/posts.http';
import type { SandboxPost } from '../sandbox-control.ts';

/** A post that the run wrote. */
export type Written = Readonly<{
  id: number;
  /** The size of its video, which no other post has; null without a video. */
  videoBytes: number | null;
  /** Its accounts on platforms where the outcome of a post cannot be looked up. */
  blind: ReadonlySet<number>;
}>;

export type Tally = Readonly<{
  targets: number;
  posted: number;
  failed: number;
  unknown: number;
  open: number;
  /** Targets that their platform received more than once. */
  duplicates: number;
  /** Targets that were reported as "posted" but are not on the platform. */
  lost: number;
  /** Targets that arrived although the product reports otherwise; "unknown" on a blind platform is correct. */
  unrecorded: number;
  /** Part of `failed`: the platform accepted the file but could not use it, and the post did not arrive. */
  spoilt: number;
  /** Part of `unknown`: targets on platforms without a look-up. */
  blind: number;
  /** Videos on YouTube without the chosen thumbnail and without a reported reason. */
  bare: number;
  /** Received posts that belong to no target. */
  strangers: number;
  /** Targets and arrivals of each platform. */
  platforms: Readonly<Record<string, Readonly<{ targets: number; posted: number; arrived: number }>>>;
  problems: readonly string[];
}>;

/** The text that identifies the copy on a platform among all posts of one account. */
export const markOf = (post: string | number, accountId: number): string =>
  `Chaos ${String(post)} on ${String(accountId)}.`;
const MARK = /Chaos \S+ on \d+\./u;

/** A target with what the platform received for it. */
type Counted = Readonly<{
  target: TargetView;
  post: PostView;
  arrived: number;
  isBlind: boolean;
  isBare: boolean;
}>;

/**
 * Compares the product's reports with what the platforms received.
 * The mark in the text identifies a copy. A copy without a text is identified by the size of its video.
 */
export function tally(
  written: readonly Written[],
  posts: readonly PostView[],
  received: readonly SandboxPost[],
): Tally {
  const arrivals = new Map<string, number>();
  for (const copy of received) arrivals.set(keyOf(copy), (arrivals.get(keyOf(copy)) ?? 0) + 1);
  const withoutCover = new Set(received.filter(({ cover }) => !cover).map(keyOf));
  const postsById = new Map(posts.map((post) => [post.id, post]));
  const missing = written.filter(({ id }) => !postsById.has(id));
  const expected = new Set<string>();
  const targets = written.flatMap(({ id, videoBytes, blind }) => {
    const post = postsById.get(id);
    return (post?.targets ?? []).map((target): Counted => {
      const keys = keysOf(target, videoBytes);
      for (const key of keys) expected.add(key);
      const arrived = keys.reduce((sum, key) => sum + (arrivals.get(key) ?? 0), 0);
      const isBare =
        target.platform === 'youtube' && videoBytes !== null && keys.some((key) => withoutCover.has(key));
      return { target, post: post as PostView, arrived, isBlind: blind.has(target.accountId), isBare };
    });
  });
  const strangers = received.filter((copy) => !expected.has(keyOf(copy)));
  const withStatus = (status: string) => targets.filter(({ target }) => target.status === status);
  const wrong = targets.filter((each) => !isReportedRight(each));
  return {
    targets: targets.length,
    posted: withStatus('posted').length,
    failed: withStatus('failed').length,
    unknown: withStatus('unknown').length,
    open: withStatus('scheduled').length + withStatus('publishing').length,
    duplicates: targets.filter(({ arrived }) => arrived > 1).length,
    lost: withStatus('posted').filter(({ arrived }) => arrived === 0).length + missing.length,
    unrecorded: targets.filter((each) => each.arrived > 0 && !isRecorded(each)).length,
    spoilt: targets.filter(isSpoilt).length,
    blind: withStatus('unknown').filter(({ isBlind }) => isBlind).length,
    bare: targets.filter(isBareUnrecorded).length,
    strangers: strangers.length,
    platforms: byPlatform(targets),
    problems: [
      ...missing.map(({ id }) => `post ${String(id)} is not in the list`),
      ...wrong.map(describe),
      ...strangers.map((copy) => `${copy.platform} received what nobody sent: ${keyOf(copy)}`),
    ],
  };
}

/** Reasons why a platform could not use a file that it had accepted. */
const SPOILT: readonly string[] = ['media-rejected', 'processing-failed', 'rejected'];

const isSpoilt = ({ target: { status, problem }, arrived }: Counted): boolean =>
  status === 'failed' && arrived === 0 && SPOILT.includes(problem?.code ?? '');

const isRecorded = ({ target: { status }, isBlind }: Counted): boolean =>
  status === 'posted' || (status === 'unknown' && isBlind);

const isBareUnrecorded = ({ target: { coverProblem }, isBare }: Counted): boolean =>
  isBare && coverProblem === null;

const isReportedRight = (each: Counted): boolean => {
  const { target, arrived, isBlind } = each;
  if (isBareUnrecorded(each)) return false;
  if (target.status === 'posted') return arrived === 1;
  return (target.status === 'unknown' && isBlind && arrived <= 1) || isSpoilt(each);
};

const keyOf = ({ platform, text, media }: SandboxPost): string =>
  `${platform} ${MARK.exec(text)?.[0] ?? `${String(media[0]?.bytes ?? 0)} bytes`}`;

function keysOf({ platform, content }: TargetView, videoBytes: number | null): readonly string[] {
  const byText = `${platform} ${MARK.exec(content ?? '')?.[0] ?? ''}`;
  return videoBytes === null ? [byText] : [byText, `${platform} ${String(videoBytes)} bytes`];
}

function byPlatform(targets: readonly Counted[]): Tally['platforms'] {
  const all: Record<string, { targets: number; posted: number; arrived: number }> = {};
  for (const { target, arrived } of targets) {
    const sums = (all[target.platform] ??= { targets: 0, posted: 0, arrived: 0 });
    sums.targets += 1;
    sums.posted += target.status === 'posted' ? 1 : 0;
    sums.arrived += arrived;
  }
  return all;
}

const describe = ({ target, post, arrived, isBare }: Counted): string => {
  const { status, platform, accountName, problem, attempts, nextAttemptAt } = target;
  const reason = problem ? `${problem.code} (${problem.words ?? 'no words'})` : 'no problem';
  const next = nextAttemptAt === null ? '' : `, next at ${nextAttemptAt}`;
  return (
    `post ${String(post.id)} on ${platform} as ${accountName}: ${status} after ${String(attempts)} attempts, ` +
    `arrived ${String(arrived)} times${isBare ? ' without its thumbnail' : ''}, ${reason}${next}`
  );
};
