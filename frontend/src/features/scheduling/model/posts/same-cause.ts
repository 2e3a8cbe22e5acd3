import type { TargetView } from '@posthorn/contracts/scheduling/posts.http';
import { connectionOf, isOfAccount, type Connections } from '../connections.ts';
import { waitsForAccount } from './waits-for-account.ts';

/** Targets of one post that share a row. `cause`: a key for that row. */
export type TargetGroup = Readonly<{ cause: string; targets: readonly TargetView[] }>;

/** Targets with the same cause of trouble, together at the place of the first one. Any other target stands alone. */
export function groupsOf(targets: readonly TargetView[], connections: Connections): readonly TargetGroup[] {
  const groups = new Map<string, TargetView[]>();
  for (const target of targets) {
    const cause = causeOf(target, connections) ?? String(target.accountId);
    groups.set(cause, [...(groups.get(cause) ?? []), target]);
  }
  return [...groups].map(([cause, together]) => ({ cause, targets: together }));
}

/** Null: the target has more to show than one cause, or its owner has to act on that account. */
function causeOf(target: TargetView, connections: Connections): string | null {
  const { status, platform, problem, warning, remoteDeletion, coverProblem, duplicates } = target;
  if (status === 'posted' || problem === null) return null;
  if ((warning ?? remoteDeletion ?? coverProblem) !== null || duplicates.length > 0) return null;
  if (waitsForAccount(target) || isOfAccount(problem)) return null;
  if (connectionOf(target.accountId, connections) !== 'active') return null;
  const { code, words } = problem;
  // Only one platform can be named as the one that said these words.
  const said = words === null ? [] : [platform, words];
  return [status, String(target.nextAttemptAt !== null), code, ...said].join('\n');
}
