import type { JsonValue } from '@posthorn/event-sourcing/event-store';
import { authorHandle, authorName, commentText } from '../../kit/comment-texts.ts';
import type { RemoteComment } from '../../contract/comments.ts';
import { amountOf, at, idIn, textOf } from '../../kit/json.ts';

const PUBLIC = 'PUBLIC';

/** A comment from a list of the API for Business; null for an invalid item. */
export function commentIn(item: JsonValue, postRemoteId: string): RemoteComment | null {
  const id = idIn(at(item, 'comment_id'));
  const seconds = amountOf(Number(at(item, 'create_time')));
  if (id === null || seconds === null) return null;
  const username = textOf(at(item, 'username'));
  const author = idIn(at(item, 'unique_identifier')) ?? username ?? id;
  const parent = idIn(at(item, 'parent_comment_id'));
  const status = textOf(at(item, 'status'));
  return {
    key: id,
    remoteId: id,
    postRemoteId,
    // For a top comment, some responses contain `0` or the comment's own id.
    parentRemoteId: parent === '0' || parent === id ? null : parent,
    author: {
      remoteId: author,
      handle: authorHandle(username, author),
      name: authorName(textOf(at(item, 'display_name'))),
      isBot: false,
    },
    isOwn: at(item, 'owner') === true,
    text: commentText(textOf(at(item, 'text')) ?? ''),
    createdAt: new Date(seconds * 1000).toISOString(),
    editedAt: null,
    permalink: null,
    hidden: status === null ? null : status !== PUBLIC,
    refs: {},
  };
}
