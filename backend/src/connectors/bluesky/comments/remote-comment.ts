import type { JsonObject, JsonValue } from '@posthorn/event-sourcing/event-store';
import type { RemoteComment } from '../../contract/comments.ts';
import { authorHandle, authorName, commentText, instantOf } from '../../kit/comment-texts.ts';
import { at, idIn, listOf, objectOf, textOf } from '../../kit/json.ts';
import type { BlueskyOwnPosts } from '../look-up/own-posts.ts';
import type { BlueskySession } from '../tokens.ts';

/** A reference to a record, as other records contain it. */
export type StrongRef = Readonly<{ uri: string; cid: string }>;

export function refIn(value: JsonValue | undefined): StrongRef | null {
  const uri = idIn(at(value, 'uri'));
  const cid = idIn(at(value, 'cid'));
  return uri === null || cid === null ? null : { uri, cid };
}

/** The author in the URI of a post; null: the URI does not belong to a post. */
const authorIn = (uri: string): string | null =>
  /^at:\/\/([^/]+)\/app\.bsky\.feed\.post\/[^/]+$/u.exec(uri)?.[1] ?? null;

const rkeyOf = (uri: string): string => uri.slice(uri.lastIndexOf('/') + 1);

/**
 * A reply under a post of the account itself, as a list or a thread shows it; null for any other post. `view`: a `postView`, or a
 * notification, which has the same fields.
 */
export function commentIn(
  view: JsonObject | null,
  session: BlueskySession,
  posts: BlueskyOwnPosts,
  hidden: ReadonlySet<string> | null,
): RemoteComment | null {
  const self = refIn(view ?? undefined);
  const record = objectOf(view?.['record']);
  const root = refIn(at(record ?? undefined, 'reply', 'root'));
  const parent = refIn(at(record ?? undefined, 'reply', 'parent'));
  const author = objectOf(view?.['author']);
  const did = idIn(author?.['did']);
  const createdAt = instantOf(textOf(view?.['indexedAt']) ?? textOf(record?.['createdAt']));
  if (!self || !root || !parent || !author || did === null || createdAt === null) return null;
  if (authorIn(root.uri) !== session.did || authorIn(self.uri) !== did) return null;
  const handle = authorHandle(textOf(author['handle']), did);
  return {
    key: self.uri,
    remoteId: self.uri,
    postRemoteId: root.uri,
    parentRemoteId: parent.uri === root.uri ? null : parent.uri,
    author: {
      remoteId: did,
      handle,
      name: authorName(textOf(author['displayName'])),
      isBot: isBot(author, did),
    },
    isOwn: did === session.did,
    text: commentText(textOf(record?.['text']) ?? ''),
    createdAt,
    // An edit replaces the record under the same key; no time of the edit is stored.
    editedAt: null,
    permalink: posts.permalinkOf(session, { did, handle }, rkeyOf(self.uri)),
    hidden: hidden && hidden.has(self.uri),
    refs: { cid: self.cid, root: { ...root } },
  };
}

/** Whether the account labels itself as a bot (app.bsky.actor.profile `labels`). Labels from other accounts do not count. */
const isBot = (author: JsonObject, did: string): boolean =>
  listOf(author['labels']).some((label) => at(label, 'val') === 'bot' && at(label, 'src') === did);

/** The replies that the author of the thread has hidden, from the thread gate. */
export const hiddenIn = (gate: JsonValue | undefined): ReadonlySet<string> =>
  new Set(listOf(at(gate, 'hiddenReplies')).flatMap((uri) => textOf(uri) ?? []));
