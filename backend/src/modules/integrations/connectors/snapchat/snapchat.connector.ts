import { PRECHECK_TEXT } from '@posthorn/contracts/integrations/precheck-text';
import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { Clock } from '#infrastructure/clock.ts';
import type { Configuration } from '#infrastructure/config/configuration.ts';
import type { PlatformApp } from '#infrastructure/config/platform-apps.ts';
import type { Problem } from '@posthorn/contracts/integrations/precheck';
import type { CallOutcome, LookUpOutcome, PrepareOutcome } from '../contract/outcome.ts';
import type { OutgoingPublication, PublishRefs } from '../contract/publication.ts';
import { at, listOf, textOf } from '../json.ts';
import { oauthCredentials } from '../oauth/oauth-credentials.ts';
import { renewTokens } from '../oauth/token-endpoint.ts';
import {
  lookUpFailed,
  withNewRefs,
  published,
  ReconnectNeeded,
  refused,
  RenewalFailed,
} from '../outcomes.ts';
import type { PlatformHttp } from '../platform-http.ts';
import type { Connector } from '../contract/connector.ts';
import type { MetricsConnector } from '../contract/metrics.ts';
import type { AccountAccess, SaveRefs } from '../contract/account-access.ts';
import { realPause, type Pause } from '../retry-with-backoff.ts';
import { SnapchatClient, SnapchatError } from './client.ts';
import { callOutcome, missesMedia, stepOutcome } from './errors.ts';
import { SAVED_TITLE, SNAPCHAT, SPOTLIGHT_SECONDS_MIN } from './descriptor.ts';
import { finalCall, kindOf, savedTitle } from './final-calls.ts';
import { SnapchatMedia } from './media.ts';
import { SnapchatMetrics } from './metrics.ts';
import { refsOf, type SnapchatRefs } from './refs.ts';
import { withSession, type SnapchatSession } from './session.ts';
import type { Budget } from '../contract/budget.ts';

const MINUTE = 60;
/** A new file, five parts of the largest one, its end, and the call that publishes it. */
const REQUESTS = 8;

/** developers.snap.com `Public-Profile-API/GetStarted`: 20 requests a second for the app, 10 for each token. */
const SNAPCHAT_BUDGETS: readonly Budget[] = [
  {
    name: 'app-minute',
    scope: 'app',
    capacity: Math.floor((20 * MINUTE) / REQUESTS),
    perSeconds: MINUTE,
    counts: 'posts',
  },
  {
    name: 'minute',
    scope: 'account',
    capacity: Math.floor((10 * MINUTE) / REQUESTS),
    perSeconds: MINUTE,
    counts: 'posts',
  },
];

const CALL_MS = 30_000;
/** A file lives a day; one that is about to be forgotten is of no use to a post that still waits for its turn. */
const FILE_LASTS_MS = 22 * 3_600_000;

/** Public Profiles of Snapchat, for apps that Snapchat has put on its list. */
export class SnapchatConnector implements Connector {
  readonly platform = 'snapchat';
  readonly descriptor = SNAPCHAT;
  /** Nothing documented lists what a profile published: after an unknown outcome a person has a look. */
  readonly repeatRule = 'never';
  readonly budgets = SNAPCHAT_BUDGETS;
  readonly metrics: MetricsConnector;
  readonly #app: PlatformApp;
  readonly #client: SnapchatClient;
  readonly #media: SnapchatMedia;

