import type { JsonValue } from '@posthorn/event-sourcing/event-store';
import { topCommentOf } from '../../kit/own-reply.ts';
import type { AccountAccess } from '../../contract/account-access.ts';
import type { KnownComment, RemoteComment } from '../../contract/comments.ts';
import type { LookUpOutcome } from '../../contract/outcome.ts';
import { published, refused } from '../../kit/outcomes.ts';
import { firstClaimed, readPages, type OwnPostSearch } from '../../kit/own-post-search.ts';
import { edgePages } from '../client/edge-pages.ts';
import { saysMissing } from '../errors/graph-outcomes.ts';
import { earliestFor, isSameText } from '../look-up.ts';
import type { CommentDialect, OpenedAccount } from './comment-dialect.ts';
import { commentState } from './comment-state.ts';

const PAGE = 50;
const PAGES_MAX = 20;
/** The maximum number of levels to follow. No real thread is this deep. */
const LEVELS_MAX = 20;

type Expected = Readonly<{ comment: KnownComment; text: string; attemptStartedAt: string }>;

/**
 * Finds the account's own reply with this text since the attempt began, under the comment or one of its parents.
 * @throws GraphError, TokenRefused, OutgoingError, BreakerOpen: the outcome stays unknown
 */
export async function lookUpOwnReply(
  dialect: CommentDialect,
  opened: OpenedAccount,
  access: AccountAccess,
  expected: Expected,
  now: () => Date,
): Promise<LookUpOutcome> {
  const possibleParents = await possibleParentsOf(dialect, opened, expected.comment);
  const top = possibleParents.at(-1) ?? expected.comment.remoteId;
  try {
    const search = await ownReplies(dialect, opened, possibleParents, { expected, now });
    const reply = await firstClaimed(access, search, ({ remoteId }) => remoteId);
    return reply ? published(reply.remoteId, reply.permalink) : { kind: 'absent' };
  } catch (error) {
    if (!saysMissing(error)) throw error;
    // The platform deletes a comment together with its replies.
    const isGone = (await commentState(dialect, opened, { ...expected.comment, remoteId: top })) === 'gone';
    return isGone
      ? refused('not-found', error.platformMessage, false)
      : { kind: 'failed', words: error.platformMessage };
  }
}

/**
 * The comments under which a reply to this comment may appear, from the comment up to the top comment. @throws GraphError,
 * TokenRefused, OutgoingError, BreakerOpen
 */
async function possibleParentsOf(
  dialect: CommentDialect,
  opened: OpenedAccount,
  comment: KnownComment,
): Promise<readonly string[]> {
  if (!dialect.answers.isDeep) return [topCommentOf(comment)];
  const possibleParents = [comment.remoteId];
  let ancestor = comment.parentRemoteId;
  while (ancestor !== null && !possibleParents.includes(ancestor) && possibleParents.length < LEVELS_MAX) {
    possibleParents.push(ancestor);
    ancestor = await parentOf(dialect, opened, ancestor, comment);
  }
  return possibleParents;
}

/**
 * The parent of a comment; null: the comment is directly under the post, or deleted. @throws GraphError, TokenRefused,
 * OutgoingError, BreakerOpen
 */
async function parentOf(
  { fields, commentIn }: CommentDialect,
  { graph, account: { ownerId, accessToken: token } }: OpenedAccount,
  path: string,
  post: KnownComment,
): Promise<string | null> {
  try {
    const { body } = await graph.send({ path, token, fields: { fields } });
    return commentIn(body, post, ownerId)?.parentRemoteId ?? null;
  } catch (error) {
    if (saysMissing(error)) return null;
    throw error;
  }
}

type Search = Readonly<{ expected: Expected; now: () => Date }>;

/** The account's own replies with the expected text, oldest first. */
async function ownReplies(
  dialect: CommentDialect,
  opened: OpenedAccount,
  possibleParents: readonly string[],
  search: Search,
): Promise<OwnPostSearch<RemoteComment>> {
  const found: RemoteComment[] = [];
  const brokeOff = await readPages(async () => {
    for (const [index, parent] of possibleParents.entries())
      try {
        for await (const replies of ownRepliesBelow(dialect, opened, parent, search)) found.push(...replies);
      } catch (error) {
        // A deleted comment has no replies. For the top comment, the caller handles the error.
        if (!saysMissing(error) || index === possibleParents.length - 1) throw error;
      }
  });
  return { found: found.sort((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt)), brokeOff };
}

async function* ownRepliesBelow(
  dialect: CommentDialect,
  { graph, account: { ownerId, accessToken: token } }: OpenedAccount,
  parent: string,
  { expected: { comment, text, attemptStartedAt }, now }: Search,
): AsyncGenerator<readonly RemoteComment[]> {
  const { answers, fields } = dialect;
  const call = {
    path: `${parent}/${answers.edge}`,
    token,
    fields: { ...answers.parameters, fields, limit: String(PAGE) },
  };
  for await (const { items, headers } of edgePages(graph, call, PAGES_MAX)) {
    const earliest = earliestFor(attemptStartedAt, headers['date'], now());
    const isOurs = (reply: RemoteComment): boolean =>
      reply.isOwn && Date.parse(reply.createdAt) >= earliest && isSameText(reply.text, text);
    yield items.flatMap((item: JsonValue) => dialect.commentIn(item, comment, ownerId) ?? []).filter(isOurs);
  }
}
