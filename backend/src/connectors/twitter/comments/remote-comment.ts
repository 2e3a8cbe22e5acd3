import type { JsonValue } from '@posthorn/event-sourcing/event-store';
import type { RemoteComment } from '../../contract/comments.ts';
import { authorHandle, authorName, commentText, instantOf } from '../../kit/comment-texts.ts';
import { at, idIn, listOf, textOf } from '../../kit/json.ts';
import { isPostId, timeOfId } from '../look-up/ids.ts';
import { permalinkOf, type TwitterPlace } from '../look-up/permalink.ts';
import type { TwitterSession } from '../tokens.ts';
import { withoutNames } from '../look-up/shown-text.ts';

export type TwitterCommentReader = Readonly<{
  session: TwitterSession;
  place: TwitterPlace;
  textMax: number;
}>;

/** The post that this one answers; null: none. */
export const answeredBy = (post: JsonValue): string | null =>
  idIn(
    at(
      listOf(at(post, 'referenced_tweets') ?? at(post, 'referenced_posts')).find(
        (reference) => at(reference, 'type') === 'replied_to',
      ),
      'id',
    ),
  );

/** A post of a conversation in the form of the inbox; null for the first post and for anything that is no post. */
export function commentIn(
  post: JsonValue,
  users: readonly JsonValue[],
  { session, place, textMax }: TwitterCommentReader,
): RemoteComment | null {
  const id = idIn(at(post, 'id'));
  const root = idIn(at(post, 'conversation_id'));
  const parent = answeredBy(post);
  const authorId = idIn(at(post, 'author_id'));
  const shownAt = instantOf(textOf(at(post, 'created_at')));
  if (!isPostId(id) || root === null || parent === null || authorId === null || shownAt === null) return null;
  const user = users.find((each) => idIn(at(each, 'id')) === authorId);
  const handle = authorHandle(textOf(at(user, 'username')), authorId);
  const [first = id] = listOf(at(post, 'edit_history_tweet_ids')).flatMap((each) => idIn(each) ?? []);
  const isEdited = first !== id && isPostId(first);
  const text = commentText(withoutNames(post));
  return {
    // Each edit is a separate post.
    key: first,
    remoteId: id,
    postRemoteId: root,
    parentRemoteId: parent === root ? null : parent,
    author: { remoteId: authorId, handle, name: authorName(textOf(at(user, 'name'))), isBot: false },
    isOwn: authorId === session.userId,
    text,
    // These times have whole seconds; an id is more exact.
    createdAt: isEdited ? new Date(Math.floor(timeOfId(first) / 1000) * 1000).toISOString() : shownAt,
    editedAt: isEdited ? shownAt : null,
    permalink: permalinkOf(place, handle, id),
    hidden: null,
    refs: { names: namesAccount(text, session.username), textMax },
  };
}

/** Whether the author wrote the account's name; the name that X puts in front of each reply does not count. */
const namesAccount = (text: string, username: string): boolean =>
  [...text.matchAll(/(?<![\w@])@(\w+)/gu)].some(([, name]) => name?.toLowerCase() === username.toLowerCase());
