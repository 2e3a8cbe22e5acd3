import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { Clock } from '#infrastructure/clock.ts';
import type { AccountAccess } from '../contract/account-access.ts';
import { oauthCredentials } from './oauth/oauth-credentials.ts';
import { withToken, type TokenRenewal } from './oauth/with-token.ts';

/** Runs `work` as the account, with a valid token. @throws the errors of `withToken` */
export type AsAccount<Session> = <Result>(
  access: Pick<AccountAccess, 'credentials' | 'renew'>,
  work: (session: Session) => Promise<Result>,
) => Promise<Result>;

/**
 * @param sessionOf makes the session for calls from the stored credentials
 * @param refresh undefined: after a refused token, only a new login helps
 */
export const asAccount =
  <Session>(
    sessionOf: (stored: JsonObject) => Session,
    refresh: TokenRenewal['refresh'],
    clock: Clock,
  ): AsAccount<Session> =>
  (access, work) =>
    withToken({ access, refresh, now: () => clock.now() }, (_, stored) => work(sessionOf(stored)));

/** For platforms whose calls need only the token: the token is the session. */
export const tokenOf = (stored: JsonObject): string => oauthCredentials(stored).accessToken;
