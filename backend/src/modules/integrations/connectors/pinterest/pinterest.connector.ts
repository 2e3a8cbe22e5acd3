import type { OptionField } from '@posthorn/contracts/integrations/publish-options';
import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { Clock } from '#infrastructure/clock.ts';
import type { Configuration } from '#infrastructure/config/configuration.ts';
import type { TemporaryMediaUrls } from '../contract/temporary-media-urls.ts';
import type { Problem } from '@posthorn/contracts/integrations/precheck';
import type { CallOutcome, DeleteOutcome, LookUpOutcome, PrepareOutcome } from '../contract/outcome.ts';
import type { OutgoingPublication, PublishRefs, RemotePost } from '../contract/publication.ts';
import { idIn } from '../json.ts';
import { withToken } from '../oauth/with-token.ts';
import { lookUpFailed, published, refused, unknown } from '../outcomes.ts';
import { firstClaimed } from '../own-post-search.ts';
import type { PlatformHttp } from '../platform-http.ts';
import type { Connector } from '../contract/connector.ts';
import type { MetricsConnector } from '../contract/metrics.ts';
import type { AccountAccess, SaveRefs } from '../contract/account-access.ts';
import { realPause, retryWithBackoff, type Pause } from '../retry-with-backoff.ts';
import { boardsOf, findBoard } from './boards.ts';
import { PinterestClient } from './client.ts';
import { callOutcome, isMissing, isPassing, stepOutcome } from './errors.ts';
import { BOARD_FIELD, PINTEREST } from './descriptor.ts';
import { PinterestMetrics } from './metrics.ts';
import { ownPins } from './own-pins.ts';
import { PinDraft } from './pin-draft.ts';
import { pinProblems } from './pin-rules.ts';
import { boardIn, pinOf, type PinFiles } from './pin.ts';
import { nothingYet, refsOf } from './refs.ts';
import { PinterestTokens } from './tokens.ts';
import { VideoUpload } from './video-upload.ts';
import type { Budget } from '../contract/budget.ts';

/**
 * developers.pinterest.com/docs/reference/rate-limits: 100 requests a second of a user and app with Standard access; a pin
 * costs up to twenty of them. The limits per category are not published; their 429 tells.
 */
const PINTEREST_BUDGETS: readonly Budget[] = [
  { name: 'requests', scope: 'account', capacity: 5, perSeconds: 1, counts: 'posts' },
];

const CALL_MS = 30_000;

/** Pinterest: files first, then one call that pins them to a board. */
export class PinterestConnector implements Connector {
  readonly platform = 'pinterest';
  readonly descriptor = PINTEREST;
  readonly repeatRule = 'after-negative-look-up';
  readonly budgets = PINTEREST_BUDGETS;
  readonly metrics: MetricsConnector;
  readonly #tokens: PinterestTokens;
  readonly #client: PinterestClient;
  readonly #video: VideoUpload;

