import { checkSaid, type CheckProblem } from '@posthorn/contracts/scheduling/check-sentences';
import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { AppKeys } from '#infrastructure/config/platform-apps.ts';
import type { AccountAccess } from '../../contract/account-access.ts';
import { at, listOf, textOf } from '../../kit/json.ts';
import { scopesIn } from '../../kit/oauth/oauth-credentials.ts';
import { TokenRefused } from '../../kit/oauth/with-token.ts';
import { ReconnectNeeded } from '../../kit/outcomes.ts';
import type { GraphClient } from '../client/graph-client.ts';
import { GraphError } from '../errors/graph-error.ts';

/**
 * The credentials in the vault for a Page, or for the Instagram account that is linked to a Page. `accessToken`: the token of the
 * Page, which does not expire. `ownerId`: the id of the Page or Instagram account that publishes.
 */
export type PageCredentials = Readonly<{ accessToken: string; ownerId: string }>;

export const pageCredentials = (stored: JsonObject): PageCredentials => ({
  accessToken: textOf(stored['accessToken']) ?? '',
  ownerId: textOf(stored['ownerId']) ?? '',
});

type TokenState = Readonly<{
  isValid: boolean;
  /** Milliseconds; null: the token does not expire. */
  endsAt: number | null;
  scopes: readonly string[];
  words: string | null;
}>;

/**
 * Reads the state of a token from `GET /debug_token`, with the app's token. Access to data ends 90 days after the person last
 * agreed, even for Page tokens, which otherwise do not expire. `endsAt` is the earlier of the two times.
 * @throws GraphError, TokenRefused (the keys of the app are wrong), OutgoingError, BreakerOpen
 */
async function debugToken(graph: GraphClient, keys: AppKeys, token: string): Promise<TokenState> {
  const { body } = await graph.send({
    path: 'debug_token',
    fields: { input_token: token },
    token: `${keys.id}|${keys.secret}`,
    proven: false,
  });
  const ends = ['expires_at', 'data_access_expires_at'].flatMap((name) => {
    const seconds = at(body, 'data', name);
    return typeof seconds === 'number' && seconds > 0 ? [seconds * 1000] : [];
  });
  return {
    // Only an explicit `false` means that the token is invalid.
    isValid: at(body, 'data', 'is_valid') !== false,
    endsAt: ends.length === 0 ? null : Math.min(...ends),
    scopes: scopesIn(at(body, 'data', 'scopes')),
    words: textOf(at(body, 'data', 'error', 'message')),
  };
}

/**
 * The permissions that a person granted: from `debug_token`, else from `GET /me/permissions`. Empty if the platform refuses both;
 * then the first call shows whether one is missing. @throws OutgoingError, BreakerOpen
 */
export async function grantedScopes(
  graph: GraphClient,
  keys: AppKeys,
  token: string,
): Promise<readonly string[]> {
  const ofToken = await emptyIfRefused(async () => (await debugToken(graph, keys, token)).scopes);
  if (ofToken.length > 0) return ofToken;
  return emptyIfRefused(async () => {
    const { body } = await graph.send({ path: 'me/permissions', token });
    return listOf(at(body, 'data')).flatMap((permission) => {
      const name = textOf(at(permission, 'permission'));
      return name !== null && at(permission, 'status') === 'granted' ? [name] : [];
    });
  });
}

async function emptyIfRefused(ask: () => Promise<readonly string[]>): Promise<readonly string[]> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof GraphError || error instanceof TokenRefused) return [];
    throw error;
  }
}

/**
 * Reports a problem if the token of an account will have expired at `scheduledFor` (ISO). @throws ReconnectNeeded, and the errors
 * of `debugToken`
 */
export async function tokenProblems(
  graph: GraphClient,
  keys: AppKeys | null,
  access: AccountAccess,
  { scheduledFor, name }: Readonly<{ scheduledFor: string; name: string }>,
): Promise<readonly CheckProblem[]> {
  if (!keys) return [];
  const { accessToken } = pageCredentials(await access.credentials());
  const { isValid, endsAt, words } = await debugToken(graph, keys, accessToken);
  if (!isValid) throw new ReconnectNeeded(words);
  if (endsAt === null || endsAt > Date.parse(scheduledFor)) return [];
  return [checkSaid('integrations.access-ends', { platform: name })];
}
