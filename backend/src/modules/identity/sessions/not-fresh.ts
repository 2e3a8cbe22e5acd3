import { RequestRefused } from '#infrastructure/http/request-refused.ts';

/** Whoever sits at an open browser has to prove who they are before they do what cannot be taken back. */
export class NotFresh extends RequestRefused {
  /** @param message what has to be done first, and what for */
  constructor(message: string) {
    super(403, 'identity.not-fresh', message);
  }
}
