import { Injectable } from '@nestjs/common';
import { UsersBeingErased } from '#infrastructure/effects/users-being-erased.ts';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { AccountKeys } from '#modules/integrations/ports/account-keys.ts';
import type { CommentAccount, RemoteComment } from '#modules/integrations/ports/comments-of-accounts.ts';
import type { CommentEvent, CommentReceived } from '../../domain/comment/comment-events.ts';
import { commentStream, type Comment } from '../../domain/comment/comment.ts';
import { retentionAfterLastSeen } from '../../domain/comment/retention.ts';
import {
  hasReturned,
  recordComment,
  recordCommentGone,
  wasHandled,
  type CommentSnapshot,
} from '../../domain/comment/comment-recording.ts';
import { CommentKeys, type KeySpace } from './comment-keys.ts';
import { Digests } from '../../read-models/comments/digests.ts';
import { OwnReplyRecorder } from './own-reply-recorder.ts';
import { KnownComments } from './known-comments.ts';
import { cleanComment } from './clean-comment.ts';

/** What one reading showed of a comment. */
export type ReadComment =
  | Readonly<{ kind: 'there'; comment: RemoteComment }>
  | Readonly<{ kind: 'gone'; key: string }>;

/**
 * The reading that showed the comments. `seenAt`: when the reading started.
 * `isFirstReading`: old comments count as read, because no earlier reading could show them.
 */
export type ReadingInfo = Readonly<{
  source: CommentReceived['data']['source'];
  seenAt: string;
  isFirstReading: boolean;
}>;

/**
 * `received`, `changed`: the numbers that identify new and changed comments. `unplaced`: how many replies of the owner belong to comments
 * that are not recorded yet. A later reading returns both.
 */
export type RecordedReading = Readonly<{
  received: readonly number[];
  changed: readonly number[];
  unplaced: number;
}>;

/** Comments older than this, in milliseconds, count as read at the first reading of an account. */
const BACKLOG = 24 * 3_600_000;

/** Thrown when the log uses the number for another comment. */
class NumberIsTaken extends Error {}

/** Thrown when a list shows a comment that was recorded as deleted. */
class CommentHasReturned extends Error {
  constructor(readonly before: Comment) {
    super();
  }
}

/**
 * Records the comments that a reading showed. Calls may come in any order and may be repeated: each comment is recorded once.
 * Sends no requests to the platform.
 */
@Injectable()
export class RecordComments {
  constructor(
    private readonly accounts: AccountKeys,
    private readonly digests: Digests,
    private readonly keys: CommentKeys,
    private readonly known: KnownComments,
    private readonly ownReplies: OwnReplyRecorder,
    private readonly leaving: UsersBeingErased,
    private readonly writer: StreamWriter,
  ) {}

  /** The caller must run this inside a cause. */
  async record(
    account: CommentAccount,
    seen: readonly ReadComment[],
    seenIn: ReadingInfo,
  ): Promise<RecordedReading> {
    const nothing = { received: [], changed: [], unplaced: 0 };
    const digest = await this.digests.digestOf(account.ownerId);
    // An erased owner has no digest function. The product does not record comments for this owner.
    if (!digest || seen.length === 0) return nothing;
    const space: KeySpace = { ...account, digest };
    const present = seen.flatMap((read) =>
      read.kind === 'there' ? [cleanComment(read.comment, seenIn.seenAt)] : [],
    );
    const own = await this.#ownAmong(account, present);
    const strangers = present.filter((comment) => !own.has(comment)).sort(byTime);
    const { received, changed } = await this.#strangers(space, strangers, seenIn);
    const gone = seen.flatMap((read) => (read.kind === 'gone' ? [read.key] : []));
    const deleted = await this.#gone(space, gone, seenIn);
    // Replies of the owner come last, so that the answered comments are already recorded.
    let unplaced = 0;
    for (const comment of [...own].sort(byTime)) {
      const placed = await this.ownReplies.record(space, comment, seenIn.seenAt);
      if (placed === 'unplaced') unplaced++;
      else if (placed !== null) changed.push(placed);
    }
    return { received, changed: [...changed, ...deleted], unplaced };
  }

