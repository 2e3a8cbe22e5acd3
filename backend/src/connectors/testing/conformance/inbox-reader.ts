import { DAY_MS } from '@posthorn/contracts/shared/durations';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type {
  CommentConnector,
  OutgoingReply,
  ReadCursor,
  RemoteComment,
  WatchedPost,
} from '../../contract/comments.ts';
import type { CallOutcome, LookUpOutcome, PrepareOutcome } from '../../contract/outcome.ts';
import type { PublishRefs } from '../../contract/publication.ts';
import type { MemoryAccess } from '../account-access.ts';
import { storedAfter } from '../another-process.ts';
import { Killed } from './publisher.ts';
import type { MovingClock } from './moving-clock.ts';

const PAGES_MAX = 40;
const ROUNDS_MAX = 40;
const WITHIN_MS = 60_000;
/** A platform that fetches files needs this real time between look-ups. */
const FETCH_MS = 20;
/** The reason after which the preparation is tried again. */
const WORKING = 'processing';

const signal = () => AbortSignal.timeout(WITHIN_MS);

/** Reads one account's comments as the product does, and stores the cursor between polls. */
export class InboxReader {
  cursor: ReadCursor | null = null;

  constructor(
    private readonly connector: () => CommentConnector,
    private readonly access: MemoryAccess,
    private readonly clock: MovingClock,
  ) {}

  /** Reads the new comments, and returns the posts whose threads need reading. */
  async news(posts: readonly WatchedPost[]) {
    const comments: RemoteComment[] = [];
    const moved = new Set<string>();
    const gone: string[] = [];
    const since = new Date(this.clock.now().getTime() - DAY_MS).toISOString();
    for (let page = 0; page < PAGES_MAX; page += 1) {
      const { cursor } = this;
      const read = await this.connector().news?.(this.access, { cursor, posts, since }, signal());
      if (!read) return { comments, moved, gone };
      if (read.kind !== 'read') throw new Error(JSON.stringify(read));
      comments.push(...read.comments);
      gone.push(...read.gone);
      for (const { remoteId } of read.moved) moved.add(remoteId);
      this.cursor = stored(read.cursor);
      if (!read.more) return { comments, moved, gone };
    }
    throw new Error('The list of new comments has no end.');
  }

  /** Reads all pages of a thread; null: the post was deleted. */
  async thread(post: WatchedPost): Promise<readonly RemoteComment[] | null> {
    const comments: RemoteComment[] = [];
    let after: string | null = null;
    for (let page = 0; page < PAGES_MAX; page += 1) {
      const read = await this.connector().thread(this.access, post, after, signal());
      if (read.kind === 'post-gone') return null;
      if (read.kind !== 'read') throw new Error(JSON.stringify(read));
      comments.push(...stored(read.comments));
      if (read.next === null) return comments;
      after = read.next;
    }
    throw new Error('The thread has no end.');
  }

  /** Reads new comments, and the thread if its count changed or the platform has no list of new comments. */
  async all(post: WatchedPost): Promise<readonly RemoteComment[]> {
    const { comments, moved } = await this.news([post]);
    const hasNoList = this.connector().pace.source === 'threads';
    const inThread = hasNoList || moved.has(post.remoteId) ? ((await this.thread(post)) ?? []) : [];
    return [...new Map([...comments, ...inThread].map((comment) => [comment.key, comment])).values()];
  }
}

/** Copies a value through JSON, as the database does. */
const stored = <Kept>(value: Kept): Kept => JSON.parse(JSON.stringify(value)) as Kept;

/** Runs the steps of one reply as the product's worker does, and stores the references between the steps. */
export class Replier {
  readonly reply: OutgoingReply;
  refs: PublishRefs | null = null;
  attemptStartedAt = '';
  saves = 0;

  constructor(
    private readonly connector: () => CommentConnector,
    private readonly access: MemoryAccess,
    private readonly clock: MovingClock,
    comment: RemoteComment,
    text: string,
  ) {
    const { accountId } = access;
    this.reply = { replyId: randomUUID(), accountId, ownerId: 'ana', text, comment: stored(comment) };
  }

  /** `killAfter`: simulates a crash after references were stored this many times. */
  async prepare(killAfter = Number.POSITIVE_INFINITY): Promise<PrepareOutcome> {
    for (let round = 0; round < ROUNDS_MAX; round += 1) {
      const save = (refs: PublishRefs) => this.#save(refs, killAfter);
      const outcome = await this.connector().prepareReply(this.access, this.reply, this.refs, save, signal());
      if (outcome.kind === 'prepared') this.refs = stored(outcome.refs);
      if (outcome.kind !== 'postponed' || outcome.reason !== WORKING) return outcome;
      this.clock.advanceTo(new Date(outcome.until));
    }
    throw new Error('The platform never finished processing.');
  }

  #save(refs: PublishRefs, killAfter: number): Promise<void> {
    this.refs = stored(refs);
    this.saves += 1;
    return this.saves >= killAfter ? Promise.reject(new Killed()) : Promise.resolve();
  }

  async call(): Promise<CallOutcome> {
    this.attemptStartedAt = this.clock.now().toISOString();
    const outcome = await this.connector().reply(this.access, this.reply, this.refs ?? {}, signal());
    this.refs = storedAfter(this.refs, outcome);
    return outcome;
  }

  /**
   * Repeats the look-up until there is an outcome. The reply counts as absent after two negative results that are more than
   * `replyVisibilitySeconds` apart.
   */
  async lookUp(): Promise<LookUpOutcome> {
    let negativeResults = 0;
    for (let round = 0; round < ROUNDS_MAX; round += 1) {
      const found = await this.connector().lookUpReply(
        this.access,
        this.reply,
        this.refs ?? {},
        this.attemptStartedAt,
      );
      this.refs = storedAfter(this.refs, found);
      if (found.kind === 'absent' && ++negativeResults >= 2) return found;
      if (found.kind !== 'absent' && found.kind !== 'pending') return found;
      await pause(FETCH_MS);
      this.clock.advance(1000 * this.connector().replyVisibilitySeconds + 1000);
    }
    throw new Error('The look-up of the reply has no outcome.');
  }

  async send(): Promise<CallOutcome | LookUpOutcome> {
    const prepared = await this.prepare();
    if (prepared.kind !== 'prepared') return prepared;
    const outcome = await this.call();
    if (outcome.kind !== 'accepted') return outcome;
    this.refs = { ...this.refs, handle: outcome.handle };
    return this.lookUp();
  }
}
