import type { SignInProblem } from '@posthorn/contracts/identity/sign-in-providers.http';

/** The page that shows the problem. Signed-in users who connect a provider are in Settings. */
export type RefusalPage = '/login' | '/settings';

/** Ends a sign-in by a provider with a sentence for the user. `cause` goes into the log, never to the browser. */
export class SignInRefused extends Error {
  override readonly name = 'SignInRefused';

  constructor(
    readonly problem: SignInProblem,
    readonly shownAt: RefusalPage = '/login',
    options?: ErrorOptions,
  ) {
    super(problem, options);
  }
}
