import type { Clock } from '#infrastructure/clock.ts';
import type { PlatformApps } from '#infrastructure/config/platform-apps.ts';
import type { AccountAccess, SaveRefs } from '../contract/account-access.ts';
import type { Connector } from '../contract/connector.ts';
import type { PrepareOutcome } from '../contract/outcome.ts';
import type { OutgoingPublication } from '../contract/publication.ts';
import { textOf } from '../kit/json.ts';
import { AccountCalls } from '../kit/account-calls.ts';
import { asAccount } from '../kit/as-account.ts';
import { graphComments } from '../meta/comments/graph-comments.ts';
import { GraphClient } from '../meta/client/graph-client.ts';
import { graphMetrics } from '../meta/metrics/graph-metrics.ts';
import { OUTCOMES, PERMITTED } from '../meta/errors/graph-outcomes.ts';
import { graphSubscriptions } from '../meta/webhooks/graph-subscriptions.ts';
import { pageCredentials, tokenProblems, type PageCredentials } from '../meta/tokens/page-token.ts';
import { refused } from '../kit/outcomes.ts';
import type { PlatformHttp } from '../kit/platform-http.ts';
import { realPause, type Pause } from '../kit/retry-with-backoff.ts';
import { facebookComments } from './comments/comments.ts';
import { deletePost } from './delete.ts';
import { FACEBOOK } from './limits.ts';
import { publishPost, publishVideo } from './publish/final-calls.ts';
import { lookUpPost, lookUpVideo } from './look-up/look-up.ts';
import { readPostMetrics } from './metrics.ts';
import { FacebookPhotos } from './publish/photos.ts';
import { refsOf, type FacebookRefs } from './publish/refs.ts';
import { FacebookVideos } from './publish/videos.ts';

/**
 * Facebook does not document how long unpublished photos exist. After this time, Posthorn uploads them again, because a leftover
 * photo does less harm than an expired one.
 */
const UPLOAD_LIFETIME_MS = 12 * 3_600_000;

/** Facebook Pages. */
export function facebookConnector(
  http: PlatformHttp,
  clock: Clock,
  {
    facebook: { apiUrl, keys },
    metaGraphVersion: version,
  }: Pick<PlatformApps, 'facebook' | 'metaGraphVersion'>,
  pause: Pause = realPause,
) {
  const now = () => clock.now();
  const graph = new GraphClient(http, {
    platform: 'facebook',
    apiUrl,
    version,
    secret: keys?.secret ?? null,
  });
  const photos = new FacebookPhotos(graph, pause);
  const videos = new FacebookVideos(graph, pause);
  // A Page's token does not expire and cannot be renewed. After a refused token, only a new login helps.
  const asPage = asAccount(pageCredentials, undefined, clock);
  const calls = new AccountCalls(asPage, OUTCOMES, clock);
  const permitted = new AccountCalls(asPage, PERMITTED, clock);
  const dialect = facebookComments((access, work) => asPage(access, (account) => work({ graph, account })));
  const appId = keys?.id ?? '';
  const tokenProblemsOf = (access: AccountAccess, scheduledFor: string) =>
    tokenProblems(graph, keys, access, { scheduledFor, name: FACEBOOK.name });

  type PhotoTask = Readonly<{ access: AccountAccess; save: SaveRefs; media: OutgoingPublication['media'] }>;
  const uploadMissingPhotos = async (
    page: PageCredentials,
    known: FacebookRefs,
    { access, save, media }: PhotoTask,
  ) => {
    let own = known;
    for (const item of media.slice(own.photoIds.length)) {
      const id = await photos.upload(page, access, item);
      own = { uploadedAt: now().toISOString(), ...own, photoIds: [...own.photoIds, id] };
      await save(own);
    }
    return own;
  };
  return {
    platform: 'facebook',
    descriptor: FACEBOOK,
    /** Nothing in the Graph API is idempotent. */
    repeatRule: 'after-negative-look-up',
    comments: graphComments(dialect, clock),
    metrics: graphMetrics(dialect, readPostMetrics, clock),
    subscriptions: graphSubscriptions(
      (access, work) =>
        asPage(access, ({ accessToken: token, ownerId }) =>
          work({ graph, token, appId, node: ownerId, field: 'feed', place: `page:${ownerId}` }),
        ),
      clock,
      () => 'facebook',
    ),
    /** Meta can only revoke a person's whole consent, including other Pages. So Posthorn revokes nothing and only deletes the token. */
    disconnect: () => Promise.resolve(false),

    /** Facebook publishes no limits for a Page. The daily request only shows whether the token is still valid. */
    async readLimits(access) {
      await tokenProblemsOf(access, now().toISOString());
      return null;
    },
    readiness: tokenProblemsOf,

    prepare(access, { contentHash, media }, refs, save, signal) {
      const own = dropExpired(refsOf(refs, contentHash), now()) ?? { contentHash, photoIds: [] };
      return calls.step(access, async (page): Promise<PrepareOutcome> => {
        const [item] = media;
        if (item?.kind !== 'video')
          return { kind: 'prepared', refs: await uploadMissingPhotos(page, own, { access, save, media }) };
        const keep = (video: FacebookRefs['video']) => save({ ...own, ...(video && { video }) });
        const video = await videos.upload({ page, access, item, signal, save: keep }, own.video);
        return { kind: 'prepared', refs: { ...own, video } };
      });
    },

    async call(access, publication, refs, signal) {
      const own = refsOf(refs, publication.contentHash);
      if (!own || !isPrepared(own, publication)) return refused('not-prepared', null, true);
      const { video, photoIds } = own;
      return calls.call(access, (page) =>
        video
          ? publishVideo(graph, page, { publication, video, signal })
          : publishPost(graph, page, { publication, photoIds, signal }),
      );
    },

    async lookUp(access, { contentHash, text }, refs, attemptStartedAt) {
      // References are stored before the first call. So without references, there was no call.
      const own = refsOf(refs, contentHash);
      if (!own) return { kind: 'absent' };
      const { video, photoIds } = own;
      return calls.lookUp(access, (page) =>
        video
          ? lookUpVideo(graph, page, video, textOf(refs['handle']) !== null)
          : lookUpPost(graph, page, access, { text, photoIds, attemptStartedAt }, now),
      );
    },

    deletePost: (access, post, signal) =>
      permitted.call(access, (page) => deletePost(graph, page, post, { signal, now })),
  } satisfies Connector;
}

function dropExpired(refs: FacebookRefs | null, now: Date): FacebookRefs | null {
  const age = now.getTime() - Date.parse(refs?.uploadedAt ?? '');
  return age > UPLOAD_LIFETIME_MS ? null : refs;
}

function isPrepared({ video, photoIds }: FacebookRefs, { media }: OutgoingPublication): boolean {
  return media[0]?.kind === 'video' ? video?.isSent === true : photoIds.length === media.length;
}
