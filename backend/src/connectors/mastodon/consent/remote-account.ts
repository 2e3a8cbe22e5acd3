import type { PlatformLimits } from '@posthorn/contracts/integrations/platform-limits';
import type { RemoteAccount } from '../../contract/connector.ts';
import type { MastodonClient } from '../client/client.ts';
import { MASTODON_LIMITS } from '../limits.ts';
import { limitsIn, readInstance } from '../client/instance.ts';
import { checkToken } from './login.ts';

/**
 * The account that a token belongs to. Tokens from a consent and tokens that a user created give the same account.
 * @throws CredentialsRefused, TooManySignIns, ServerUnreachable
 */
export async function accountBehind(
  client: MastodonClient,
  typed: Readonly<{ server: string; token: string }>,
  now: Date,
): Promise<RemoteAccount> {
  const { token } = typed;
  const { server, id, username, displayName, ...picture } = await checkToken(client, typed, now);
  const { host } = new URL(server);
  const limits = await limitsAt(client, { server, token }, now).catch(() => MASTODON_LIMITS);
  return {
    platform: 'mastodon',
    remoteId: `${host}/${id}`,
    accountName: `${username}@${host}`,
    displayName,
    server,
    limits,
    credentials: { server, token, accountId: id },
    ...picture,
  };
}

/** @throws MastodonError, OutgoingError, BreakerOpen */
export async function limitsAt(
  client: MastodonClient,
  { server, token }: Readonly<{ server: string; token: string }>,
  now: Date,
): Promise<PlatformLimits> {
  const { body, headers } = await readInstance(client, server, token);
  return limitsIn(body, now.toISOString().slice(0, 10), headers);
}
