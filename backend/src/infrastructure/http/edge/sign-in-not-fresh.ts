import type { SignedIn } from '../session/edge-request.ts';
import { RequestRefused } from '../errors/request-refused.ts';

/** The sign-in is too old for a step that a thief of the session would want, so the user has to sign in again. */
export class SignInNotFresh extends RequestRefused {
  /** @param message the sentence for the user: what to do first, and for what */
  constructor(message: string) {
    super('identity.not-fresh', message);
  }
}

/** @throws SignInNotFresh */
export function requireFreshSignIn({ isFresh }: Pick<SignedIn, 'isFresh'>, message: string): void {
  if (!isFresh) throw new SignInNotFresh(message);
}
