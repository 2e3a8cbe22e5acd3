import { textOf } from '../json.ts';
import { withToken, type Renewal } from '../oauth/with-token.ts';

export type TwitterSession = Readonly<{ token: string; userId: string; username: string }>;

/** Runs `work` as the account; see `withToken` for tokens that end or were refused. @throws as `withToken` */
export const withSession = <Result>(
  renewal: Renewal,
  work: (session: TwitterSession) => Promise<Result>,
): Promise<Result> =>
  withToken(renewal, ({ accessToken: token }, stored) => {
    const field = (name: string) => textOf(stored[name]) ?? '';
    return work({ token, userId: field('userId'), username: field('username') });
  });
