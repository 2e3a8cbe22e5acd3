import { randomUUID } from 'node:crypto';
import { finalCall } from '../../faults/final-call.ts';
import type { Exchange } from '../../http/exchange.ts';
import { isObject, type JsonRecord } from '../../http/json.ts';
import type { Params, Route } from '../../http/router.ts';
import type { SandboxContext } from '../sandbox-platform.ts';
import {
  namesOf,
  organizationOf,
  profilesOf,
  type SnapchatProfile,
  type SnapchatProfiles,
} from './profiles.ts';
import { faultWords, invalid, notFound, refusal, success } from './snapchat-refusal.ts';
import type { SnapchatFile, MediaType, Snap, SnapchatEntry, SnapchatStore } from './snapchat-store.ts';

const DESCRIPTION_MAX = 160;
const TITLE_MAX = 45;
const REVIEW_MS = 1_500;
const PROFILE = '/v1/public_profiles/:profile';

type Published = Readonly<{ snap: Omit<Snap, 'createdAt'>; answer: object }>;

/** Routes for profiles, and for the three ways to publish a file on a profile. */
export class SnapchatPublishRoutes {
  readonly routes: readonly Route[] = [
    {
      method: 'GET',
      pattern: '/v1/public_profiles/my_profile',
      run: (exchange) => {
        const [profile] = profilesOf(this.#profiles.authenticate(exchange));
        if (!profile) throw notFound('Public Profile');
        exchange.reply(200, success({ public_profile: this.#profiles.view(profile) }));
      },
    },
    {
      method: 'GET',
      pattern: '/v1/organizations/:organization/public_profiles',
      run: (exchange, { organization }) => {
        const account = this.#profiles.authenticate(exchange);
        if (organization !== organizationOf(account))
          throw refusal(403, 'E1403', 'No role in the organization');
        const views = profilesOf(account).map((profile) => ({
          sub_request_status: 'SUCCESS',
          public_profile: this.#profiles.view(profile),
        }));
        exchange.reply(200, success({ public_profiles: views }));
      },
    },
    this.#publishing('stories', (body, profile) => this.#story(body, profile)),
    this.#publishing('saved_stories', (body, profile) => this.#saveStory(body, profile)),
    this.#publishing('spotlights', (body, profile) => this.#spotlight(body, profile)),
    {
      method: 'GET',
      pattern: `${PROFILE}/spotlights/:id`,
      run: (exchange, params) => {
        this.#show(exchange, params);
      },
    },
    this.#counting('spotlights', 'spotlight'),
    this.#counting('saved_stories', 'saved_story'),
  ];

  readonly #context: SandboxContext;
  readonly #store: SnapchatStore;
  readonly #profiles: SnapchatProfiles;
  readonly #commit: (entry: SnapchatEntry) => void;

  constructor(
    context: SandboxContext,
    store: SnapchatStore,
    profiles: SnapchatProfiles,
    commit: (entry: SnapchatEntry) => void,
  ) {
    this.#context = context;
    this.#store = store;
    this.#profiles = profiles;
    this.#commit = commit;
  }

  #publishing(what: string, publish: (body: JsonRecord, profile: SnapchatProfile) => Published): Route {
    return {
      method: 'POST',
      pattern: `${PROFILE}/${what}`,
      run: async (exchange, { profile: id = '' }) => {
        const profile = this.#profiles.own(exchange, id);
        const body = await exchange.json();
        if (!body) throw invalid('The body must be a JSON object');
        const call = { platform: 'snapchat', names: namesOf(profile.account), words: faultWords };
        finalCall(exchange, this.#context.faults, call, () => {
          const { snap, answer } = publish(body, profile);
          this.#commit({ type: 'snap', snap });
          return success(answer);
        });
      },
    };
  }

  /** Statistics by id. A story has none, because the response to its publication contains no id. */
  #counting(what: string, kind: Snap['kind']): Route {
    return {
      method: 'GET',
      pattern: `${PROFILE}/${what}/:id/stats`,
      run: (exchange, { profile = '', id = '' }) => {
        const { id: profileId } = this.#profiles.own(exchange, profile);
        const { query } = exchange;
        const granularity = query.get('granularity') ?? 'LIFETIME';
        if (granularity !== 'LIFETIME') throw invalid('The sandbox knows figures of a whole life only');
        if (query.has('fields')) throw invalid(`${query.get('fields') ?? ''} is not available`);
        const snap = this.#store.snap(id);
        if (snap?.kind !== kind || snap.profileId !== profileId) throw notFound(`${what} ${id}`);
        const [views, shares] = (['views', 'shares'] as const).map((counter) =>
          this.#context.counters.countOf('snapchat', id, counter),
        );
        const stat = { id, granularity, views, shares };
        exchange.reply(200, success({ stats: [{ sub_request_status: 'SUCCESS', stat }] }));
      },
    };
  }

  /** The response contains no id of the story. */
  #story({ media_id: mediaId }: JsonRecord, profile: SnapchatProfile): Published {
    const { id } = this.#media(mediaId, profile, ['IMAGE', 'VIDEO']);
    return { snap: this.#snap('story', id, profile, id, ''), answer: {} };
  }

  #saveStory({ saved_stories: stories }: JsonRecord, profile: SnapchatProfile): Published {
    const [first] = Array.isArray(stories) ? (stories as unknown[]) : [];
    if (!isObject(first)) throw invalid('saved_stories must hold a story');
    const { title, snap_sources: sources } = first;
    if (typeof title !== 'string' || title.trim() === '' || Array.from(title).length > TITLE_MAX)
      throw invalid(`title must have from 1 to ${String(TITLE_MAX)} characters`);
    const [source] = Array.isArray(sources) ? (sources as unknown[]) : [];
    const media = this.#media(isObject(source) ? source['media_id'] : null, profile, ['IMAGE', 'VIDEO']);
    const id = randomUUID();
    const answer = { saved_stories: [{ sub_request_status: 'SUCCESS', saved_story: { id, title } }] };
    return { snap: this.#snap('saved_story', id, profile, media.id, title), answer };
  }

  #spotlight(body: JsonRecord, profile: SnapchatProfile): Published {
    const { media_id: mediaId, description = '', locale } = body;
    const media = this.#media(mediaId, profile, ['VIDEO']);
    if (typeof description !== 'string' || Array.from(description).length > DESCRIPTION_MAX)
      throw invalid(`description must have at most ${String(DESCRIPTION_MAX)} characters`);
    if (typeof locale !== 'string' || !/^[a-z]{2}_[A-Z]{2}$/.test(locale))
      throw invalid('locale must read like en_US');
    const id = randomUUID();
    return {
      snap: this.#snap('spotlight', id, profile, media.id, description),
      answer: { spotlight_id: id },
    };
  }

