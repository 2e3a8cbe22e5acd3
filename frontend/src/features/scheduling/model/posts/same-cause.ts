import type { TargetView } from '@posthorn/contracts/scheduling/posts.http';
import { connectionOf, isSolvedByReconnecting, type Connections } from '../connections.ts';
import { waitsForAccount } from './waits-for-account.ts';

/** Targets of one post that share a row. `cause`: the key of the row. */
export type TargetGroup = Readonly<{ cause: string | number; targets: readonly TargetView[] }>;

/** Groups targets with the same problem, at the position of the first. Each other target forms its own group. */
export function groupsOf(targets: readonly TargetView[], connections: Connections): readonly TargetGroup[] {
  const groups = new Map<string | number, TargetView[]>();
  for (const target of targets) {
    const cause = causeOf(target, connections) ?? target.accountId;
    groups.set(cause, [...(groups.get(cause) ?? []), target]);
  }
  return [...groups].map(([cause, together]) => ({ cause, targets: together }));
}

/** Null: the target does not share a row, because it has more to show or the user must act on its account. */
function causeOf(target: TargetView, connections: Connections): string | null {
  const { status, platform, problem, warning, remoteDeletion, coverProblem, duplicates } = target;
  if (status === 'posted' || problem === null) return null;
  if ((warning ?? remoteDeletion ?? coverProblem) !== null || duplicates.length > 0) return null;
  if (waitsForAccount(target) || isSolvedByReconnecting(problem)) return null;
  if (connectionOf(target.accountId, connections) !== 'active') return null;
  const { code, variant, words, values } = problem;
  // A message of a platform is quoted with its name, so only targets of this platform can share it.
  const quoted = words !== null && [platform, words];
  return JSON.stringify([status, target.nextAttemptAt !== null, code, quoted, values && [variant, values]]);
}
