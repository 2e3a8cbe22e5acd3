import type { ServerReply } from '#infrastructure/outgoing/outgoing-reply.ts';

/** The platform was in trouble: the token may still be good there. */
class NotRevoked extends Error {
  override readonly name = 'NotRevoked';
  constructor(status: number) {
    super(`the platform answered ${String(status)} instead of taking the token back`);
  }
}

/** Any other answer is an end: what a platform refuses to take back, it does not know (any more). @throws NotRevoked */
export function wasHeard({ status }: Pick<ServerReply, 'status'>): void {
  if (status >= 500 || status === 429 || status === 408) throw new NotRevoked(status);
}
