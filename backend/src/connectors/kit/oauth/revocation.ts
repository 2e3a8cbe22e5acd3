import type { ServerReply } from '#infrastructure/outgoing/outgoing-reply.ts';

/** The platform failed, so the token may still be valid there. */
class NotRevoked extends Error {
  override readonly name = 'NotRevoked';
  constructor(status: number) {
    super(`the platform returned ${String(status)} and did not revoke the token`);
  }
}

/**
 * Any other response is final: a token that a platform refuses to revoke is no longer valid there.
 * @throws NotRevoked if the platform failed
 */
export function checkRevoked({ status }: Pick<ServerReply, 'status'>): void {
  if (status >= 500 || status === 429 || status === 408) throw new NotRevoked(status);
}
