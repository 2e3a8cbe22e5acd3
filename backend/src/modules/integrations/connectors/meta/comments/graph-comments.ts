import { COMMENT_READING_TEXT } from '@posthorn/contracts/integrations/comment-reading-text';
import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { Clock } from '#infrastructure/clock.ts';
import type { AccountAccess, SaveRefs } from '../../contract/account-access.ts';
import type {
  CommentAbilities,
  CommentConnector,
  CommentOutcome,
  KnownComment,
  ModerationOutcome,
  NewsOutcome,
  OutgoingReply,
  ReadingPace,
  ThreadOutcome,
  WatchedPost,
} from '../../contract/comments.ts';
import type { CallOutcome, LookUpOutcome, PrepareOutcome } from '../../contract/outcome.ts';
import type { PublishRefs } from '../../contract/publication.ts';
import { at, idIn } from '../../json.ts';
import { mayHave } from '../../oauth/oauth-credentials.ts';
import { published, refused, unknown } from '../../outcomes.ts';
import { edgePage } from '../edge-pages.ts';
import { failedLookUp } from '../failed-look-up.ts';
import type { GraphCall } from '../graph-client.ts';
import { GraphError } from '../graph-error.ts';
import { callOutcome, saysMissing, stepOutcome } from '../graph-outcomes.ts';
import type { CommentDialect, Opened } from './comment-dialect.ts';
import { commentOutcomes } from './comment-outcomes.ts';
import { commentState, postState } from './comment-state.ts';
import { movedCounts, restOf } from './moved-counts.ts';
import { lookUpOwnReply } from './own-reply.ts';

const CALL_MS = 30_000;
const { readingOutcome, replyOutcome, moderationOutcome } = commentOutcomes({
  told: GraphError,
  step: stepOutcome,
  call: callOutcome,
});
const ALL: CommentAbilities = { reply: 'send', whyNot: null, openUrl: null, hide: 'platform', remove: true };

/** Comments on the Graph API: of Facebook Pages and of Instagram accounts, which differ in names. */
export class GraphComments implements CommentConnector {
  /** A list of own posts counts their comments, answers included; more often than this nobody may ask without end. */
  readonly pace: ReadingPace = { source: 'counts', fastest: 60 };
  readonly replyRule = 'after-negative-look-up';
  readonly replyVisibilitySeconds = 60;
  readonly lateReplyIsHarmless = false;

  constructor(
    private readonly dialect: CommentDialect,
    private readonly clock: Clock,
  ) {}

  unreadable(credentials: JsonObject): string | null {
    return mayHave(credentials, this.dialect.readingScope(credentials))
      ? null
      : COMMENT_READING_TEXT.reconnect;
  }

  async news(
    access: AccountAccess,
    asked: Parameters<NonNullable<CommentConnector['news']>>[1],
    signal: AbortSignal,
  ): Promise<NewsOutcome> {
    const now = this.clock.now();
    if (asked.posts.length === 0)
      return { kind: 'read', comments: [], gone: [], moved: [], cursor: {}, more: false };
    const rest = restOf(asked, now);
    if (rest) return rest;
    try {
      return await this.dialect.open(access, (opened) =>
        movedCounts(this.dialect, opened, asked, { now, signal }),
      );
    } catch (error) {
      return readingOutcome(error, now);
    }
  }

  async thread(
    access: AccountAccess,
    post: WatchedPost,
    after: string | null,
    signal: AbortSignal,
  ): Promise<ThreadOutcome> {
    try {
      return await this.dialect.open(access, async (opened): Promise<ThreadOutcome> => {
        try {
          return await this.#page(opened, post, after, signal);
        } catch (error) {
          const isGone =
            saysMissing(error) && (await postState(this.dialect, opened, post.remoteId, signal)) === 'gone';
          if (isGone) return { kind: 'post-gone' };
          throw error;
        }
      });
    } catch (error) {
      return readingOutcome(error, this.clock.now());
    }
  }

