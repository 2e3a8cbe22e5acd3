import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { AccountView } from '@posthorn/contracts/integrations/accounts.http';
import type { DraftLine, DraftPage } from '@posthorn/contracts/scheduling/drafts.http';
import type { OnePostResult } from '@posthorn/contracts/scheduling/many-posts.http';
import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import { BrowserlessClient, type ApiResponse } from '../../browserless-client.ts';
import { Creator } from '../../creator.ts';
import { eventually } from '../../eventually.ts';
import type { ChaosSetup } from '../chaos-setup.ts';
import { patientGet } from '../patient-get.ts';
import { markOf, type Written } from '../tally.ts';
import { KilledPages, type PagesPlan } from './killed-pages.ts';
import type { RequestedTime, Plan } from './plan-tally.ts';

export const PLANNER = 'planner@example.com';
/** The number of plans that are moved at a time. */
const MOVING_AT_A_TIME = 6;
const STEP_EVERY_MS = 200;
/** Each post is moved this often. */
const MOVES = 4;
/** One of this many drafts stays a draft. */
const DRAFTS_PER_KEPT_DRAFT = 6;
/**
 * The number of posts that are due and not published yet. Without a limit, the planner would write more on a slow machine, because the kills take
 * longer there.
 */
const DUE_AT_A_TIME = 10;
const SETTLE_SECONDS = 480;
/** How long a request is repeated. Pages need some seconds to start, and the log may be unavailable for longer. */
const PATIENCE_SECONDS = 90;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Null: the outcome is unknown, because no response arrived or the server failed. */
type Outcome = 'accepted' | 'refused' | null;
/** A plan whose post the planner still moves, with the time and the revision that the client read last. */
type Open = { plan: Plan & { times: RequestedTime[] }; knownTime: string; revision: number; moves: number };

/** Writes drafts, schedules them as posts and moves the posts, in two windows. The run repeatedly kills the process behind one window. */
export class Planner {
  readonly plans: Plan[] = [];
  readonly written: Written[] = [];
  /** Moves that the product refused, such as moves of posts that are being published. */
  refused = 0;
  #open: Open[] = [];
  #clock = 0;

  private constructor(
    /** The two windows: the process behind `stable` runs all the time, and the run kills the process behind `unstable`. */
    private readonly stable: BrowserlessClient,
    private readonly unstable: BrowserlessClient,
    readonly pages: KilledPages,
    private readonly accounts: readonly AccountView[],
    private readonly random: () => number,
  ) {}

  /** Before the first kill: signs in, and connects two accounts. */
  static async ready(setup: ChaosSetup, random: () => number, plan: PagesPlan): Promise<Planner> {
    const creator = await Creator.signedIn(setup, PLANNER);
    const accounts = [await creator.connectMastodon(), await creator.connectBluesky()];
    const pages = await KilledPages.of(setup, PLANNER, random, plan);
    const unstable = new BrowserlessClient(pages.url, { cookie: creator.client.cookieHeader });
    return new Planner(creator.client, unstable, pages, accounts, random);
  }

  async write(isOver: () => boolean): Promise<void> {
    const areKillsOver = () => isOver() && this.pages.isDone;
    await Promise.all([this.pages.run(isOver), this.#plan(areKillsOver)]);
  }

  /** Waits until all posts are published or no more results follow. Before that, it moves posts of another day to now. */
  async settle(): Promise<void> {
    await eventually(async () => {
      const posts = await this.posts();
      const coming = posts.filter(({ targets }) => targets.some(({ status }) => status === 'scheduled'));
      for (const post of coming.filter(isPlannedForLater)) await this.#moveToNow(post);
      const open = posts.filter(isUnfinished);
      if (open.length > 0) throw new Error(`${String(open.length)} planned posts are still open`);
    }, SETTLE_SECONDS).catch(() => undefined);
  }

  async posts(): Promise<readonly PostView[]> {
    const listed = await this.#listed();
    return Promise.all(
      listed.map(async ({ id }) => (await this.stable.get<PostView>(`/api/posts/${String(id)}`)).body),
    );
  }

  async drafts(): Promise<readonly DraftLine[]> {
    const drafts: DraftLine[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const query: string = cursor === '' ? '' : `?cursor=${cursor}`;
      const { body }: ApiResponse<DraftPage> = await this.stable.get<DraftPage>(`/api/drafts${query}`);
      drafts.push(...body.items);
      cursor = body.nextCursor;
    }
    return drafts;
  }

  async #plan(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      if (this.#open.length < MOVING_AT_A_TIME && (await this.#hasRoom())) await this.#createPlan();
      else if (this.#open.length > 0) await this.#move();
      await pause(STEP_EVERY_MS);
      this.#open = this.#open.filter(
        ({ knownTime, moves }) => moves < MOVES && Date.parse(knownTime) > Date.now() + 1_000,
      );
    }
  }

