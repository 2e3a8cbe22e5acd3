import type { SignedIn } from './edge-request.ts';
import { RequestRefused } from './request-refused.ts';

/** Whoever sits at an open browser has to prove who they are before they do what cannot be taken back. */
export class NotFresh extends RequestRefused {
  /** @param message what has to be done first, and what for */
  constructor(message: string) {
    super(403, 'identity.not-fresh', message);
  }
}

/** @throws NotFresh */
export function requireFresh({ isFresh }: Pick<SignedIn, 'isFresh'>, message: string): void {
  if (!isFresh) throw new NotFresh(message);
}
