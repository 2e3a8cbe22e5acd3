import { Note } from '#ui/note.tsx';
import { problemText } from '../sign-in-outcome.ts';
import type { SignInSearch } from '../sign-in-search.ts';

/** Why somebody is back from a provider without being signed in. */
export function SignInProblem({ search }: { search: SignInSearch }) {
  const text = problemText(search);
  return text !== null && <ProblemNote>{text}</ProblemNote>;
}

export const ProblemNote = ({ children }: { children: string }) => (
  <Note kind="error" className="my-3">
    {children}
  </Note>
);
