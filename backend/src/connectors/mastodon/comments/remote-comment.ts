import type { PlatformLimits } from '@posthorn/contracts/integrations/platform-limits';
import type { JsonObject, JsonValue } from '@posthorn/event-sourcing/event-store';
import type { RemoteComment } from '../../contract/comments.ts';
import { authorHandle, authorName, commentText, instantOf } from '../../kit/comment-texts.ts';
import { at, idIn, listOf, objectOf, textOf } from '../../kit/json.ts';
import type { MastodonSession } from '../tokens.ts';
import { plainText } from '../publish/status-text.ts';

/** A status under a post as a comment; null if the status is not a reply. `postId`: the post's id on this instance. */
export function commentIn(
  status: JsonObject | null,
  postId: string,
  { accountId, server }: MastodonSession,
  { max: textMax, count }: PlatformLimits['text'],
): RemoteComment | null {
  const id = idIn(status?.['id']);
  const parent = idIn(status?.['in_reply_to_id']);
  const account = objectOf(status?.['account']);
  const authorId = idIn(account?.['id']);
  const createdAt = instantOf(textOf(status?.['created_at']));
  if (!status || id === null || parent === null || authorId === null || createdAt === null) return null;
  const url = textOf(status['url']);
  const handle = authorHandle(textOf(account?.['acct']), authorId);
  return {
    // The URI of the original identifies a comment, because ids differ between instances.
    key: idIn(status['uri']) ?? idIn(url) ?? `${server}/statuses/${id}`,
    remoteId: id,
    postRemoteId: postId,
    parentRemoteId: parent === postId ? null : parent,
    author: {
      remoteId: idIn(account?.['uri']) ?? idIn(account?.['url']) ?? `${server}/accounts/${authorId}`,
      handle,
      name: authorName(textOf(account?.['display_name'])),
      isBot: account?.['bot'] === true,
    },
    isOwn: authorId === accountId,
    text: textWithWarning(status, accountId),
    createdAt,
    editedAt: instantOf(textOf(status['edited_at'])),
    permalink: url !== null && /^https?:\/\//iu.test(url) ? url : null,
    hidden: null,
    refs: {
      visibility: visibilityOf(status['visibility']),
      spoiler: textOf(status['spoiler_text']) ?? '',
      textMax,
      urlLength: count.by === 'mastodon' ? count.urlLength : 0,
    },
  };
}

/** From the most visible to the least. */
const VISIBILITIES = ['public', 'unlisted', 'private', 'direct'];
/** For an unknown visibility, a reply gets the lowest visibility. */
const visibilityOf = (value: JsonValue | undefined): string =>
  VISIBILITIES.find((visibility) => visibility === value) ?? 'direct';

/** The content warning and the text, without the mentions that apps put in front. */
function textWithWarning(status: JsonObject, accountId: string): string {
  const warning = textOf(status['spoiler_text']);
  const text = withoutLeadingMentions(
    commentText(plainText(textOf(status['content']) ?? '')),
    status,
    accountId,
  );
  return commentText(warning === null ? text : `${warning}\n\n${text}`);
}

/** Removes leading mentions of the account itself and of the parent's author; other mentions are part of the text. */
function withoutLeadingMentions(text: string, status: JsonObject, accountId: string): string {
  const parentAuthorId = idIn(status['in_reply_to_account_id']);
  const names = new Set(
    listOf(status['mentions']).flatMap((mention) => {
      const id = idIn(at(mention, 'id'));
      if (id !== accountId && id !== parentAuthorId) return [];
      return [at(mention, 'username'), at(mention, 'acct')].flatMap(
        (name) => textOf(name)?.toLowerCase() ?? [],
      );
    }),
  );
  let rest = text;
  for (;;) {
    const [shown, name = ''] = /^@([\w.-]+(?:@[\w.:-]+)?)(?:\s+|$)/u.exec(rest) ?? [];
    const isLeftOut = names.has(name.toLowerCase()) || names.has(name.toLowerCase().split('@', 1)[0] ?? '');
    if (shown === undefined || !isLeftOut) return rest;
    rest = rest.slice(shown.length);
  }
}
