import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { DraftPage } from '@posthorn/contracts/scheduling/drafts.http';
import type { AccountView } from '@posthorn/contracts/integrations/accounts.http';
import type { PostView, TargetRequest } from '@posthorn/contracts/scheduling/posts.http';
import {
  accountOn,
  accountsOf,
  giveEveryConsent,
  PUBLISHING,
  targetFor,
  uploadVideo,
  uploadPicture,
  uprightVideo,
} from '../all-platforms.ts';
import { Creator } from '../creator.ts';
import { eventually } from '../eventually.ts';
import type { ChaosSetup } from './chaos-setup.ts';
import { markOf, type Written } from './tally.ts';

/** The kind of content of a post. */
export type Material = 'video' | 'picture' | 'text';

const ACCEPTING: Readonly<Record<Material, readonly string[]>> = {
  video: PUBLISHING,
  picture: PUBLISHING.filter((platform) => platform !== 'youtube'),
  text: ['facebook', 'threads', 'twitter', 'linkedin', 'bluesky', 'mastodon'],
};

/** The maximum number of posts of an account. TikTok allows fifteen attempts a day, and also counts attempts that a killed worker lost. */
const MAX_POSTS: Readonly<Record<string, number>> = { tiktok: 3 };
/** The maximum on other platforms. LinkedIn allows fifty attempts for each member and day. */
const MAX_POSTS_ELSEWHERE = 25;

/** The time for which the run repeats a refused upload. */
const UPLOAD_SECONDS = 60;
/** If the log still refuses after this many attempts, the run fails. */
const MAX_TRIES = 10;

/** A creator with an account on all eleven platforms, and with an organization on LinkedIn. */
export class Cast {
  readonly #counts = new Map<number, number>();

  private constructor(
    private readonly creator: Creator,
    private readonly accounts: readonly AccountView[],
    private readonly baseTargets: ReadonlyMap<number, TargetRequest>,
  ) {}

  /** Signs in and connects the accounts. Waits until the workers have listed them, even while workers are being killed. */
  static async assembled(setup: ChaosSetup, email: string, seconds: number): Promise<Cast> {
    const creator = await Creator.signedIn(setup, email);
    const person = email.split('@')[0] ?? '';
    await giveEveryConsent(creator, person);
    const accounts = await eventually(async () => {
      const all = await accountsOf(creator);
      const organization = all.find((account) => isOrganization(account));
      if (!organization) throw new Error('The organization is not in the list yet');
      const others = all.filter((account) => !isOrganization(account));
      return [...PUBLISHING.map((platform) => accountOn(others, platform)), organization];
    }, seconds);
    const baseTargets = new Map<number, TargetRequest>();
    for (const account of accounts) baseTargets.set(account.id, await targetFor(creator, account));
    return new Cast(creator, accounts, baseTargets);
  }

  /** Whether the accounts have used their platforms' daily limits. */
  get isDone(): boolean {
    return Math.max(0, ...this.#counts.values()) >= MAX_POSTS_ELSEWHERE;
  }

  /** The posts with the states of their targets. */
  async listed(): Promise<readonly PostView[]> {
    return (await this.creator.client.get<readonly PostView[]>('/api/posts')).body;
  }

  /** The posts in detail, with the texts of single accounts, which a list leaves out. */
  async posts(): Promise<readonly PostView[]> {
    return Promise.all(
      (await this.listed()).map(async (post) => (post.brief ? this.creator.post(post.id) : post)),
    );
  }

  /** Schedules the post with this number on every account that accepts such a post, except on the given platforms. */
  async schedule(
    material: Material,
    number: number,
    o: Readonly<{ without: readonly string[]; random: () => number; onRefused: () => void }>,
  ): Promise<Written> {
    const accounts = this.accounts.filter(
      ({ id, platform }) =>
        ACCEPTING[material].includes(platform) &&
        !o.without.includes(platform) &&
        this.#count(id) < (MAX_POSTS[platform] ?? MAX_POSTS_ELSEWHERE),
    );
    for (const { id } of accounts) this.#counts.set(id, this.#count(id) + 1);
    const video = material === 'video' ? uprightVideo(number) : null;
    // Repeats an upload while the server is too busy.
    const files = [
      ...(video ? [await eventually(() => uploadVideo(this.creator, video), UPLOAD_SECONDS)] : []),
      // Only YouTube uses a picture together with a video, as its thumbnail.
      ...(material === 'text' ? [] : [await eventually(() => uploadPicture(this.creator), UPLOAD_SECONDS)]),
    ];
    const id = await this.#scheduleDraft(
      {
        content: markOf(number, 0),
        title: `Chaos ${String(number)}`,
        scheduledFor: new Date(Date.now() + 500).toISOString(),
        mediaFiles: files.map((mediaUrl) => ({ mediaUrl })),
        targets: accounts.map((account) => ({
          ...this.#target(account, material, number, o.random),
          ...(video && account.platform !== 'youtube' && { mediaUrls: files.slice(0, 1) }),
        })),
      },
      o.onRefused,
    );
    return {
      id,
      videoBytes: video?.length ?? null,
      blind: new Set(accounts.filter((account) => isBlind(account, material)).map(({ id }) => id)),
    };
  }

