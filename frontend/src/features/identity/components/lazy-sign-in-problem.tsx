import { lazy, Suspense } from 'react';
import type { SignInSearch } from '../model/sign-in-search.ts';

const Loaded = lazy(async () => ({ default: (await import('./sign-in-problem.tsx')).SignInProblem }));

/** Few come back with a problem: its words are no part of the first load. */
export const LazySignInProblem = ({ search }: { search: SignInSearch }) =>
  search.problem && (
    <Suspense>
      <Loaded search={search} />
    </Suspense>
  );