  constructor(
    private readonly http: PlatformHttp,
    private readonly clock: Clock,
    { platformApps }: Pick<Configuration, 'platformApps'>,
    pause: Pause = realPause,
  ) {
    this.#app = platformApps.snapchat;
    this.#client = new SnapchatClient(http, this.#app.apiUrl);
    this.#media = new SnapchatMedia(this.#client, pause);
    this.metrics = new SnapchatMetrics(this.#client, clock, (access, work) => this.#as(access, work));
  }

  async refresh(credentials: JsonObject): Promise<JsonObject> {
    const { keys, tokenUrl } = this.#app;
    const { refreshToken, scopes } = oauthCredentials(credentials);
    if (refreshToken === null) throw new ReconnectNeeded(null);
    // No login of the account's owner brings the operator's keys back.
    if (!keys) throw new RenewalFailed('Snapchat is not configured on this server.');
    const form = {
      grant_type: 'refresh_token',
      refresh_token: refreshToken,
      client_id: keys.id,
      client_secret: keys.secret,
    };
    const request = { platform: 'snapchat', url: tokenUrl, form } as const;
    const fresh = oauthCredentials(await renewTokens(this.http, request, { now: this.clock.now() }));
    return {
      ...credentials,
      ...fresh,
      refreshToken: fresh.refreshToken ?? refreshToken,
      scopes: fresh.scopes.length > 0 ? fresh.scopes : scopes,
    };
  }

  /** No call takes a token back. */
  disconnect(): Promise<boolean> {
    return Promise.resolve(false);
  }

  readLimits(): Promise<null> {
    return Promise.resolve(null);
  }

  /** What differs between the three ways to publish. */
  precheck(publication: Omit<OutgoingPublication, 'contentHash'>): readonly Problem[] {
    const problem = (code: string, message: string) => ({ code: `integrations.${code}`, message });
    const { name, limits } = SNAPCHAT;
    const kind = kindOf(publication);
    if (kind === 'saved_story' && savedTitle(publication) === null)
      return [problem('option-missing', PRECHECK_TEXT.optionMissing(name, SAVED_TITLE.label))];
    if (kind !== 'spotlight') return [];
    const [file] = publication.media;
    if (file?.kind === 'image') return [problem('media-type', PRECHECK_TEXT.noImages(`${name} Spotlight`))];
    const max = limits.media.videoSeconds?.max ?? 0;
    return (file?.durationSeconds ?? SPOTLIGHT_SECONDS_MIN) < SPOTLIGHT_SECONDS_MIN
      ? [problem('video-length', PRECHECK_TEXT.videoLength(`${name} Spotlight`, SPOTLIGHT_SECONDS_MIN, max))]
      : [];
  }

  async prepare(
    access: AccountAccess,
    { contentHash, media }: OutgoingPublication,
    refs: PublishRefs | null,
    save: SaveRefs,
    signal: AbortSignal,
  ): Promise<PrepareOutcome> {
    const known = this.#usable(refsOf(refs, contentHash));
    if (known) return { kind: 'prepared', refs: known };
    const [item] = media;
    if (!item) return refused('media-rejected', PRECHECK_TEXT.requiresMedia(SNAPCHAT.name), false);
    try {
      const mediaId = await this.#as(access, (session) =>
        this.#media.upload(session, item, access.limits.media, signal),
      );
      const until = new Date(this.clock.now().getTime() + FILE_LASTS_MS).toISOString();
      const own = { contentHash, mediaId, until };
      await save(own);
      return { kind: 'prepared', refs: own };
    } catch (error) {
      return stepOutcome(error, this.clock.now());
    }
  }

  #usable(refs: SnapchatRefs | null): SnapchatRefs | null {
    if (!refs || refs.lost) return null;
    return Date.parse(refs.until) > this.clock.now().getTime() ? refs : null;
  }

  async call(
    access: AccountAccess,
    publication: OutgoingPublication,
    refs: PublishRefs,
    signal: AbortSignal,
  ): Promise<CallOutcome> {
    const own = refsOf(refs, publication.contentHash);
    if (!own) return refused('not-prepared', null, true);
    const { path, json, outcome } = finalCall(publication, own.mediaId);
    const request = { signal, timeoutMs: CALL_MS, newConnection: true };
    try {
      return outcome(
        await this.#as(access, ({ token, profile }) =>
          this.#client.send({ token, method: 'POST', path: `${profile}${path}`, json, request }),
        ),
      );
    } catch (error) {
      const outcome = callOutcome(error, this.clock.now());
      const isLost = error instanceof SnapchatError && missesMedia(error);
      return isLost ? withNewRefs(outcome, { ...own, lost: true }) : outcome;
    }
  }

  /** Only a Spotlight that Snapchat has named can be asked for. */
  async lookUp(
    access: AccountAccess,
    publication: OutgoingPublication,
    refs: PublishRefs,
  ): Promise<LookUpOutcome> {
    const spotlight = textOf(refs['handle']);
    if (spotlight === null || kindOf(publication) !== 'spotlight') return { kind: 'cannot-tell' };
    try {
      return await this.#as(access, (session) => this.#spotlight(session, spotlight));
    } catch (error) {
      return lookUpFailed(stepOutcome(error, this.clock.now()));
    }
  }

  /** Snapchat looks at each Spotlight before it shows it. */
  async #spotlight({ token, profile }: SnapchatSession, id: string): Promise<LookUpOutcome> {
    const path = `${profile}/spotlights/${encodeURIComponent(id)}`;
    const [first] = listOf((await this.#client.send({ token, path }))['spotlights']);
    const found = at(first, 'spotlight') ?? first;
    switch (textOf(at(found, 'status'))?.toUpperCase()) {
      case 'LIVE':
        return published(id, textOf(at(found, 'share_link')));
      case 'REJECTED':
        return refused('rejected', 'Snapchat has rejected this Spotlight.', false);
      case undefined:
        return { kind: 'failed', words: 'Snapchat does not say what became of this Spotlight.' };
      default:
        return { kind: 'pending' };
    }
  }

  #as<Result>(access: AccountAccess, work: (session: SnapchatSession) => Promise<Result>): Promise<Result> {
    const renewal = {
      access,
      refresh: (stale: JsonObject) => this.refresh(stale),
      now: () => this.clock.now(),
    };
    return withSession(renewal, work);
  }
}
