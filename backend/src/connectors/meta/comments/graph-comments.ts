import { COMMENT_READING_TEXT } from '@posthorn/contracts/integrations/comment-reading-text';
import type { Clock } from '#infrastructure/clock.ts';
import type { AccountAccess } from '../../contract/account-access.ts';
import type {
  CommentConnector,
  CommentOutcome,
  KnownComment,
  ModerationOutcome,
  ThreadOutcome,
  WatchedPost,
} from '../../contract/comments.ts';
import type { PrepareOutcome } from '../../contract/outcome.ts';
import type { PublishRefs } from '../../contract/publication.ts';
import { at, idIn } from '../../kit/json.ts';
import { AccountCalls } from '../../kit/account-calls.ts';
import { mayHave } from '../../kit/oauth/oauth-credentials.ts';
import { published, refused, unknown } from '../../kit/outcomes.ts';
import { edgePage } from '../client/edge-pages.ts';
import type { GraphCall } from '../client/graph-client.ts';
import { GraphError } from '../errors/graph-error.ts';
import { OUTCOMES, PERMITTED, saysMissing } from '../errors/graph-outcomes.ts';
import type { CommentDialect, OpenedAccount } from './comment-dialect.ts';
import { replyOutcomes } from './comment-outcomes.ts';
import { commentState, postState } from './comment-state.ts';
import { changedCounts, pauseOf } from './moved-counts.ts';
import { lookUpOwnReply } from './own-reply.ts';

const CALL_MS = 30_000;

