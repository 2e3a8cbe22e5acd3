import type { NoCardReason } from '@posthorn/contracts/integrations/link-card';
import { OutgoingError, type OutgoingFailure } from '#infrastructure/outgoing/outgoing-error.ts';

/** A page of which no card can be made, or a picture that cannot be used. Never a reason to hold a post back. */
export class NoCard extends Error {
  override readonly name = 'NoCard';
  constructor(
    readonly reason: NoCardReason,
    options?: ErrorOptions,
  ) {
    super(`no card: ${reason}`, options);
  }
}

const REASON: Readonly<Record<OutgoingFailure, NoCardReason>> = {
  blocked: 'blocked',
  unreachable: 'no-answer',
  reset: 'no-answer',
  timeout: 'too-slow',
  redirected: 'no-answer',
  unreadable: 'not-a-page',
};

/** What a failure on the way means for the card. @throws what is no failure of the network */
export function noCardOf(error: unknown): NoCard {
  if (error instanceof NoCard) return error;
  if (error instanceof OutgoingError) return new NoCard(REASON[error.failure], { cause: error });
  throw error;
}
