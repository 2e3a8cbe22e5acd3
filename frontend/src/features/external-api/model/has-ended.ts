import type { ApiTokenView } from '@posthorn/contracts/identity/api-tokens.http';

/** Whether a token has expired. An expired token stays in the list. */
export const hasEnded = ({ expiresAt }: Pick<ApiTokenView, 'expiresAt'>, now: number): boolean =>
  expiresAt !== null && Date.parse(expiresAt) <= now;