/** Comments on the Graph API. Facebook Pages and Instagram accounts use different field names, so `dialect` supplies them. */
export function graphComments(dialect: CommentDialect, clock: Clock): CommentConnector {
  const { open, answers } = dialect;
  const calls = new AccountCalls(open, PERMITTED, clock);
  const replies = new AccountCalls(open, replyOutcomes(GraphError, PERMITTED), clock);
  const lookUps = new AccountCalls(open, OUTCOMES, clock);

  const readComment = (access: AccountAccess, comment: KnownComment, signal: AbortSignal) =>
    calls.step(access, async (opened): Promise<CommentOutcome> => {
      const { graph, account } = opened;
      const { accessToken: token, ownerId } = account;
      const { fields } = dialect;
      try {
        const call = { path: comment.remoteId, token, fields: { fields }, request: { signal } };
        const found = dialect.commentIn((await graph.send(call)).body, comment, ownerId);
        return found ? { kind: 'there', comment: found } : { kind: 'cannot-tell' };
      } catch (error) {
        if (!saysMissing(error)) throw error;
        const state = await commentState(dialect, opened, comment, signal);
        return { kind: state === 'gone' ? 'gone' : 'cannot-tell' };
      }
    });

  const checkCanReply = async (
    access: AccountAccess,
    comment: KnownComment,
    refs: PublishRefs | null,
    signal: AbortSignal,
  ): Promise<PrepareOutcome> => {
    const found = await readComment(access, comment, signal);
    switch (found.kind) {
      case 'gone':
        return refused('not-found', null, false);
      case 'there':
        return found.comment.hidden && !answers.takesRepliesToHidden
          ? refused('comment-hidden', null, false)
          : { kind: 'prepared', refs: refs ?? {} };
      case 'cannot-tell':
        return { kind: 'prepared', refs: refs ?? {} };
      case 'refused':
      case 'postponed':
        return found;
    }
  };

  const moderate = (
    access: AccountAccess,
    comment: KnownComment,
    call: Pick<GraphCall, 'method' | 'fields'>,
    signal: AbortSignal,
  ) =>
    calls.call(access, async (opened): Promise<ModerationOutcome> => {
      const { graph, account } = opened;
      const request = { signal, timeoutMs: CALL_MS };
      try {
        const fullCall = { ...call, path: comment.remoteId, token: account.accessToken, request };
        const { body } = await graph.send(fullCall);
        return at(body, 'success') === false ? refused('rejected', null, false) : { kind: 'done' };
      } catch (error) {
        if (!saysMissing(error)) throw error;
        const state = await commentState(dialect, opened, comment);
        if (state === 'gone') return { kind: 'done' };
        return state === 'there'
          ? refused('not-allowed', error.platformMessage, false)
          : unknown('server-error', error.platformMessage);
      }
    });

  return {
    /** The list of own posts contains the number of comments and replies of each post. Rate limits do not allow a shorter interval. */
    pace: { source: 'counts', fastest: 60 },
    replyRule: 'after-negative-look-up',
    replyVisibilitySeconds: 60,
    lateReplyIsHarmless: false,

    unreadable: (credentials) =>
      mayHave(credentials, dialect.readingScope(credentials)) ? null : COMMENT_READING_TEXT.reconnect,

    news: async (access, request, signal) => {
      const now = clock.now();
      if (request.posts.length === 0)
        return { kind: 'read', comments: [], gone: [], moved: [], cursor: {}, more: false };
      const readCounts = (opened: OpenedAccount) => changedCounts(dialect, opened, request, { now, signal });
      return pauseOf(request, now) ?? calls.step(access, readCounts);
    },

    thread: (access, post, after, signal) =>
      calls.step(access, async (opened): Promise<ThreadOutcome> => {
        try {
          return await pageOf(dialect, opened, { post, after, signal });
        } catch (error) {
          const isGone =
            saysMissing(error) && (await postState(dialect, opened, post.remoteId, signal)) === 'gone';
          if (isGone) return { kind: 'post-gone' };
          throw error;
        }
      }),
    one: readComment,

    can: () => ({ reply: 'send', whyNot: null, openUrl: null, hide: 'platform', remove: true }),
    replyLength: dialect.replyLength,

    /**
     * If the platform refuses the reply itself, the reply may exist all the same. So the preparation first reads the comment. If
     * the reply is attached to the top comment, the preparation reads this comment too.
     */
    prepareReply: async (access, { comment }, refs, _save, signal) => {
      const prepared = await checkCanReply(access, comment, refs, signal);
      const remoteId = answers.writtenTo(comment);
      if (prepared.kind !== 'prepared' || remoteId === comment.remoteId) return prepared;
      return checkCanReply(
        access,
        { ...comment, key: remoteId, remoteId, parentRemoteId: null },
        refs,
        signal,
      );
    },

    reply: (access, { comment, text }, _refs, signal) =>
      replies.call(access, async (opened) => {
        const target = answers.writtenTo(comment);
        const { body } = await opened.graph.send({
          path: `${target}/${answers.edge}`,
          method: 'POST',
          token: opened.account.accessToken,
          fields: { message: text },
          request: { signal, timeoutMs: CALL_MS, newConnection: true },
        });
        const id = idIn(at(body, 'id'));
        // If the returned id is the id of the answered comment, the platform made no reply.
        if (id === null || id === target)
          return unknown('unreadable', 'The platform answered and named no reply.');
        return published(id, await dialect.permalinkOf(opened, id, comment, signal));
      }),

    lookUpReply: (access, { comment, text }, _refs, attemptStartedAt) =>
      lookUps.lookUp(access, (opened) =>
        lookUpOwnReply(dialect, opened, access, { comment, text, attemptStartedAt }, () => clock.now()),
      ),

    hide: (access, comment, hidden, signal) => {
      const fields = { [dialect.hideField]: String(hidden) };
      return moderate(access, comment, { method: 'POST', fields }, signal);
    },
    remove: (access, comment, signal) => moderate(access, comment, { method: 'DELETE' }, signal),
  };
}

type PageRequest = Readonly<{ post: WatchedPost; after: string | null; signal: AbortSignal }>;

async function pageOf(
  { thread, commentIn }: CommentDialect,
  opened: OpenedAccount,
  { post: { remoteId: postRemoteId, permalink }, after, signal }: PageRequest,
): Promise<ThreadOutcome> {
  const { graph, account } = opened;
  const fields = { ...thread.parameters, fields: thread.fields, limit: String(thread.limit) };
  const call = { path: `${postRemoteId}/comments`, token: account.accessToken, fields, request: { signal } };
  const { items, next } = await edgePage(graph, call, after);
  const all = [];
  for (const item of items) all.push(...(await thread.flat(opened, item, signal)));
  const comments = all.flatMap((item) => commentIn(item, { postRemoteId, permalink }, account.ownerId) ?? []);
  return { kind: 'read', comments, next };
}
