import type { SignedIn } from '../session/edge-request.ts';
import { RequestRefused } from '../errors/request-refused.ts';

/** The sign-in is too old for a step that a thief of the session would want: the user has to sign in again first. */
export class NotFresh extends RequestRefused {
  /** @param message what has to be done first, and what for */
  constructor(message: string) {
    super('identity.not-fresh', message);
  }
}

/** @throws NotFresh */
export function requireFresh({ isFresh }: Pick<SignedIn, 'isFresh'>, message: string): void {
  if (!isFresh) throw new NotFresh(message);
}
