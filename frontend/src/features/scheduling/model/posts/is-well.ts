import type { TargetView } from '@posthorn/contracts/scheduling/posts.http';
import type { ShownConnection } from '../connections.ts';
import { isLate } from './is-late.ts';

/** Of such a target there is nothing to tell but its status, which has words for many at once. */
export type WellTarget = TargetView & Readonly<{ status: 'scheduled' | 'publishing' | 'posted' }>;

/** Nothing stands in its way, and nobody has to know more of it. */
export function isWell(
  target: TargetView,
  due: string,
  connection: ShownConnection,
  now: number,
): target is WellTarget {
  const { status, problem, warning, remoteDeletion, coverProblem, duplicates, waitsSince } = target;
  if (problem ?? warning ?? waitsSince ?? remoteDeletion ?? coverProblem) return false;
  if (status === 'posted') return duplicates.length === 0;
  return (
    (status === 'scheduled' || status === 'publishing') &&
    connection === 'active' &&
    !isLate(target, due, now)
  );
}
