import type { JsonValue } from '@posthorn/event-sourcing/event-store';
import { authorHandle, authorName, commentText, instantOf } from '../../kit/comment-texts.ts';
import type { RemoteComment } from '../../contract/comments.ts';
import { at, idIn, textOf } from '../../kit/json.ts';
import { commentPage, type YouTubeConfiguration } from '../client/pages.ts';

/** The data that the list of a comment provides. */
type Listed = Readonly<{ videoId: string; hidden: boolean | null }>;

/** Reads a comment (developers.google.com/youtube/v3/docs/comments#resource); null for anything else. */
export function commentIn(
  configuration: YouTubeConfiguration,
  resource: JsonValue | undefined,
  { videoId, hidden }: Listed,
): RemoteComment | null {
  const snippet = at(resource, 'snippet');
  const id = idIn(at(resource, 'id'));
  const createdAt = instantOf(textOf(at(snippet, 'publishedAt')));
  if (id === null || createdAt === null) return null;
  const shownName = textOf(at(snippet, 'authorDisplayName'));
  // Deleted accounts have no channel.
  const author = idIn(at(snippet, 'authorChannelId', 'value')) ?? shownName ?? id;
  const updatedAt = instantOf(textOf(at(snippet, 'updatedAt')));
  return {
    key: id,
    remoteId: id,
    postRemoteId: videoId,
    parentRemoteId: idIn(at(snippet, 'parentId')),
    author: {
      remoteId: author,
      handle: authorHandle(shownName, author),
      name: shownName?.startsWith('@') === true ? null : authorName(shownName),
      isBot: false,
    },
    // `channelId` is the channel of the video.
    isOwn: author === idIn(at(snippet, 'channelId')),
    text: textIn(resource),
    createdAt,
    editedAt: updatedAt !== null && updatedAt > createdAt ? updatedAt : null,
    permalink: commentPage(configuration, videoId, id),
    hidden,
    refs: {},
  };
}

/**
 * The text of a comment. Only the author gets `textOriginal`. `textDisplay` is plain text, because the request contains
 * `textFormat=plainText`.
 */
const textIn = (resource: JsonValue | undefined): string =>
  commentText(
    textOf(at(resource, 'snippet', 'textOriginal')) ?? textOf(at(resource, 'snippet', 'textDisplay')) ?? '',
  );
