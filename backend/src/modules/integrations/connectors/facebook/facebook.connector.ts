import type { PlatformLimits } from '@posthorn/contracts/integrations/platform-limits';
import type { Clock } from '#infrastructure/clock.ts';
import type { AppKeys, PlatformApps } from '#infrastructure/config/platform-apps.ts';
import type { Problem } from '@posthorn/contracts/integrations/precheck';
import type { CommentConnector } from '../contract/comments.ts';
import type { MetricsConnector } from '../contract/metrics.ts';
import type { CallOutcome, DeleteOutcome, LookUpOutcome, PrepareOutcome } from '../contract/outcome.ts';
import type { OutgoingPublication, PublishRefs, RemotePost } from '../contract/publication.ts';
import { textOf } from '../json.ts';
import { GraphComments } from '../meta/comments/graph-comments.ts';
import { GraphClient } from '../meta/graph-client.ts';
import { GraphSubscriptions } from '../meta/graph-subscriptions.ts';
import { GraphMetrics } from '../meta/graph-metrics.ts';
import { callOutcome, deletionOutcome, stepOutcome } from '../meta/graph-outcomes.ts';
import { failedLookUp } from '../meta/failed-look-up.ts';
import { pageCredentials, type PageCredentials } from '../meta/page-credentials.ts';
import { tokenProblems } from '../meta/page-token.ts';
import { withToken } from '../oauth/with-token.ts';
import { refused } from '../outcomes.ts';
import type { PlatformHttp } from '../platform-http.ts';
import type { Connector } from '../contract/connector.ts';
import type { AccountSubscriptions, SubscriptionAccess } from '../contract/subscription.ts';
import type { AccountAccess, SaveRefs } from '../contract/account-access.ts';
import { realPause, type Pause } from '../retry-with-backoff.ts';
import { facebookComments } from './comments/facebook-comments.ts';
import { deletePost } from './delete-post.ts';
import { FACEBOOK } from './descriptor.ts';
import { publishPost, publishVideo } from './final-calls.ts';
import { lookUpPost, lookUpVideo } from './look-up.ts';
import { lookAtPost } from './metrics.ts';
import { FacebookPhotos } from './photos.ts';
import { refsOf, type FacebookRefs } from './refs.ts';
import { FacebookVideos } from './videos.ts';

/** Nobody says how long photos live that no post shows; orphans are not worth a doubt. */
const UPLOADS_LAST_MS = 12 * 3_600_000;

/** Facebook Pages. */
export class FacebookConnector implements Connector {
  readonly platform = 'facebook';
  readonly descriptor = FACEBOOK;
  /** Nothing in the Graph API is idempotent. */
  readonly repeatRule = 'after-negative-look-up';
  readonly comments: CommentConnector;
  readonly metrics: MetricsConnector;
  readonly subscriptions: AccountSubscriptions;
  readonly #graph: GraphClient;
  readonly #keys: AppKeys | null;
  readonly #photos: FacebookPhotos;
  readonly #videos: FacebookVideos;

