import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { PlatformApps } from '#infrastructure/config/platform-apps.ts';
import type { CheckProblem } from '@posthorn/contracts/scheduling/check-sentences';
import type { AccountAccess } from '../contract/account-access.ts';
import type { TemporaryMediaUrls } from '../contract/temporary-media-urls.ts';
import { GraphClient } from '../meta/client/graph-client.ts';
import { renewToken } from '../meta/tokens/long-lived-token.ts';
import { tokenProblems } from '../meta/tokens/page-token.ts';
import type { PlatformHttp } from '../kit/platform-http.ts';
import type { Pause } from '../kit/retry-with-backoff.ts';
import { InstagramContainers } from './publish/containers.ts';
import { INSTAGRAM } from './limits.ts';
import { readOwner, instagramTokens } from './tokens.ts';

/**
 * How an account is connected: through a Facebook Page, or through Instagram Login. Stored in the credentials; older credentials
 * contain no route.
 */
export type RouteName = 'page' | 'login';

/** One way to call the API for an account. The routes differ in their host and in the lifetime of their tokens. */
export type InstagramRoute = Readonly<{
  graph: GraphClient;
  containers: InstagramContainers;
  /** Renews tokens; undefined: the tokens do not expire. */
  refresh: ((credentials: JsonObject, now: Date) => Promise<JsonObject>) | undefined;
  /**
   * Problems that the token will have at `scheduledFor` (ISO). @throws ReconnectNeeded, TokenRefused, GraphError, OutgoingError,
   * BreakerOpen
   */
  tokenProblems(access: AccountAccess, scheduledFor: string, token: string): Promise<readonly CheckProblem[]>;
  deletesPosts: boolean;
  /** Whether this route uses the token of a Page. */
  isPage: boolean;
  /** The id of our application at Meta; empty while the operator has set no keys. */
  appId: string;
}>;

type Apps = Pick<PlatformApps, 'facebook' | 'instagram-login' | 'instagramApiUrl' | 'metaGraphVersion'>;

export const routeNameIn = ({ route }: JsonObject): RouteName => (route === 'login' ? 'login' : 'page');

export function instagramRoutes(
  http: PlatformHttp,
  apps: Apps,
  media: TemporaryMediaUrls,
  pause: Pause,
): Readonly<Record<RouteName, InstagramRoute>> {
  const { facebook, metaGraphVersion: version } = apps;
  const page = new GraphClient(http, {
    platform: 'instagram',
    apiUrl: apps.instagramApiUrl,
    version,
    secret: facebook.keys?.secret ?? null,
  });
  const login = loginGraph(http, apps);
  const containersOf = (graph: GraphClient) => new InstagramContainers(graph, media, pause);
  return {
    page: {
      graph: page,
      containers: containersOf(page),
      refresh: undefined,
      tokenProblems: (access, scheduledFor) =>
        tokenProblems(page, facebook.keys, access, { scheduledFor, name: INSTAGRAM.name }),
      deletesPosts: true,
      isPage: true,
      appId: facebook.keys?.id ?? '',
    },
    login: {
      graph: login,
      containers: containersOf(login),
      refresh: (credentials, now) => renewToken(instagramTokens(login), credentials, now),
      // Only a call with this token shows whether it is valid.
      tokenProblems: async (_access, _dueAt, token) => {
        await readOwner(login, token);
        return [];
      },
      deletesPosts: false,
      isPage: false,
      appId: apps['instagram-login'].keys?.id ?? '',
    },
  };
}

/** The client for Instagram Login. The documentation of Instagram Login mentions no proof of the app's secret. */
export const loginGraph = (
  http: PlatformHttp,
  apps: Pick<PlatformApps, 'instagram-login' | 'metaGraphVersion'>,
): GraphClient =>
  new GraphClient(http, {
    platform: 'instagram',
    apiUrl: apps['instagram-login'].apiUrl,
    version: apps.metaGraphVersion,
    secret: null,
  });
