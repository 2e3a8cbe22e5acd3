import { Note } from '#ui/note.tsx';
import type { SignInOutcome } from '../sign-in-outcome.ts';
import { problemText } from '../sign-in-problem-text.ts';

/** Why somebody is back from a provider without being signed in. */
export function SignInProblem({ outcome }: { outcome: SignInOutcome }) {
  const text = problemText(outcome);
  return (
    text !== null && (
      <Note kind="error" className="mb-4">
        {text}
      </Note>
    )
  );
}
