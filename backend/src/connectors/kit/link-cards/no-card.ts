import type { NoCardReason } from '@posthorn/contracts/integrations/link-card';
import { OutgoingError, type OutgoingFailure } from '#infrastructure/outgoing/outgoing-error.ts';

/** Posthorn cannot make a card or a picture for the link. The post is published without it. */
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

/** Converts a network failure into a `NoCard`. @throws every other error */
export function noCardOf(error: unknown): NoCard {
  if (error instanceof NoCard) return error;
  if (error instanceof OutgoingError) return new NoCard(REASON[error.failure], { cause: error });
  throw error;
}
