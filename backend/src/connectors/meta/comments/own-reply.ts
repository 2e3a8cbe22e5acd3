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
/** No thread is this deep. */
const LEVELS_MAX = 20;

type Wanted = Readonly<{ comment: KnownComment; text: string; armedAt: string }>;

/**
 * Finds the account's own answer with this text since the attempt began, below the comment or one of its parents.
 * @throws GraphError, TokenRefused, OutgoingError, BreakerOpen: the outcome stays unknown
 */
export async function lookUpOwnReply(
  dialect: CommentDialect,
  opened: OpenedAccount,
  access: AccountAccess,
  wanted: Wanted,
  now: () => Date,
): Promise<LookUpOutcome> {
  const places = await placesOf(dialect, opened, wanted.comment);
  const top = places.at(-1) ?? wanted.comment.remoteId;
  try {
    const search = await ownReplies(dialect, opened, places, { wanted, now });
    const reply = await firstClaimed(access, search, ({ remoteId }) => remoteId);
    return reply ? published(reply.remoteId, reply.permalink) : { kind: 'absent' };
  } catch (error) {
    if (!saysMissing(error)) throw error;
    // The platform deletes the answers of a comment together with it.
    const isGone = (await commentState(dialect, opened, { ...wanted.comment, remoteId: top })) === 'gone';
    return isGone
      ? refused('not-found', error.platformMessage, false)
      : { kind: 'failed', words: error.platformMessage };
  }
}

/** The comments under which an answer to this one may appear, the top one last. @throws as all calls */
async function placesOf(
  dialect: CommentDialect,
  opened: OpenedAccount,
  comment: KnownComment,
): Promise<readonly string[]> {
  if (!dialect.answers.isDeep) return [topCommentOf(comment)];
  const places = [comment.remoteId];
  let above = comment.parentRemoteId;
  while (above !== null && !places.includes(above) && places.length < LEVELS_MAX) {
    places.push(above);
    above = await parentOf(dialect, opened, above, comment);
  }
  return places;
}

/** Null: it is directly under the post, or deleted. @throws as all calls */
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

type Search = Readonly<{ wanted: Wanted; now: () => Date }>;

/** Oldest first. */
async function ownReplies(
  dialect: CommentDialect,
  opened: OpenedAccount,
  places: readonly string[],
  search: Search,
): Promise<OwnPostSearch<RemoteComment>> {
  const found: RemoteComment[] = [];
  const brokeOff = await readPages(async () => {
    for (const [index, place] of places.entries())
      try {
        for await (const replies of ownRepliesBelow(dialect, opened, place, search)) found.push(...replies);
      } catch (error) {
        // A deleted comment has no replies. For the topmost comment the error goes to the caller.
        if (!saysMissing(error) || index === places.length - 1) throw error;
      }
  });
  return { found: found.sort((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt)), brokeOff };
}

async function* ownRepliesBelow(
  dialect: CommentDialect,
  { graph, account: { ownerId, accessToken: token } }: OpenedAccount,
  place: string,
  { wanted: { comment, text, armedAt }, now }: Search,
): AsyncGenerator<readonly RemoteComment[]> {
  const { answers, fields } = dialect;
  const call = {
    path: `${place}/${answers.edge}`,
    token,
    fields: { ...answers.more, fields, limit: String(PAGE) },
  };
  for await (const { items, headers } of edgePages(graph, call, PAGES_MAX)) {
    const earliest = earliestFor(armedAt, headers['date'], now());
    const isOurs = (one: RemoteComment): boolean =>
      one.isOwn && Date.parse(one.createdAt) >= earliest && isSameText(one.text, text);
    yield items.flatMap((item: JsonValue) => dialect.commentIn(item, comment, ownerId) ?? []).filter(isOurs);
  }
}
