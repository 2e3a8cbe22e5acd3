import { READINESS_TEXT } from '@posthorn/contracts/integrations/precheck-text';
import type { AppKeys } from '#infrastructure/config/platform-apps.ts';
import type { ProblemView } from '../../public.ts';
import { at, textOf } from '../json.ts';
import { scopesIn } from '../oauth/oauth-credentials.ts';
import { ReconnectNeeded } from '../outcomes.ts';
import type { AccountAccess } from '../social-provider.ts';
import type { GraphClient } from './graph-client.ts';
import { pageCredentials } from './page-credentials.ts';

type TokenState = Readonly<{
  isValid: boolean;
  /** Milliseconds; null: it does not end by time. */
  endsAt: number | null;
  scopes: readonly string[];
  words: string | null;
}>;

/**
 * What Meta thinks of a token: `GET /debug_token`, asked with the token of the app. Access to data ends 90 days after the
 * person last agreed, also for Page tokens, which otherwise have no end; the earlier of the two ends counts.
 * @throws GraphError, TokenRefused (the keys of the app are wrong), OutgoingError, BreakerOpen
 */
export async function debugToken(graph: GraphClient, keys: AppKeys, token: string): Promise<TokenState> {
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
    isValid: at(body, 'data', 'is_valid') === true,
    endsAt: ends.length === 0 ? null : Math.min(...ends),
    scopes: scopesIn(at(body, 'data', 'scopes')),
    words: textOf(at(body, 'data', 'error', 'message')),
  };
}

/** Whether the token of an account will still be good at `dueAt` (ISO). @throws ReconnectNeeded, and as `debugToken` does */
export async function tokenProblems(
  graph: GraphClient,
  keys: AppKeys | null,
  access: AccountAccess,
  { dueAt, name }: Readonly<{ dueAt: string; name: string }>,
): Promise<readonly ProblemView[]> {
  if (!keys) return [];
  const { accessToken } = pageCredentials(await access.credentials());
  const { isValid, endsAt, words } = await debugToken(graph, keys, accessToken);
  if (!isValid) throw new ReconnectNeeded(words);
  if (endsAt === null || endsAt > Date.parse(dueAt)) return [];
  return [{ code: 'integrations.access-ends', message: READINESS_TEXT.accessEnds(name) }];
}
