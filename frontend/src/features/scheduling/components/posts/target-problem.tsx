import type { TargetView } from '@posthorn/contracts/scheduling/posts.http';
import { useNow } from '#lib/now.ts';
import { relativeTime } from '#lib/relative-time.ts';
import { saying } from '#lib/saying.tsx';
import { CARD_TEXT } from '../../messages/posts.en.ts';
import { isChecking } from '../../model/posts/is-checking.ts';
import { PlatformSays } from './platform-says.tsx';
import { SaidByCheck } from './said-by-check.tsx';

const Why = saying(
  async () => (await import('../../messages/target-problems.en.ts')).PROBLEM_SENTENCES.target,
);

/** Shows why a target failed, waits or is unknown, and the time of the next attempt. */
export function TargetProblem({ target }: { target: TargetView }) {
  const { problem, platform, nextAttemptAt } = target;
  const now = useNow();
  if (!problem) return null;
  return (
    <div className="pb-2 text-sm text-muted">
      <p>
        {problem.values ? <SaidByCheck said={problem} values={problem.values} /> : <Why said={problem} />}
      </p>
      <PlatformSays platform={platform} words={problem.words} />
      {nextAttemptAt && !isChecking(target) && (
        <p className="mt-0.5">{CARD_TEXT.nextTry(relativeTime(nextAttemptAt, now))}</p>
      )}
    </div>
  );
}
