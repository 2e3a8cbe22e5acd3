import type { SignInProblem } from '@posthorn/contracts/identity/sign-in-providers.http';

/** The page that shows the problem: `/settings` for signed-in users who connect a provider. */
export type RefusalPage = '/login' | '/settings';

/** Ends a sign-in with a provider. The user sees a sentence about `problem`. The log contains `cause`, which the browser never gets. */
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