  async #strangers(space: KeySpace, comments: readonly RemoteComment[], seenIn: ReadingInfo) {
    const received: number[] = [];
    const changed: number[] = [];
    const news = await this.known.newsAmong(space, comments, seenIn);
    if (news.length === 0 || (await this.leaving.has(space.ownerId))) return { received, changed };
    const ids = await this.keys.idsOf(space, news);
    for (const comment of news) {
      const { id, events } = await this.#recordOne(space, comment, ids.get(comment.key) ?? 0, seenIn);
      if (events[0]?.type === 'CommentReceived') received.push(id);
      else if (events.length > 0) changed.push(id);
    }
    return { received, changed };
  }

  async #recordOne(
    space: KeySpace,
    comment: RemoteComment,
    commentId: number,
    seenIn: ReadingInfo,
    isHandled = false,
  ): Promise<Readonly<{ id: number; events: readonly CommentEvent[] }>> {
    const { accountId, ownerId, platform, digest } = space;
    const { key, remoteId, postRemoteId, parentRemoteId, author, text, createdAt } = comment;
    const { editedAt, permalink, hidden, refs } = comment;
    const { seenAt, source, isFirstReading } = seenIn;
    const postId = await this.known.postIdOf(accountId, postRemoteId);
    // This check comes last, because the erasure of the owner may have started during the queries.
    if (await this.leaving.has(ownerId)) return { id: commentId, events: [] };
    const sighting: CommentSnapshot = {
      ...(postId !== null && { postId }),
      postRemoteId,
      key,
      remoteId,
      remoteRefs: refs,
      parentRemoteId,
      author,
      text,
      authorMac: digest('author', platform, author.remoteId),
      textMac: digest('text', text),
      createdAt,
      editedAt,
      seenAt,
      source,
      permalink,
      hidden,
      isBacklog: isHandled || (isFirstReading && Date.parse(seenAt) - Date.parse(createdAt) > BACKLOG),
    };
    const decide = (state: Comment) => {
      if (state.seen && state.seen.key !== key) throw new NumberIsTaken();
      // The comment belongs to the account that read it first. Other accounts may not change it: they may be on a stranger's server.
      const id = state.id ?? { commentId, ownerId, accountId, platform };
      if (id.accountId !== accountId) return [];
      if (hasReturned(state, platform, sighting)) throw new CommentHasReturned(state);
      return recordComment(state, id, sighting, retentionAfterLastSeen(platform));
    };
    try {
      const { appended } = await this.writer.decide(commentStream, commentId, decide);
      return { id: commentId, events: appended };
    } catch (error) {
      if (error instanceof NumberIsTaken) await this.keys.replace(space, key, commentId);
      else if (error instanceof CommentHasReturned) await this.keys.renew(space, key, commentId);
      else throw error;
      const ids = await this.keys.idsOf(space, [comment]);
      const handled = error instanceof CommentHasReturned ? wasHandled(error.before) : isHandled;
      return this.#recordOne(space, comment, ids.get(key) ?? 0, seenIn, handled);
    }
  }

  async #gone(space: KeySpace, keys: readonly string[], { seenAt }: ReadingInfo): Promise<number[]> {
    if (keys.length === 0) return [];
    const deleted: number[] = [];
    for (const id of (await this.keys.knownIdsOf(space, keys)).values()) {
      if (await this.leaving.has(space.ownerId)) break;
      const { appended } = await this.writer.decide(commentStream, id, (state) =>
        state.id?.accountId === space.accountId
          ? recordCommentGone(state, state.id, { by: 'platform', seenAt })
          : [],
      );
      if (appended.length > 0) deleted.push(id);
    }
    return deleted;
  }

  /** Returns the comments that a present or former account of the owner wrote on this platform. */
  async #ownAmong({ ownerId, platform }: CommentAccount, comments: readonly RemoteComment[]) {
    const authors = new Map(comments.map(({ author }) => [author.remoteId, author]));
    const known = await this.accounts.byAuthors(platform, [...authors.values()], ownerId);
    const own = new Set(known.filter((one) => one.ownerId === ownerId).map(({ remoteId }) => remoteId));
    return new Set(comments.filter(({ isOwn, author }) => isOwn || own.has(author.remoteId)));
  }
}

const byTime = (one: RemoteComment, other: RemoteComment): number =>
  Date.parse(one.createdAt) - Date.parse(other.createdAt);