  /** Saves a draft and schedules it in two windows at the same time, which must create one post. */
  async #scheduleDraft(post: object, onRefused: () => void): Promise<number> {
    const draftId = randomUUID();
    const saved = await this.creator.client.call('PUT', `/api/drafts/${draftId}`, { content: 'Chaos' });
    if (saved.status !== 201)
      throw new Error(`The response to a draft was ${String(saved.status)}: ${saved.text}`);
    const schedule = () => this.#scheduleInWindow({ ...post, draftId }, onRefused);
    const [one, other] = await Promise.all([schedule(), schedule()]);
    if (one !== other) throw new Error(`One draft became the posts ${String(one)} and ${String(other)}`);
    return one;
  }

  /** Repeats the request until it is accepted, like an API client during trouble of the log. */
  async #scheduleInWindow(post: object, onRefused: () => void): Promise<number> {
    for (let tries = 1; ; tries += 1) {
      const { status, body, text } = await this.creator.client.post<PostView>('/api/posts', post);
      if (status < 300) return body.id;
      if (status !== 503 || tries === MAX_TRIES)
        throw new Error(`The response to a post was ${String(status)}: ${text}`);
      onRefused();
      await pause(1000);
    }
  }

  /** The number of drafts that have not become posts. */
  async drafts(): Promise<number> {
    return (await this.creator.client.get<DraftPage>('/api/drafts')).body.total;
  }

  #count(account: number): number {
    return this.#counts.get(account) ?? 0;
  }

  #target(account: AccountView, material: Material, number: number, random: () => number): TargetRequest {
    const base = this.baseTargets.get(account.id);
    const mark = markOf(number, account.id);
    const kind =
      material === 'picture' || random() < 0.3 ? 'saved_story' : random() < 0.5 ? 'story' : 'spotlight';
    const options =
      account.platform === 'snapchat'
        ? { kind, ...(kind === 'saved_story' && { savedStoryTitle: mark }) }
        : { ...base?.options, ...(hasCover(account, material) && { coverAt: COVER_AT }) };
    const content = material === 'text' ? `${mark} ${LINK}` : mark;
    return { accountId: account.id, content, options };
  }
}

/** The time of the chosen cover in the video, in milliseconds. */
const COVER_AT = 1_000;
/** Bluesky and LinkedIn show a card of this link. */
const LINK = 'https://pages.sandbox.test/bakery';

const hasCover = ({ platform }: AccountView, material: Material): boolean =>
  material === 'video' && ['instagram', 'tiktok', 'pinterest'].includes(platform);

const isOrganization = ({ platform, accountName }: AccountView): boolean =>
  platform === 'linkedin' && accountName.endsWith('-studio');

/**
 * Whether the product cannot look up the outcome of a lost call. The product must then never repeat the call automatically.
 * Snapchat and members of LinkedIn have no look-up, and TikTok does not list photos.
 */
const isBlind = (account: AccountView, material: Material): boolean =>
  account.platform === 'snapchat' ||
  (account.platform === 'linkedin' && !isOrganization(account)) ||
  (account.platform === 'tiktok' && material === 'picture');
