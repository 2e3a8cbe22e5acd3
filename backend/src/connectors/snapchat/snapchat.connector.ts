import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { Clock } from '#infrastructure/clock.ts';
import type { Configuration } from '#infrastructure/config/configuration.ts';
import { accountProblem, type ProblemByCode } from '@posthorn/contracts/integrations/precheck-problem';
import { checkSaid } from '@posthorn/contracts/scheduling/check-sentences';
import { MINUTE_SECONDS } from '@posthorn/contracts/shared/durations';
import type { Budget } from '../contract/budget.ts';
import type { Connector } from '../contract/connector.ts';
import type { LookUpOutcome, PrepareOutcome } from '../contract/outcome.ts';
import type { OutgoingPublication, PublishRefs } from '../contract/publication.ts';
import { at, listOf, textOf } from '../kit/json.ts';
import { AccountCalls } from '../kit/account-calls.ts';
import { asAccount } from '../kit/as-account.ts';
import { renewedTokens } from '../kit/oauth-app.ts';
import { lookUpFailedBy, published, refused, refusedBy, withNewRefs } from '../kit/outcomes.ts';
import type { PlatformHttp } from '../kit/platform-http.ts';
import { realPause, type Pause } from '../kit/retry-with-backoff.ts';
import { SnapchatClient, SnapchatError } from './client.ts';
import { SAVED_TITLE, SNAPCHAT, SPOTLIGHT_SECONDS_MIN } from './limits.ts';
import { missesMedia, OUTCOMES } from './errors.ts';
import { finalCall, kindOf, savedTitle } from './publish/final-calls.ts';
import { SnapchatMedia } from './media/media.ts';
import { snapchatMetrics } from './metrics.ts';
import { sessionOf, snapchatApp, type SnapchatSession } from './tokens.ts';

/** References that must survive a crash. `until`: how long a post may use the file (ISO). `lost`: Snapchat no longer has the file. */
type SnapchatRefs = Readonly<{ contentHash: string; mediaId: string; until: string; lost?: true }> &
  JsonObject;

/** Null if `refs` belong to other content, or are empty. */
function refsOf(refs: PublishRefs | null, contentHash: string): SnapchatRefs | null {
  const mediaId = textOf(refs?.['mediaId']);
  const until = textOf(refs?.['until']);
  if (mediaId === null || until === null || refs?.['contentHash'] !== contentHash) return null;
  return { contentHash, mediaId, until, ...(refs['lost'] === true && { lost: true }) };
}

/** The number of requests for a post: one that begins the upload, up to five parts, one that completes the upload, and the final call. */
const REQUESTS = 8;

/** developers.snap.com `Public-Profile-API/GetStarted`: 20 requests per second for the app, 10 for each token. */
const SNAPCHAT_BUDGETS: readonly Budget[] = [
  {
    name: 'app-minute',
    scope: 'app',
    capacity: Math.floor((20 * MINUTE_SECONDS) / REQUESTS),
    perSeconds: MINUTE_SECONDS,
  },
  {
    name: 'minute',
    scope: 'account',
    capacity: Math.floor((10 * MINUTE_SECONDS) / REQUESTS),
    perSeconds: MINUTE_SECONDS,
  },
];

const CALL_MS = 30_000;
/** Snapchat stores a file for one day. The last two hours are reserved, because the post may have to wait. */
const FILE_LIFETIME_MS = 22 * 3_600_000;

