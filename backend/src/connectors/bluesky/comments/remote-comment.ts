import type { JsonObject, JsonValue } from '@posthorn/event-sourcing/event-store';
import type { RemoteComment } from '../../contract/comments.ts';
import { authorHandle, authorName, commentText, instantOf } from '../../kit/comment-texts.ts';
import { at, idIn, listOf, objectOf, textOf } from '../../kit/json.ts';
import type { BlueskyOwnPosts } from '../look-up/own-posts.ts';
import type { BlueskySession } from '../tokens.ts';

/** The reference by which another record names this one. */
export type StrongRef = Readonly<{ uri: string; cid: string }>;

export function refIn(value: JsonValue | undefined): StrongRef | null {
  const uri = idIn(at(value, 'uri'));
  const cid = idIn(at(value, 'cid'));
  return uri === null || cid === null ? null : { uri, cid };
}

/** The author in a post's uri; null: the uri names no post. */
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
  const here = refIn(view ?? undefined);
  const record = objectOf(view?.['record']);
  const root = refIn(at(record ?? undefined, 'reply', 'root'));
  const parent = refIn(at(record ?? undefined, 'reply', 'parent'));
  const author = objectOf(view?.['author']);
  const did = idIn(author?.['did']);
  const createdAt = instantOf(textOf(view?.['indexedAt']) ?? textOf(record?.['createdAt']));
  if (!here || !root || !parent || !author || did === null || createdAt === null) return null;
  if (authorIn(root.uri) !== session.did || authorIn(here.uri) !== did) return null;
  const handle = authorHandle(textOf(author['handle']), did);
  return {
    key: here.uri,
    remoteId: here.uri,
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
    // An edit is another record under the same key, without a time.
    editedAt: null,
    permalink: posts.permalinkOf(session, { did, handle }, rkeyOf(here.uri)),
    hidden: hidden && hidden.has(here.uri),
    refs: { cid: here.cid, root: { ...root } },
  };
}

/** The account labels itself a bot (app.bsky.actor.profile `labels`). Labels by others are opinions. */
const isBot = (author: JsonObject, did: string): boolean =>
  listOf(author['labels']).some((label) => at(label, 'val') === 'bot' && at(label, 'src') === did);

/** The replies that the author of the thread has hidden, from its gate. */
export const hiddenIn = (gate: JsonValue | undefined): ReadonlySet<string> =>
  new Set(listOf(at(gate, 'hiddenReplies')).flatMap((uri) => textOf(uri) ?? []));
