import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import type { CommentDetail, CommentView } from '@posthorn/contracts/inbox/comments.http';
import { accountOn, accountsOf } from '../../all-platforms.ts';
import { Creator } from '../../creator.ts';
import { eventually } from '../../eventually.ts';
import type { SandboxControl, SandboxReply } from '../../sandbox-control.ts';
import type { ChaosSetup } from '../chaos-setup.ts';
import { patientGet } from '../patient-get.ts';
import { isDecided, tallyAutoReplies, type AutoComment, type AutoTally, type AutoUse } from './auto-tally.ts';

/** Users with automatic replies; the last one reviews each reply first. */
export const AUTO_ANSWERERS = ['auto1@example.com', 'auto2@example.com', 'auto3@example.com'] as const;
const PLATFORMS = ['bluesky', 'mastodon'] as const;
const POSTS = 2;
/** More than an account may send in an hour, so that the run reaches the cap. */
const COMMENTS_OF_ACCOUNT = 26;
/** The maximum number of comments without a decision. */
const OPEN_AT_A_TIME = 12;
const SETTLE_SECONDS = 300;

/** The shares of comments from a repeated author, with a negative text, and with a text that is too short. `MODEL_FAILS_SHARE`: a share of rounds. */
const SAME_AUTHOR_SHARE = 0.1;
const NEGATIVE_SHARE = 0.1;
const SHORT_SHARE = 0.05;
const MODEL_FAILS_SHARE = 0.15;
const MODEL_FAILURES = ['fail', 'throttle', 'babble', 'cut-off', 'stall'] as const;
const FAULT_SHARE = 0.15;
const FAULTS = ['http500', 'dropAfterAccept', 'hang'] as const;

type CommentedPost = Readonly<{
  owner: string;
  post: number;
  platform: string;
  remoteId: string;
  onlyDrafts: boolean;
}>;

/** Keeps commenting on posts with automatic replies, with a model and platforms that sometimes fail. */
export class AutoWriter {
  readonly #made: AutoComment[] = [];
  readonly #creators: Creator[] = [];
  readonly #commentedPosts: CommentedPost[] = [];
  /** Ids of comments that no longer change by themselves. Only the tally at the end reads these comments again. */
  readonly #decided = new Set<number>();

  constructor(
    private readonly setup: ChaosSetup,
    private readonly sandbox: SandboxControl,
    private readonly random: () => number,
  ) {}