/** Public Profiles on Snapchat. Only apps on Snapchat's list may use this API. */
export function snapchatConnector(
  http: PlatformHttp,
  clock: Clock,
  configuration: Pick<Configuration, 'platformApps'>,
  pause: Pause = realPause,
) {
  const oauth = snapchatApp(http, clock, configuration);
  const client = new SnapchatClient(http, oauth.app.apiUrl);
  const files = new SnapchatMedia(client, pause);
  const refresh = (stored: JsonObject) => renewedTokens(oauth, stored);
  const as = asAccount(sessionOf, refresh, clock);
  const calls = new AccountCalls(as, OUTCOMES, clock);
  return {
    platform: 'snapchat',
    descriptor: SNAPCHAT,
    /** No documented call lists the posts of a profile. So after an unknown outcome, a person must check. */
    repeatRule: 'never',
    budgets: SNAPCHAT_BUDGETS,
    metrics: snapchatMetrics(client, calls),
    refresh,
    /** No call revokes a token. */
    disconnect: () => Promise.resolve(false),
    readLimits: () => Promise.resolve(null),
    precheck: kindProblems,

    async prepare(access, { contentHash, media }, refs, save, signal) {
      const known = reusable(refsOf(refs, contentHash), clock.now());
      if (known) return { kind: 'prepared', refs: known };
      const [item] = media;
      if (!item) return refusedBy(checkSaid('media-rejected/missing', { platform: SNAPCHAT.name }));
      return calls.step(access, async (session): Promise<PrepareOutcome> => {
        const mediaId = await files.upload(session, item, access.limits.media, signal);
        const until = new Date(clock.now().getTime() + FILE_LIFETIME_MS).toISOString();
        const own = { contentHash, mediaId, until };
        await save(own);
        return { kind: 'prepared', refs: own };
      });
    },

    async call(access, publication, refs, signal) {
      const own = refsOf(refs, publication.contentHash);
      if (!own) return refused('not-prepared', null, true);
      const { path, json, outcome } = finalCall(publication, own.mediaId);
      const request = { signal, timeoutMs: CALL_MS, newConnection: true };
      try {
        const send = ({ token, profile }: SnapchatSession) =>
          client.send({ token, method: 'POST', path: `${profile}${path}`, json, request });
        return outcome(await as(access, send));
      } catch (error) {
        const failed = OUTCOMES.callOutcome(error, clock.now());
        const isLost = error instanceof SnapchatError && missesMedia(error);
        return isLost ? withNewRefs(failed, { ...own, lost: true }) : failed;
      }
    },

    /** Possible only for a Spotlight whose id Snapchat returned. */
    async lookUp(access, publication, refs) {
      const spotlight = textOf(refs['handle']);
      if (spotlight === null || kindOf(publication) !== 'spotlight') return { kind: 'cannot-tell' };
      return calls.lookUp(access, (session) => lookUpSpotlight(client, session, spotlight));
    },
  } satisfies Connector;
}

/** Problems with the rules that differ between story, saved story and Spotlight. */
function kindProblems(publication: Omit<OutgoingPublication, 'contentHash'>): readonly ProblemByCode[] {
  const { name, limits } = SNAPCHAT;
  const kind = kindOf(publication);
  if (kind === 'saved_story' && savedTitle(publication) === null)
    return [
      accountProblem('option-missing', {
        platform: name,
        label: SAVED_TITLE.label,
        option: SAVED_TITLE.name,
      }),
    ];
  if (kind !== 'spotlight') return [];
  const platform = `${name} Spotlight`;
  const [file] = publication.media;
  if (file?.kind === 'image') return [accountProblem('media-type/no-images', { platform })];
  const max = limits.media.videoSeconds?.max ?? 0;
  return (file?.durationSeconds ?? SPOTLIGHT_SECONDS_MIN) < SPOTLIGHT_SECONDS_MIN
    ? [accountProblem('video-length', { platform, min: SPOTLIGHT_SECONDS_MIN, max })]
    : [];
}

const reusable = (refs: SnapchatRefs | null, now: Date): SnapchatRefs | null =>
  refs && !refs.lost && Date.parse(refs.until) > now.getTime() ? refs : null;

/** Reads the state of a Spotlight. Snapchat checks each Spotlight before it becomes visible. */
async function lookUpSpotlight(
  client: SnapchatClient,
  { token, profile }: SnapchatSession,
  id: string,
): Promise<LookUpOutcome> {
  const path = `${profile}/spotlights/${encodeURIComponent(id)}`;
  const [first] = listOf((await client.send({ token, path }))['spotlights']);
  const found = at(first, 'spotlight') ?? first;
  switch (textOf(at(found, 'status'))?.toUpperCase()) {
    case 'LIVE':
      return published(id, textOf(at(found, 'share_link')));
    case 'REJECTED':
      return refusedBy(checkSaid('rejected/spotlight', { platform: SNAPCHAT.name }));
    case undefined:
      return lookUpFailedBy(checkSaid('look-up/no-state', { platform: SNAPCHAT.name }));
    default:
      return { kind: 'pending' };
  }
}