  async #createPlan(): Promise<void> {
    const number = `plan${String(this.plans.length + 1)}`;
    const [draftId, words] = [randomUUID(), `${markOf(number, 0)} Last words`];
    await this.#repeat('PUT', `/api/drafts/${draftId}`, { content: 'First words' });
    const headers = { 'if-match': '"1"' };
    await this.#repeat('PUT', `/api/drafts/${draftId}`, { content: words }, headers);
    if (this.plans.length % DRAFTS_PER_KEPT_DRAFT === DRAFTS_PER_KEPT_DRAFT - 1) {
      this.plans.push({ draftId, postId: null, words, times: [] });
      return;
    }
    const at = this.#anyTime();
    const body = {
      draftId,
      draftRevision: 2,
      content: words,
      scheduledFor: at,
      targets: this.accounts.map(({ id }) => ({ accountId: id, content: markOf(number, id) })),
    };
    const sent = ++this.#clock;
    const [post, other] = await Promise.all(
      [1, 2].map(() => this.#repeat<PostView>('POST', '/api/posts', body)),
    );
    if (!post || post.id !== other?.id) throw new Error(`The draft ${draftId} became two posts.`);
    const plan = { draftId, postId: post.id, words, times: [{ at, sent, answered: ++this.#clock }] };
    this.plans.push(plan);
    this.written.push({ id: post.id, videoBytes: null, blind: new Set() });
    this.#open.push({ plan, knownTime: at, revision: post.revision, moves: 0 });
  }

  /** One or two windows move some posts at the same moment. Then the client reads the times of these posts. */
  async #move(): Promise<void> {
    const chosen = this.#open.filter(() => this.random() < 0.5);
    const ways = [() => this.#moveEach(chosen), () => this.#moveTogether(chosen)];
    const [first, second] = this.random() < 0.5 ? ways : ways.toReversed();
    await Promise.all([first?.(), this.random() < 0.3 ? second?.() : undefined]);
    for (const open of chosen) {
      open.moves += 1;
      const { status, body } = await this.#client()
        .get<PostView>(`/api/posts/${String(open.plan.postId)}`)
        .catch(() => NO_RESPONSE as ApiResponse<PostView>);
      if (status === 200) [open.knownTime, open.revision] = [body.scheduledFor, body.revision];
    }
  }

  /** Moves each post to a different time, as a person drags posts. */
  async #moveEach(chosen: readonly Open[]): Promise<void> {
    await Promise.all(chosen.map(({ plan, revision }) => this.#moveTo(plan, this.#anyTime(), revision)));
  }

  async #moveTo({ times, postId, words }: Open['plan'], at: string, revision: number | null): Promise<void> {
    const change = { content: words, scheduledFor: at, ...(revision !== null && { revision }) };
    const client = revision === null ? this.stable : this.#client();
    const sent = ++this.#clock;
    const response = await client
      .call('PUT', `/api/posts/${String(postId)}`, change)
      .catch(() => NO_RESPONSE);
    this.#recordMove(times, { at, sent }, outcomeOf(response));
  }

  /** Moves all posts by the same distance, with one call. */
  async #moveTogether(chosen: readonly Open[]): Promise<void> {
    const [unit, length] =
      this.random() < 0.5 ? (['byMinutes', MINUTE] as const) : (['byDays', DAY] as const);
    const distance = this.random() < 0.5 ? 1 : -1;
    const movable = chosen.filter(({ knownTime }) => Date.parse(knownTime) + distance * length > Date.now());
    if (movable.length === 0) return;
    const body = {
      ids: movable.map(({ plan }) => plan.postId),
      action: 'move',
      [unit]: distance,
      times: movable.map(({ knownTime }) => knownTime),
    };
    const goals = movable.map(({ plan, knownTime }) => ({
      plan,
      at: isoAfter(knownTime, distance * length),
    }));
    const sent = ++this.#clock;
    const response = await this.#client()
      .post<Readonly<{ results?: readonly OnePostResult[] }>>('/api/posts/bulk', body)
      .catch(() => NO_RESPONSE as ApiResponse<Readonly<{ results?: readonly OnePostResult[] }>>);
    for (const [index, { plan, at }] of goals.entries()) {
      const result = response.body.results?.[index];
      this.#recordMove(plan.times, { at, sent }, result ? outcomeOfOne(result) : outcomeOf(response));
    }
  }

  #recordMove(times: RequestedTime[], requested: Pick<RequestedTime, 'at' | 'sent'>, outcome: Outcome): void {
    if (outcome === 'refused') this.refused += 1;
    else times.push({ ...requested, answered: outcome === null ? null : ++this.#clock });
  }

  async #moveToNow({ id }: PostView): Promise<void> {
    const plan = this.plans.find(({ postId }) => postId === id) as Open['plan'] | undefined;
    if (plan) await this.#moveTo(plan, isoAfter(new Date().toISOString(), 1_000), null);
  }

  /** Repeats a request until the product accepts it, as a window does after a broken connection. */
  #repeat<Body>(
    method: string,
    path: string,
    body: object,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Body> {
    return eventually(async () => {
      const response = await this.#client().call<Body>(method, path, body, headers);
      if (response.status >= 400)
        throw new Error(`${method} ${path}: ${String(response.status)} ${response.text}`);
      return response.body;
    }, PATIENCE_SECONDS);
  }

  async #hasRoom(): Promise<boolean> {
    const due = (await this.#listed()).filter((post) => isUnfinished(post) && !isPlannedForLater(post));
    return due.length < DUE_AT_A_TIME;
  }

  async #listed(): Promise<readonly PostView[]> {
    return (await patientGet<readonly PostView[]>(this.stable, '/api/posts')).body;
  }

  #client(): BrowserlessClient {
    return this.pages.isUp && this.random() < 0.8 ? this.unstable : this.stable;
  }

