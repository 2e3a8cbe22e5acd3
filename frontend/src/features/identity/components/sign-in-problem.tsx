import { SIGN_IN_PROBLEM_TEXT } from '@posthorn/contracts/identity/sign-in-problems';
import { SIGN_IN_PROVIDER_NAMES, signInProblems } from '@posthorn/contracts/identity/sign-in-providers.http';
import { Note } from '#ui/note.tsx';
import type { SignInSearch } from '../model/sign-in-search.ts';
import { providerIn } from '../model/linked-by.ts';

function problemText({ problem, provider }: SignInSearch): string | null {
  const known = signInProblems.find((one) => one === problem);
  const knownProvider = providerIn(provider);
  return known && knownProvider ? SIGN_IN_PROBLEM_TEXT[known](SIGN_IN_PROVIDER_NAMES[knownProvider]) : null;
}

/** Explains why the sign-in at a provider failed. */
export function SignInProblem({ search }: { search: SignInSearch }) {
  const text = problemText(search);
  return text !== null && <ProblemNote>{text}</ProblemNote>;
}

export const ProblemNote = ({ children }: { children: string }) => (
  <Note kind="error" className="my-3">
    {children}
  </Note>
);