  constructor(
    http: PlatformHttp,
    private readonly clock: Clock,
    { platformApps }: Pick<Configuration, 'platformApps'>,
    private readonly media: TemporaryMediaUrls,
    private readonly pause: Pause = realPause,
  ) {
    const app = platformApps.pinterest;
    this.#client = new PinterestClient(http, app.apiUrl);
    this.#tokens = new PinterestTokens(http, clock, app, this.#client);
    this.#video = new VideoUpload(this.#client, pause);
    this.metrics = new PinterestMetrics(this.#client, clock, (access, work) => this.#withToken(access, work));
  }

  readonly refresh = (credentials: JsonObject): Promise<JsonObject> => this.#tokens.refresh(credentials);

  /** The platform has no call for it; people remove apps in their settings. */
  disconnect(): Promise<boolean> {
    return Promise.resolve(false);
  }

  readLimits(): Promise<null> {
    return Promise.resolve(null);
  }

  async publishFields(access: AccountAccess): Promise<readonly OptionField[]> {
    const choices = await this.#withToken(access, (token) => boardsOf(this.#client, token));
    return PINTEREST.options.map((field) =>
      field.name === BOARD_FIELD.name ? { ...BOARD_FIELD, choices } : field,
    );
  }

  precheck(publication: Omit<OutgoingPublication, 'contentHash'>): readonly Problem[] {
    return [...pinProblems(publication)];
  }

  async prepare(
    access: AccountAccess,
    publication: OutgoingPublication,
    refs: PublishRefs | null,
    save: SaveRefs,
    signal: AbortSignal,
  ): Promise<PrepareOutcome> {
    const own = refsOf(refs, publication.contentHash);
    const context = { video: this.#video, media: this.media, clock: this.clock };
    const draft = new PinDraft(context, { access, publication, save, signal });
    try {
      return await this.#withToken(access, async (token): Promise<PrepareOutcome> => {
        // A board that is gone is better known before the files are sent.
        const find = () => findBoard(this.#client, token, boardIn(publication));
        if (!own) await retryWithBackoff(find, isPassing, this.pause);
        return draft.finish(token, own ?? nothingYet(publication.contentHash));
      });
    } catch (error) {
      return stepOutcome(error, this.clock.now());
    }
  }

  async call(
    access: AccountAccess,
    publication: OutgoingPublication,
    refs: PublishRefs,
    signal: AbortSignal,
  ): Promise<CallOutcome> {
    try {
      const files = await filesFor(access, publication, refs);
      if (!files) return refused('not-prepared', null, true);
      const json = pinOf(publication, files);
      return await this.#withToken(access, async (token): Promise<CallOutcome> => {
        const request = { signal, timeoutMs: CALL_MS, newConnection: true };
        const body = await this.#client.send({ method: 'POST', path: '/pins', token, json, request });
        const id = idIn(body?.['id']);
        if (id === null) return unknown('unreadable', 'The platform answered and named no pin.');
        return published(id, permalinkOf(id));
      });
    } catch (error) {
      return callOutcome(error, this.clock.now());
    }
  }

  async lookUp(
    access: AccountAccess,
    publication: OutgoingPublication,
    _refs: PublishRefs,
    armedAt: string,
  ): Promise<LookUpOutcome> {
    try {
      return await this.#withToken(access, async (token): Promise<LookUpOutcome> => {
        const search = await ownPins(this.#client, token, publication, armedAt);
        const id = await firstClaimed(access, search, (pin) => pin);
        return id === null ? { kind: 'absent' } : published(id, permalinkOf(id));
      });
    } catch (error) {
      // A board that is gone holds no pins, but the pin may have gone with it.
      return lookUpFailed(stepOutcome(error, this.clock.now()));
    }
  }

  async readiness(access: AccountAccess): Promise<readonly Problem[]> {
    await this.#withToken(access, (token) => this.#client.send({ path: '/user_account', token }));
    return [];
  }

  async deletePost(
    access: AccountAccess,
    { remoteId }: RemotePost,
    signal: AbortSignal,
  ): Promise<DeleteOutcome> {
    try {
      return await this.#withToken(access, async (token): Promise<DeleteOutcome> => {
        const path = `/pins/${encodeURIComponent(remoteId)}`;
        await this.#client.send({ method: 'DELETE', path, token, request: { signal, timeoutMs: CALL_MS } });
        return { kind: 'deleted' };
      });
    } catch (error) {
      if (isMissing(error)) return { kind: 'deleted' };
      return callOutcome(error, this.clock.now());
    }
  }

  #withToken<Result>(access: AccountAccess, work: (token: string) => Promise<Result>): Promise<Result> {
    const renewal = { access, refresh: this.refresh, now: () => this.clock.now() };
    return withToken(renewal, ({ accessToken }) => work(accessToken));
  }
}

const permalinkOf = (id: string): string => `https://www.pinterest.com/pin/${encodeURIComponent(id)}/`;

/** Null when they are not all there: the next preparation makes up for it. */
async function filesFor(
  access: AccountAccess,
  { contentHash, media }: OutgoingPublication,
  refs: PublishRefs,
): Promise<PinFiles | null> {
  const own = refsOf(refs, contentHash);
  if (!own) return null;
  const pictures = await Promise.all(own.pictures.map((name) => access.uploads.open(name)));
  const known = pictures.filter((address) => address !== null);
  const wanted = media.filter(({ kind }) => kind === 'image').length;
  const isVideoThere = wanted === media.length || (own.mediaId !== null && own.isUploaded);
  return known.length === wanted && isVideoThere ? { pictures: known, mediaId: own.mediaId } : null;
}
