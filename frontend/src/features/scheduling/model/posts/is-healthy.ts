import type { TargetView } from '@posthorn/contracts/scheduling/posts.http';
import type { ShownConnection } from '../connections.ts';
import { isLate } from './is-late.ts';

/** A target without problems. The card shows only its status, in one line for all such targets. */
export type HealthyTarget = TargetView & Readonly<{ status: 'scheduled' | 'publishing' | 'posted' }>;

/** Whether a target has no problem and needs no note. */
export function isHealthy(
  target: TargetView,
  due: string,
  connection: ShownConnection,
  now: number,
): target is HealthyTarget {
  const { status, problem, warning, remoteDeletion, coverProblem, duplicates, waitsSince } = target;
  if (problem ?? warning ?? waitsSince ?? remoteDeletion ?? coverProblem) return false;
  if (status === 'posted') return duplicates.length === 0;
  return (
    (status === 'scheduled' || status === 'publishing') &&
    connection === 'active' &&
    !isLate(target, due, now)
  );
}
