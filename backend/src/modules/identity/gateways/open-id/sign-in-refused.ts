import type { SignInProblem } from '@posthorn/contracts/identity/sign-in-providers.http';

/** Where somebody is told about it: those who are signed in and wanted to connect are at Settings. */
export type ToldAt = '/login' | '/settings';

/** Ends the way to a provider or back with a sentence. `cause` goes into the log, never to the browser. */
export class SignInRefused extends Error {
  override readonly name = 'SignInRefused';

  constructor(
    readonly problem: SignInProblem,
    readonly toldAt: ToldAt = '/login',
    options?: ErrorOptions,
  ) {
    super(problem, options);
  }
}
