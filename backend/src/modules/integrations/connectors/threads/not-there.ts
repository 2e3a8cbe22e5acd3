import type { LookUpOutcome } from '../contract/outcome.ts';
import { refused } from '../outcomes.ts';
import type { ThreadsRefs } from './refs.ts';

/** A container may go on saying that it waits for its publication while that is under way. */
const DOUBT_MS = 60_000;

/** What it means that a container is no post: one that the guard against spam has stopped becomes none. */
export function notThere(stopped: ThreadsRefs['stopped'], armedAt: string, now: Date): LookUpOutcome {
  if (!stopped) return { kind: 'absent' };
  const decided = new Date(Date.parse(armedAt) + DOUBT_MS);
  if (now < decided) return { kind: 'pending', until: decided.toISOString() };
  return refused('rejected', stopped.words, false);
}
