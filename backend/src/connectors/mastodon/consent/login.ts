import { CONNECT_TEXT } from '@posthorn/contracts/integrations/connect-text';
import type { JsonValue } from '@posthorn/event-sourcing/event-store';
import { OutgoingError } from '#infrastructure/outgoing/outgoing-error.ts';
import { BreakerOpen } from '#infrastructure/outgoing/breaker.ts';
import { CredentialsRefused, ServerUnreachable, TooManySignIns } from '../../kit/connect-failures.ts';
import { at, idIn, listOf, textOf } from '../../kit/json.ts';
import { pictureAddress } from '../../kit/picture-address.ts';
import { retryTime } from '../../kit/outcomes.ts';
import { MastodonError, type MastodonClient } from '../client/client.ts';

export type KnownAccount = Readonly<{
  server: string;
  id: string;
  username: string;
  displayName: string | null;
  picture?: string;
}>;
type Typed = Readonly<{ server: string; token: string }>;

/** @throws CredentialsRefused, TooManySignIns, ServerUnreachable */
export async function checkToken(
  client: MastodonClient,
  { server: typed, token }: Typed,
  now: Date,
): Promise<KnownAccount> {
  const host = hostOf(typed);
  try {
    const server = client.originOf(typed);
    const { body } = await client.send({ server, token, path: '/api/v1/accounts/verify_credentials' });
    const id = idIn(at(body, 'id'));
    const username = textOf(at(body, 'username')) ?? textOf(at(body, 'acct'));
    if (id === null || username === null)
      throw new ServerUnreachable(CONNECT_TEXT.notMastodon(host), { host });
    if (!(await mayPublish(client, server, token))) throw new CredentialsRefused(CONNECT_TEXT.tokenScopes);
    const displayName = textOf(at(body, 'display_name'));
    return { server, id, username, displayName, ...pictureIn(body) };
  } catch (error) {
    throw loginProblem(error, host, now);
  }
}

/**
 * The account's picture. `avatar` may be animated, so `avatar_static` comes first. For an account without a picture, servers
 * return `missing.png`.
 */
const pictureIn = (body: JsonValue | undefined) => {
  const found = pictureAddress(at(body, 'avatar_static'), at(body, 'avatar'));
  return found.picture?.endsWith('/missing.png') === true ? {} : found;
};

/** Newer servers report the scopes of a token. On others, the first post shows whether one is missing. */
async function mayPublish(client: MastodonClient, server: string, token: string): Promise<boolean> {
  try {
    const { body } = await client.send({ server, token, path: '/api/v1/apps/verify_credentials' });
    const scopes = listOf(at(body, 'scopes'));
    if (scopes.length === 0) return true;
    return scopes.includes('write') || (scopes.includes('write:statuses') && scopes.includes('write:media'));
  } catch {
    return true;
  }
}

/** Converts an error into one with a message for the user who typed the URL. */
export function loginProblem(error: unknown, host: string, now: Date): unknown {
  if (error instanceof MastodonError) {
    if (error.status === 429) {
      const minutes = Math.ceil((retryTime(error.headers, now).getTime() - now.getTime()) / 60_000);
      return new TooManySignIns(CONNECT_TEXT.tooManySignIns(minutes), { minutes });
    }
    if (error.status >= 500) return new ServerUnreachable(CONNECT_TEXT.serverUnreachable(host), { host });
    if (!error.isFromPlatform || error.status === 404)
      return new ServerUnreachable(CONNECT_TEXT.notMastodon(host), { host });
    return new CredentialsRefused(CONNECT_TEXT.mastodonFailed);
  }
  if (error instanceof OutgoingError && (error.failure === 'unreadable' || error.failure === 'redirected')) {
    return new ServerUnreachable(CONNECT_TEXT.notMastodon(host), { host });
  }
  const isUnreachable = error instanceof OutgoingError || error instanceof BreakerOpen;
  return isUnreachable ? new ServerUnreachable(CONNECT_TEXT.serverUnreachable(host), { host }) : error;
}

const hostOf = (typed: string): string => (URL.canParse(typed) ? new URL(typed).host : typed);
