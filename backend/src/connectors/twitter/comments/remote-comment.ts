import type { JsonValue } from '@posthorn/event-sourcing/event-store';
import type { RemoteComment } from '../../contract/comments.ts';
import { authorHandle, authorName, commentText, instantOf } from '../../kit/comment-texts.ts';
import { at, idIn, listOf, textOf } from '../../kit/json.ts';
import { isPostId, timeOfId } from '../look-up/ids.ts';
import { permalinkOf, type PermalinkConfiguration } from '../look-up/permalink.ts';
import type { TwitterSession } from '../tokens.ts';
import { withoutLeadingMentions } from '../look-up/shown-text.ts';

export type TwitterCommentReader = Readonly<{
  session: TwitterSession;
  configuration: PermalinkConfiguration;
  textMax: number;
}>;

/** The id of the post to which this post replies; null: the post is not a reply. */
export const parentOf = (post: JsonValue): string | null =>
  idIn(
    at(
      listOf(at(post, 'referenced_tweets') ?? at(post, 'referenced_posts')).find(
        (reference) => at(reference, 'type') === 'replied_to',
      ),
      'id',
    ),
  );

/** A reply in a conversation as a comment; null for the first post of the conversation and for anything else. */
export function commentIn(
  post: JsonValue,
  users: readonly JsonValue[],
  { session, configuration, textMax }: TwitterCommentReader,
): RemoteComment | null {
  const id = idIn(at(post, 'id'));
  const root = idIn(at(post, 'conversation_id'));
  const parent = parentOf(post);
  const authorId = idIn(at(post, 'author_id'));
  const versionAt = instantOf(textOf(at(post, 'created_at')));
  if (!isPostId(id) || root === null || parent === null || authorId === null || versionAt === null)
    return null;
  const user = users.find((each) => idIn(at(each, 'id')) === authorId);
  const handle = authorHandle(textOf(at(user, 'username')), authorId);
  const [first = id] = listOf(at(post, 'edit_history_tweet_ids')).flatMap((each) => idIn(each) ?? []);
  const isEdited = first !== id && isPostId(first);
  const text = commentText(withoutLeadingMentions(post));
  return {
    // Each edit is a separate post, so the id of the first version identifies the comment.
    key: first,
    remoteId: id,
    postRemoteId: root,
    parentRemoteId: parent === root ? null : parent,
    author: { remoteId: authorId, handle, name: authorName(textOf(at(user, 'name'))), isBot: false },
    isOwn: authorId === session.userId,
    text,
    // `created_at` is the time of the last edit. The id of the first version contains the time of that version.
    createdAt: isEdited ? new Date(Math.floor(timeOfId(first) / 1000) * 1000).toISOString() : versionAt,
    editedAt: isEdited ? versionAt : null,
    permalink: permalinkOf(configuration, handle, id),
    hidden: null,
    // `names`: the author mentioned the account.
    refs: { names: mentionsAccount(text, session.username), textMax },
  };
}

/** Whether the author mentioned the account. The mention that X puts in front of each reply does not count. */
const mentionsAccount = (text: string, username: string): boolean =>
  [...text.matchAll(/(?<![\w@])@(\w+)/gu)].some(([, name]) => name?.toLowerCase() === username.toLowerCase());
