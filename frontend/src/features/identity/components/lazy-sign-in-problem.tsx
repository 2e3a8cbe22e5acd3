import { lazy, Suspense } from 'react';
import type { SignInOutcome } from '../sign-in-outcome.ts';

const Loaded = lazy(async () => ({ default: (await import('./sign-in-problem.tsx')).SignInProblem }));

/** Few come back with a problem: its words are no part of the first load. */
export const LazySignInProblem = ({ outcome }: { outcome: SignInOutcome }) =>
  outcome.problem && (
    <Suspense>
      <Loaded outcome={outcome} />
    </Suspense>
  );
