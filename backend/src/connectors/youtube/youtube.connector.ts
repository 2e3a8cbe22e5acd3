import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { Clock } from '#infrastructure/clock.ts';
import { accountProblem, type ProblemByCode } from '@posthorn/contracts/integrations/precheck-problem';
import type { SaveRefs } from '../contract/account-access.ts';
import type { Budget } from '../contract/budget.ts';
import type { Connector } from '../contract/connector.ts';
import type { CallOutcome, LookUpOutcome } from '../contract/outcome.ts';
import type { OutgoingPublication } from '../contract/publication.ts';
import { AccountCalls } from '../kit/account-calls.ts';
import { asAccount, tokenOf } from '../kit/as-account.ts';
import { oauthCredentials } from '../kit/oauth/oauth-credentials.ts';
import { checkRevoked } from '../kit/oauth/revocation.ts';
import { published, refused } from '../kit/outcomes.ts';
import type { PlatformHttp } from '../kit/platform-http.ts';
import { postActions } from '../kit/post-actions.ts';
import { realPause, type Pause } from '../kit/retry-with-backoff.ts';
import { ownChannel } from './client/channel.ts';
import { YouTubeClient } from './client/client.ts';
import { youtubeComments } from './comments/comments.ts';
import { FORBIDDEN, TAGS, YOUTUBE } from './limits.ts';
import { isGone, missingPermission, OUTCOMES } from './errors.ts';
import { youtubeMetrics } from './metrics.ts';
import { videoPage, type YouTubeConfiguration } from './client/pages.ts';
import { refsOf } from './publish/refs.ts';
import { setThumbnail } from './cover.ts';
import { renewCredentials, youtubeApp } from './tokens.ts';
import { UploadSessions } from './publish/upload-session.ts';
import { tagsLength, tagsOf, titleOf, videoOf } from './publish/video-resource.ts';
import { YouTubeVideoUpload } from './publish/video-upload.ts';

/**
 * developers.google.com/youtube/v3/determine_quota_cost, confirmed 2026-11-20: `videos.insert` has a separate quota of 100 calls
 * per day for the whole project. For more, the operator must request an extension.
 */
const YOUTUBE_BUDGETS: readonly Budget[] = [
  { name: 'uploads', scope: 'app', capacity: 100, perSeconds: 86_400 },
];

const CALL_MS = 30_000;

/**
 * YouTube. A video exists only after the last byte of its upload session was sent. So the preparation sends everything except the
 * last piece, and the final call sends the last piece.
 */
