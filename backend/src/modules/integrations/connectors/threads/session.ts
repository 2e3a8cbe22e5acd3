import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import { textOf } from '../json.ts';
import { withToken, type TokenRenewal } from '../oauth/with-token.ts';

export type ThreadsSession = Readonly<{ token: string; userId: string }>;

/** Runs `work` as the account; see `withToken` for tokens that end or were refused. @throws as `withToken` */
export const withSession = <Result>(
  renewal: TokenRenewal,
  work: (session: ThreadsSession) => Promise<Result>,
): Promise<Result> =>
  withToken(renewal, ({ accessToken }, stored) => work({ token: accessToken, userId: userIdIn(stored) }));

const userIdIn = (stored: JsonObject): string => textOf(stored['userId']) ?? 'me';
