import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import type { SandboxPost } from '../sandbox-control.ts';

export type Tally = Readonly<{
  targets: number;
  posted: number;
  failed: number;
  unknown: number;
  open: number;
  /** Posts that a platform received more than once. */
  duplicates: number;
  /** Targets that were told "posted" and are not there. */
  lost: number;
  /** Posts that are there though their target says otherwise. */
  untold: number;
  problems: readonly string[];
}>;

/** Compares what the product says with what the platforms received. */
export function tally(posts: readonly PostView[], received: readonly SandboxPost[]): Tally {
  const arrivals = new Map<string, number>();
  for (const { platform, text } of received) {
    const key = `${platform} ${text.split('\n')[0] ?? ''}`;
    arrivals.set(key, (arrivals.get(key) ?? 0) + 1);
  }
  const targets = posts.flatMap((post) =>
    post.targets.map((target) => ({
      ...target,
      arrived: arrivals.get(`${target.platform} ${post.content}`) ?? 0,
      post,
    })),
  );
  const of = (status: string) => targets.filter((target) => target.status === status);
  return {
    targets: targets.length,
    posted: of('posted').length,
    failed: of('failed').length,
    unknown: of('unknown').length,
    open: of('scheduled').length + of('publishing').length,
    duplicates: targets.filter(({ arrived }) => arrived > 1).length,
    lost: of('posted').filter(({ arrived }) => arrived === 0).length,
    untold: targets.filter(({ arrived, status }) => arrived > 0 && status !== 'posted').length,
    problems: targets
      .filter(({ status, arrived }) => status !== 'posted' || arrived !== 1)
      .map(
        ({ status, arrived, platform, problem, post }) =>
          `post ${String(post.id)} on ${platform}: ${status}, arrived ${String(arrived)} times, ${problem?.code ?? 'no problem'}`,
      ),
  };
}