export function youtubeConnector(
  http: PlatformHttp,
  clock: Clock,
  configuration: YouTubeConfiguration,
  pause: Pause = realPause,
) {
  const oauth = youtubeApp(http, clock, configuration);
  const client = new YouTubeClient(http, oauth.app.apiUrl);
  const sessions = new UploadSessions(client);
  const upload = new YouTubeVideoUpload(sessions, pause);
  const refresh = (stored: JsonObject) => renewCredentials(oauth, stored);
  const as = asAccount(tokenOf, refresh, clock);
  const calls = new AccountCalls(as, OUTCOMES, clock, isGone);
  const publishedAs = (videoId: string) => published(videoId, videoPage(configuration, videoId));
  return {
    platform: 'youtube',
    descriptor: YOUTUBE,
    /**
     * One session makes one video. But after a session has expired, YouTube no longer reports its video, and another session would
     * make a second video.
     */
    repeatRule: 'after-negative-look-up',
    budgets: YOUTUBE_BUDGETS,
    comments: youtubeComments(client, calls, clock, configuration),
    metrics: youtubeMetrics(client, calls, clock, configuration.platformApps.youtubeAnalyticsUrl),
    actions: postActions(
      {
        cover: (access, cover, signal) =>
          as(access, (token) => setThumbnail(client, token, cover, { now: clock.now(), signal })),
      },
      { missingPermission, outcomeOf: (error) => OUTCOMES.callOutcome(error, clock.now()) },
    ),
    refresh,

    /** Revoking either token revokes the whole consent. */
    async disconnect(credentials) {
      const { accessToken, refreshToken } = oauthCredentials(credentials);
      const url = new URL('revoke', oauth.app.tokenUrl);
      // The token is a query parameter, as documented (developers.google.com/identity/protocols/oauth2/web-server#tokenrevoke).
      url.searchParams.set('token', refreshToken ?? accessToken);
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      checkRevoked(await http.send('youtube', { method: 'POST', url, headers }));
      return true;
    },

    readLimits: async (access) => (await as(access, (token) => ownChannel(client, token)))?.limits ?? null,
    precheck: textProblems,

    /** Checks the token. No call shows the remaining daily quota. */
    async readiness(access) {
      await as(access, (token) => ownChannel(client, token));
      return [];
    },

    prepare(access, publication, refs, save, signal) {
      let own = refsOf(refs, publication.contentHash);
      const keep: SaveRefs = async (next) => {
        await save(next);
        own = refsOf(next, publication.contentHash);
      };
      const { uploads } = access;
      return calls.step(access, (token) =>
        upload.uploadAllButLastPiece({ token, uploads, publication, refs: own, keep, signal }),
      );
    },

    async call(access, publication, refs, signal) {
      const own = refsOf(refs, publication.contentHash);
      const file = videoOf(publication);
      if (own?.videoId !== undefined) return publishedAs(own.videoId);
      const uri = own && (await access.uploads.open(own.session));
      if (!uri || !file) return refused('not-prepared', null, true);
      const piece = { file, from: own.from, bytes: file.bytes - own.from };
      const request = { signal, timeoutMs: CALL_MS, newConnection: true };
      return calls.call(access, async (token): Promise<CallOutcome> => {
        const progress = await sessions.send({ uri, token }, piece, request);
        if (progress.kind === 'done') return publishedAs(progress.videoId);
        return progress.kind === 'gone'
          ? refused('upload-lost', progress.words, true)
          : refused('upload-incomplete', null, true);
      });
    },

    async lookUp(access, publication, refs) {
      // The session is stored before the first call. So without a session, there was no call.
      const own = refsOf(refs, publication.contentHash);
      if (!own) return { kind: 'absent' };
      if (own.videoId !== undefined) return publishedAs(own.videoId);
      const uri = await access.uploads.open(own.session);
      const bytes = videoOf(publication)?.bytes ?? 0;
      if (uri === null) return { kind: 'cannot-tell' };
      return calls.lookUp(access, async (token): Promise<LookUpOutcome> => {
        const progress = await sessions.probe({ uri, token }, bytes);
        if (progress.kind === 'done') return publishedAs(progress.videoId);
        return progress.kind === 'at' ? { kind: 'absent' } : { kind: 'cannot-tell' };
      });
    },

    deletePost: (access, { remoteId: id }, signal) =>
      calls.delete(access, (token) =>
        client.send({
          token,
          method: 'DELETE',
          path: '/youtube/v3/videos',
          query: { id },
          request: { signal },
        }),
      ),
  } satisfies Connector;
}

function textProblems(publication: Pick<OutgoingPublication, 'title' | 'options'>): readonly ProblemByCode[] {
  const { name: platform } = YOUTUBE;
  const problems: ProblemByCode[] = [];
  const tags = tagsOf(publication);
  const isForbidden = (words: string) => Array.from(FORBIDDEN).some((char) => words.includes(char));
  if (isForbidden(titleOf(publication)))
    problems.push(accountProblem('text-forbidden', { platform, characters: FORBIDDEN }));
  if (tags.some(isForbidden) || tagsLength(tags) > TAGS.max)
    problems.push(accountProblem('option-not-valid', { platform, label: TAGS.label, option: TAGS.name }));
  return problems;
}