  async begin(): Promise<void> {
    for (const email of AUTO_ANSWERERS) {
      const creator = await Creator.signedIn(this.setup, email);
      this.#creators.push(creator);
      await creator.connectBluesky();
      await creator.connectMastodon();
      const onlyDrafts = email === AUTO_ANSWERERS.at(-1);
      if (onlyDrafts) await creator.client.call('PUT', '/api/inbox/settings', { requireApproval: true });
      const accounts = await eventually(async () => {
        const all = await accountsOf(creator);
        return PLATFORMS.map((platform) => accountOn(all, platform));
      }, SETTLE_SECONDS);
      for (let count = 0; count < POSTS; count += 1) {
        const details = { aiRepliesEnabled: true };
        const { body } = await creator.schedule(accounts, `Talk to us, ${String(count)}.`, details);
        const post = await creator.settled(body.id, ['posted'], SETTLE_SECONDS);
        for (const { platform, remoteId } of post.targets)
          this.#commentedPosts.push({
            owner: email,
            post: post.id,
            platform,
            remoteId: remoteId ?? '',
            onlyDrafts,
          });
      }
    }
  }

  async write(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      if (this.random() < MODEL_FAILS_SHARE) await this.#failModel();
      const listed = await this.#listed();
      const open = this.#made.length - listed.filter(({ reply }) => reply !== null).length;
      // Skipped comments have no reply either. So an exact count follows only when many comments seem to be open.
      const isFull = open >= OPEN_AT_A_TIME && (await this.#open()) >= OPEN_AT_A_TIME;
      if (!isFull) for (let count = 0; count < this.#creators.length; count += 1) await this.#comment();
      await pause(1000);
    }
    await this.sandbox.settings({ model: 'obey' });
  }

  /** Whether a received reply belongs to a comment of this writer. */
  isBelow({ parentId }: SandboxReply): boolean {
    return this.#made.some(({ remoteId }) => remoteId === parentId);
  }

  /** Counts when everything is decided or no more decisions follow. */
  async settled(): Promise<AutoTally> {
    await eventually(async () => {
      const open = await this.#open();
      if (open > 0) throw new Error(`${String(open)} comments have no decision yet`);
    }, SETTLE_SECONDS).catch(() => undefined);
    // A comment without a reply gives back its entry in the caps after its outcome was recorded.
    let tally = await this.#counted();
    await eventually(async () => {
      tally = await this.#counted();
      if (tally.problems.length > 0) throw new Error(tally.problems.join('\n'));
    }, 20).catch(() => undefined);
    return tally;
  }

  async #counted(): Promise<AutoTally> {
    return tallyAutoReplies(
      this.#made,
      await this.#details(),
      await this.sandbox.replies(),
      await this.#use(),
    );
  }

  async #comment(): Promise<void> {
    const posts = this.#commentedPosts.filter(
      (commentedPost) =>
        this.#made.filter(({ account }) => account === accountOf(commentedPost)).length < COMMENTS_OF_ACCOUNT,
    );
    const commentedPost = posts[Math.floor(this.random() * posts.length)];
    if (!commentedPost) return;
    const { platform, remoteId, post, onlyDrafts } = commentedPost;
    const number = this.#made.length + 1;
    const earlierComments = this.#made.filter((each) => each.post === post && each.platform === platform);
    const repeated =
      this.random() < SAME_AUTHOR_SHARE
        ? earlierComments[Math.floor(this.random() * earlierComments.length)]
        : undefined;
    const author = repeated?.author ?? `fan${String(number)}`;
    const text = this.#textOf(number);
    if (this.random() < FAULT_SHARE)
      await this.sandbox.fault(platform, FAULTS[Math.floor(this.random() * FAULTS.length)] ?? 'http500');
    const id = await this.sandbox.comment({ platform, remoteId, author, text });
    this.#made.push({
      text,
      author,
      post,
      account: accountOf(commentedPost),
      platform,
      remoteId: id,
      onlyDrafts,
    });
  }

  #textOf(number: number): string {
    const noun = nounOf(number);
    const chance = this.random();
    if (chance < NEGATIVE_SHARE) return `This ${noun} is terrible`;
    return chance < NEGATIVE_SHARE + SHORT_SHARE ? noun : `I love your ${noun}`;
  }

  async #failModel(): Promise<void> {
    const model = MODEL_FAILURES[Math.floor(this.random() * MODEL_FAILURES.length)] ?? 'fail';
    await this.sandbox.settings({ model });
    await pause(1500);
    await this.sandbox.settings({ model: 'obey' });
  }

  async #open(): Promise<number> {
    for (const detail of await this.#details(this.#decided)) {
      if (isDecided(detail)) this.#decided.add(detail.id);
    }
    return this.#made.length - this.#decided.size;
  }

  async #listed(): Promise<readonly CommentView[]> {
    const lists = await Promise.all(
      this.#creators.map(({ client }) =>
        patientGet<readonly CommentView[]>(client, '/api/comments?limit=500'),
      ),
    );
    return lists.flatMap(({ body }) => body);
  }

  async #details(skipped: ReadonlySet<number> = new Set()): Promise<readonly CommentDetail[]> {
    const details: CommentDetail[] = [];
    for (const { client } of this.#creators) {
      const { body } = await patientGet<readonly CommentView[]>(client, '/api/comments?limit=500');
      for (const { id } of body.filter((one) => !skipped.has(one.id)))
        details.push((await patientGet<CommentDetail>(client, `/api/comments/${String(id)}`)).body);
    }
    return details;
  }

  async #use(): Promise<AutoUse> {
    const client = new Client({ connectionString: this.setup.databaseUrl });
    await client.connect();
    try {
      const days = await client.query<AutoUse['days'][number]>(
        `select day::text, (sum(tokens) filter (where user_id <> ''))::float8 as "ofUsers",
           (sum(tokens) filter (where user_id = ''))::float8 as "ofAll",
           (max(tokens) filter (where user_id <> ''))::float8 as most from inbox.ai_use group by day`,
      );
      const claims = await client.query<{ id: number }>(
        'select comment_id::float8 as id from inbox.auto_reply_claim',
      );
      return { days: days.rows, claims: claims.rows.map(({ id }) => id) };
    } finally {
      await client.end();
    }
  }
}

const accountOf = ({ owner, platform }: Pick<CommentedPost, 'owner' | 'platform'>): string =>
  `${owner} on ${platform}`;

const SYLLABLES = ['ka', 'lo', 'mi', 'ne', 'pu', 'ra', 'so', 'te', 'vi', 'zu'] as const;
/** A unique word for each number; a reply that nearly repeats another would become a draft. */
const nounOf = (number: number): string =>
  Array.from(String((number * 7919) % 1_000_003).padStart(6, '0'))
    .map((digit) => SYLLABLES[Number(digit)])
    .join('');