  async #page(
    opened: Opened,
    { remoteId: postRemoteId, permalink }: WatchedPost,
    after: string | null,
    signal: AbortSignal,
  ): Promise<ThreadOutcome> {
    const { thread, commentIn } = this.dialect;
    const { graph, account } = opened;
    const fields = { ...thread.more, fields: thread.fields, limit: String(thread.limit) };
    const call = {
      path: `${postRemoteId}/comments`,
      token: account.accessToken,
      fields,
      request: { signal },
    };
    const { items, next } = await edgePage(graph, call, after);
    const all = [];
    for (const item of items) all.push(...(await thread.flat(opened, item, signal)));
    const comments = all.flatMap(
      (item) => commentIn(item, { postRemoteId, permalink }, account.ownerId) ?? [],
    );
    return { kind: 'read', comments, next };
  }

  async one(access: AccountAccess, comment: KnownComment, signal: AbortSignal): Promise<CommentOutcome> {
    try {
      return await this.dialect.open(access, async (opened): Promise<CommentOutcome> => {
        const { graph, account } = opened;
        const { accessToken: token } = account;
        const { fields } = this.dialect;
        try {
          const { body } = await graph.send({
            path: comment.remoteId,
            token,
            fields: { fields },
            request: { signal },
          });
          const found = this.dialect.commentIn(body, comment, account.ownerId);
          return found ? { kind: 'there', comment: found } : { kind: 'cannot-tell' };
        } catch (error) {
          if (!saysMissing(error)) throw error;
          const state = await commentState(this.dialect, opened, comment, signal);
          return { kind: state === 'gone' ? 'gone' : 'cannot-tell' };
        }
      });
    } catch (error) {
      return readingOutcome(error, this.clock.now());
    }
  }

  can(): CommentAbilities {
    return ALL;
  }

  replyLength(text: string, comment: KnownComment): Readonly<{ used: number; max: number }> {
    return this.dialect.replyLength(text, comment);
  }

  /**
   * A refusal of the reply itself proves little, so what would surely be refused is asked before: of the comment, and of the one at
   * the top where it is written to that.
   */
  async prepareReply(
    access: AccountAccess,
    { comment }: OutgoingReply,
    refs: PublishRefs | null,
    _save: SaveRefs,
    signal: AbortSignal,
  ): Promise<PrepareOutcome> {
    const prepared = await this.#isOpen(access, comment, refs, signal);
    const remoteId = this.dialect.answers.writtenTo(comment);
    if (prepared.kind !== 'prepared' || remoteId === comment.remoteId) return prepared;
    const target: KnownComment = { ...comment, key: remoteId, remoteId, parentRemoteId: null };
    return this.#isOpen(access, target, refs, signal);
  }

  async #isOpen(
    access: AccountAccess,
    comment: KnownComment,
    refs: PublishRefs | null,
    signal: AbortSignal,
  ): Promise<PrepareOutcome> {
    const found = await this.one(access, comment, signal);
    switch (found.kind) {
      case 'gone':
        return refused('not-found', null, false);
      case 'there': {
        const why = found.comment.hidden ? this.dialect.answers.whyNotToHidden : null;
        return why === null ? { kind: 'prepared', refs: refs ?? {} } : refused('not-allowed', why, false);
      }
      case 'cannot-tell':
        return { kind: 'prepared', refs: refs ?? {} };
      case 'refused':
      case 'postponed':
        return found;
    }
  }

  async reply(
    access: AccountAccess,
    { comment, text }: OutgoingReply,
    _refs: PublishRefs,
    signal: AbortSignal,
  ): Promise<CallOutcome> {
    const { edge, writtenTo } = this.dialect.answers;
    const target = writtenTo(comment);
    try {
      return await this.dialect.open(access, async (opened) => {
        const { graph, account } = opened;
        const { body } = await graph.send({
          path: `${target}/${edge}`,
          method: 'POST',
          token: account.accessToken,
          fields: { message: text },
          request: { signal, timeoutMs: CALL_MS, newConnection: true },
        });
        const id = idIn(at(body, 'id'));
        // What is called like the comment itself is no answer to it.
        if (id === null || id === target)
          return unknown('unreadable', 'The platform answered and named no reply.');
        return published(id, await this.dialect.permalinkOf(opened, id, comment, signal));
      });
    } catch (error) {
      return replyOutcome(error, this.clock.now());
    }
  }

  async lookUpReply(
    access: AccountAccess,
    { comment, text }: OutgoingReply,
    _refs: PublishRefs,
    armedAt: string,
  ): Promise<LookUpOutcome> {
    const now = () => this.clock.now();
    try {
      return await this.dialect.open(access, (opened) =>
        lookUpOwnReply(this.dialect, opened, access, { comment, text, armedAt }, now),
      );
    } catch (error) {
      return failedLookUp(error, now());
    }
  }

  hide(
    access: AccountAccess,
    comment: KnownComment,
    hidden: boolean,
    signal: AbortSignal,
  ): Promise<ModerationOutcome> {
    const fields = { [this.dialect.hideField]: String(hidden) };
    return this.#moderate(access, comment, {
      method: 'POST',
      fields,
      request: { signal, timeoutMs: CALL_MS },
    });
  }

  remove(access: AccountAccess, comment: KnownComment, signal: AbortSignal): Promise<ModerationOutcome> {
    return this.#moderate(access, comment, { method: 'DELETE', request: { signal, timeoutMs: CALL_MS } });
  }

  async #moderate(
    access: AccountAccess,
    comment: KnownComment,
    call: Pick<GraphCall, 'method' | 'fields' | 'request'>,
  ): Promise<ModerationOutcome> {
    try {
      return await this.dialect.open(access, async (opened): Promise<ModerationOutcome> => {
        const { graph, account } = opened;
        try {
          const { body } = await graph.send({ ...call, path: comment.remoteId, token: account.accessToken });
          return at(body, 'success') === false ? refused('rejected', null, false) : { kind: 'done' };
        } catch (error) {
          if (!saysMissing(error)) throw error;
          const state = await commentState(this.dialect, opened, comment);
          if (state === 'gone') return { kind: 'done' };
          return state === 'there'
            ? refused('not-allowed', error.words, false)
            : unknown('server-error', error.words);
        }
      });
    } catch (error) {
      return moderationOutcome(error, this.clock.now());
    }
  }
}
