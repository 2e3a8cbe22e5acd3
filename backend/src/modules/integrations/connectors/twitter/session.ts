import { textOf } from '../json.ts';
import { withToken, type TokenRenewal } from '../oauth/with-token.ts';

export type TwitterSession = Readonly<{ token: string; userId: string; username: string }>;

/** Runs `work` as the account; see `withToken` for tokens that end or were refused. @throws as `withToken` */
export const withSession = <Result>(
  renewal: TokenRenewal,
  work: (session: TwitterSession) => Promise<Result>,
): Promise<Result> =>
  withToken(renewal, ({ accessToken: token }, stored) => {
    const field = (name: string) => textOf(stored[name]) ?? '';
    return work({ token, userId: field('userId'), username: field('username') });
  });