  /** A time within seconds, or within seconds after one minute or one day. */
  #anyTime(): string {
    const day = [0, MINUTE, DAY][Math.floor(this.random() * 3)] ?? 0;
    return isoAfter(new Date().toISOString(), day + 1_500 + Math.floor(this.random() * 4_000));
  }
}

const ENDED: ReadonlySet<string> = new Set(['posted', 'failed']);
const isUnfinished = ({ targets }: PostView): boolean => targets.some(({ status }) => !ENDED.has(status));
const isPlannedForLater = ({ scheduledFor }: PostView): boolean =>
  Date.parse(scheduledFor) > Date.now() + MINUTE / 4;
const NO_RESPONSE: ApiResponse = { status: 503, headers: new Headers(), body: {}, text: '' };

const isoAfter = (time: string, milliseconds: number): string =>
  new Date(Date.parse(time) + milliseconds).toISOString();

const outcomeOf = ({ status }: ApiResponse): Outcome =>
  status < 300 ? 'accepted' : status < 500 ? 'refused' : null;

/** The outcome for one post in a response. After a server error, which has another code, the outcome is unknown. */
const outcomeOfOne = ({ ok, code }: OnePostResult): Outcome =>
  ok ? 'accepted' : code?.startsWith('scheduling.') ? 'refused' : null;
