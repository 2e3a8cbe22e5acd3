import { lazy, Suspense } from 'react';
import type { SignInSearch } from '../model/sign-in-search.ts';

const Loaded = lazy(async () => ({ default: (await import('./sign-in-problem.tsx')).SignInProblem }));

/** Loads `SignInProblem` late, because few users return with a problem. */
export const LazySignInProblem = ({ search }: { search: SignInSearch }) =>
  search.problem && (
    <Suspense>
      <Loaded search={search} />
    </Suspense>
  );