  #media(id: unknown, profile: SnapchatProfile, types: readonly MediaType[]): SnapchatFile {
    const media = this.#store.media(typeof id === 'string' ? id : '');
    const isUsable = media?.profileId === profile.id && media.endsAt > this.#context.now();
    if (!isUsable) throw invalid(`Media ${String(id)} was not found or has expired`);
    if (!media.file) throw invalid('The media has not been finalized');
    if (!types.includes(media.type)) throw invalid('A Spotlight needs a video');
    return media;
  }

  #snap(
    kind: Snap['kind'],
    id: string,
    { id: profileId, account }: SnapchatProfile,
    mediaId: string,
    text: string,
  ): Omit<Snap, 'createdAt'> {
    const { faults } = this.#context;
    const names = namesOf(account);
    const isReviewed = kind === 'spotlight';
    const slow = isReviewed ? faults.take('snapchat', 'slowProcessing', names) : null;
    const rejected = isReviewed && faults.take('snapchat', 'failProcessing', names) !== null;
    const delayMs = slow ? slow.retryAfterSeconds * 1000 : isReviewed ? REVIEW_MS : 0;
    return { id, kind, account, profileId, mediaId, text, liveAt: this.#context.now() + delayMs, rejected };
  }

  #show(exchange: Exchange, { profile = '', id = '' }: Params): void {
    const { id: profileId } = this.#profiles.own(exchange, profile);
    const snap = this.#store.snap(id);
    if (snap?.kind !== 'spotlight' || snap.profileId !== profileId) throw notFound(`Spotlight ${id}`);
    const isReviewed = snap.liveAt <= this.#context.now();
    const status = isReviewed ? (snap.rejected ? 'REJECTED' : 'LIVE') : 'SUBMITTED';
    const share = status === 'LIVE' ? { share_link: `${this.#context.publicUrl()}${pageOf(snap)}` } : {};
    exchange.reply(
      200,
      success({ spotlights: [{ sub_request_status: 'SUCCESS', spotlight: { id, status, ...share } }] }),
    );
  }
}

export const pageOf = ({ kind, id }: Pick<Snap, 'kind' | 'id'>): string => `/snapchat/${kind}/${id}`;
