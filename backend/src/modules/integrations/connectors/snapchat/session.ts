import { textOf } from '../json.ts';
import { withToken, type TokenRenewal } from '../oauth/with-token.ts';

/** `profile`: the path of the Public Profile. */
export type SnapchatSession = Readonly<{ token: string; profile: string }>;

/** Runs `work` as the account; see `withToken` for tokens that end or were refused. @throws as `withToken` */
export const withSession = <Result>(
  renewal: TokenRenewal,
  work: (session: SnapchatSession) => Promise<Result>,
): Promise<Result> =>
  withToken(renewal, ({ accessToken: token }, stored) => {
    const id = textOf(stored['profileId']) ?? '';
    return work({ token, profile: `/v1/public_profiles/${encodeURIComponent(id)}` });
  });
