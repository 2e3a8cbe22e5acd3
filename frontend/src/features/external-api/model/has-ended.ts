import type { ApiTokenView } from '@posthorn/contracts/identity/api-tokens.http';

/** An expired token is still listed, but no longer valid. */
export const hasEnded = ({ expiresAt }: Pick<ApiTokenView, 'expiresAt'>, now: number): boolean =>
  expiresAt !== null && Date.parse(expiresAt) <= now;
