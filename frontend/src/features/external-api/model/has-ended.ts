import type { ApiTokenView } from '@posthorn/contracts/identity/api-tokens.http';

/** It is listed still, and opens nothing. */
export const hasEnded = ({ expiresAt }: Pick<ApiTokenView, 'expiresAt'>, now: number): boolean =>
  expiresAt !== null && Date.parse(expiresAt) <= now;