  constructor(
    http: PlatformHttp,
    private readonly clock: Clock,
    { facebook: { apiUrl, keys }, graphVersion: version }: Pick<PlatformApps, 'facebook' | 'graphVersion'>,
    pause: Pause = realPause,
  ) {
    this.#keys = keys;
    this.#graph = new GraphClient(http, {
      platform: 'facebook',
      apiUrl,
      version,
      secret: keys?.secret ?? null,
    });
    this.#photos = new FacebookPhotos(this.#graph, pause);
    this.#videos = new FacebookVideos(this.#graph, pause);
    const dialect = facebookComments((access, work) =>
      this.#with(access, (account) => work({ graph: this.#graph, account })),
    );
    this.comments = new GraphComments(dialect, clock);
    this.metrics = new GraphMetrics(dialect, lookAtPost, clock);
    const appId = keys?.id ?? '';
    this.subscriptions = new GraphSubscriptions(
      (access, work) =>
        this.#with(access, ({ accessToken: token, ownerId }) => {
          const page = { node: ownerId, field: 'feed', place: `page:${ownerId}` };
          return work({ graph: this.#graph, token, appId, ...page });
        }),
      clock,
      () => 'facebook',
    );
  }

  /** Meta takes back all of a person's consent or none of it, other Pages included: we only forget the token. */
  disconnect(): Promise<boolean> {
    return Promise.resolve(false);
  }

  /** Facebook publishes no limits of a Page. Asked daily, it tells whether the token still lives. */
  async readLimits(access: AccountAccess): Promise<PlatformLimits | null> {
    await this.readiness(access, this.clock.now().toISOString());
    return null;
  }

  readiness(access: AccountAccess, dueAt: string): Promise<readonly Problem[]> {
    return tokenProblems(this.#graph, this.#keys, access, { dueAt, name: FACEBOOK.name });
  }

  async prepare(
    access: AccountAccess,
    publication: OutgoingPublication,
    refs: PublishRefs | null,
    save: SaveRefs,
    signal: AbortSignal,
  ): Promise<PrepareOutcome> {
    const { contentHash, media } = publication;
    const own = this.#usable(refsOf(refs, contentHash)) ?? { contentHash, photoIds: [] };
    try {
      return await this.#with(access, async (page): Promise<PrepareOutcome> => {
        const [item] = media;
        if (item?.kind !== 'video')
          return { kind: 'prepared', refs: await this.#withPhotos(page, access, publication, own, save) };
        const upload = {
          page,
          access,
          item,
          signal,
          save: (video: FacebookRefs['video']) => save({ ...own, ...(video && { video }) }),
        };
        const video = await this.#videos.upload(upload, own.video);
        return { kind: 'prepared', refs: { ...own, video } };
      });
    } catch (error) {
      return stepOutcome(error, this.clock.now());
    }
  }

  #usable(refs: FacebookRefs | null): FacebookRefs | null {
    const age = this.clock.now().getTime() - Date.parse(refs?.uploadedAt ?? '');
    return age > UPLOADS_LAST_MS ? null : refs;
  }

  async #withPhotos(
    page: PageCredentials,
    access: AccountAccess,
    { media }: OutgoingPublication,
    known: FacebookRefs,
    save: SaveRefs,
  ): Promise<FacebookRefs> {
    let own = known;
    for (const item of media.slice(own.photoIds.length)) {
      const id = await this.#photos.upload(page, access, item);
      own = { uploadedAt: this.clock.now().toISOString(), ...own, photoIds: [...own.photoIds, id] };
      await save(own);
    }
    return own;
  }

  async call(
    access: AccountAccess,
    publication: OutgoingPublication,
    refs: PublishRefs,
    signal: AbortSignal,
  ): Promise<CallOutcome> {
    const own = refsOf(refs, publication.contentHash);
    if (!own || !isPrepared(own, publication)) return refused('not-prepared', null, true);
    const { video, photoIds } = own;
    try {
      return await this.#with(access, (page) =>
        video
          ? publishVideo(this.#graph, page, { publication, video, signal })
          : publishPost(this.#graph, page, { publication, photoIds, signal }),
      );
    } catch (error) {
      return callOutcome(error, this.clock.now());
    }
  }

  async lookUp(
    access: AccountAccess,
    publication: OutgoingPublication,
    refs: PublishRefs,
    armedAt: string,
  ): Promise<LookUpOutcome> {
    // Stored before the first call: without it there was none.
    const own = refsOf(refs, publication.contentHash);
    if (!own) return { kind: 'absent' };
    const { video, photoIds } = own;
    const wanted = { text: publication.text, photoIds, armedAt };
    try {
      return await this.#with(access, (page) =>
        video
          ? lookUpVideo(this.#graph, page, video, textOf(refs['handle']) !== null)
          : lookUpPost(this.#graph, page, access, wanted, () => this.clock.now()),
      );
    } catch (error) {
      return failedLookUp(error, this.clock.now());
    }
  }

  async deletePost(access: AccountAccess, post: RemotePost, signal: AbortSignal): Promise<DeleteOutcome> {
    try {
      const asking = { signal, now: () => this.clock.now() };
      return await this.#with(access, (page) => deletePost(this.#graph, page, post, asking));
    } catch (error) {
      return deletionOutcome(error, this.clock.now());
    }
  }

  /** The token of a Page has no end and no renewal: one that is refused needs a new login. */
  #with<Result>(
    access: SubscriptionAccess,
    work: (page: PageCredentials) => Promise<Result>,
  ): Promise<Result> {
    const renewal = { access, refresh: undefined, now: () => this.clock.now() };
    return withToken(renewal, (_, stored) => work(pageCredentials(stored)));
  }
}

function isPrepared({ video, photoIds }: FacebookRefs, { media }: OutgoingPublication): boolean {
  return media[0]?.kind === 'video' ? video?.isSent === true : photoIds.length === media.length;
}
