import type { JsonValue } from '@posthorn/event-sourcing/event-store';
import { authorHandle, authorName, commentText } from '../../kit/comment-texts.ts';
import type { RemoteComment } from '../../contract/comments.ts';
import { amountOf, at, idIn, textOf } from '../../kit/json.ts';
import { commentPage, type LinkedInConfiguration } from '../accounts/pages.ts';
import { commentUrn, commentUrnOf } from './comment-urn.ts';

/** The names of members and organizations, by their URNs. */
export type LinkedInNames = ReadonlyMap<string, Readonly<{ name: string; handle: string | null }>>;
/** The context of a comment. `organization`: the URN of the connected account. */
export type LinkedInCommentContext = Readonly<{
  postUrn: string;
  organization: string;
  configuration: LinkedInConfiguration;
}>;

export const actorIn = (element: JsonValue): string | null => idIn(at(element, 'actor'));

/**
 * Reads a comment (learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/comments-api). Null: the element is not a
 * comment.
 */
export function commentIn(
  element: JsonValue,
  { postUrn, organization, configuration }: LinkedInCommentContext,
  names: LinkedInNames,
): RemoteComment | null {
  const namedUrn = commentUrnOf(textOf(at(element, 'commentUrn')) ?? textOf(at(element, '$URN')));
  const id = idIn(at(element, 'id'));
  const object = idIn(at(element, 'object')) ?? namedUrn?.object ?? null;
  const urn = namedUrn?.urn ?? (object !== null && id !== null ? commentUrn(object, id) : null);
  const createdAt = amountOf(at(element, 'created', 'time'));
  const actor = actorIn(element);
  if (urn === null || object === null || createdAt === null || actor === null) return null;
  const changedAt = amountOf(at(element, 'lastModified', 'time')) ?? createdAt;
  const profile = names.get(actor);
  const isMember = actor.startsWith('urn:li:person:');
  return {
    key: urn,
    remoteId: urn,
    postRemoteId: postUrn,
    parentRemoteId: commentUrnOf(textOf(at(element, 'parentComment')))?.urn ?? null,
    author: {
      remoteId: actor,
      handle: authorHandle(
        profile?.handle ?? profile?.name ?? null,
        isMember ? 'LinkedIn member' : 'LinkedIn page',
      ),
      name: authorName(profile?.name ?? null),
      isBot: false,
    },
    isOwn: actor === organization,
    text: commentText(textOf(at(element, 'message', 'text')) ?? ''),
    createdAt: new Date(createdAt).toISOString(),
    editedAt: changedAt > createdAt ? new Date(changedAt).toISOString() : null,
    permalink: commentPage(configuration, postUrn, urn),
    hidden: null,
    // A reply also needs the id of the object under which the comment is.
    refs: { object },
  };
}
