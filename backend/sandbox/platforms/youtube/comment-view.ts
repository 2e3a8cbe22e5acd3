import { createHash } from 'node:crypto';
import { channelId } from './channels.ts';
import type { YouTubeComment, YouTubeVideo } from './youtube-store.ts';

/** The account that reads, and whether it requested plain text (`textFormat`). */
type Reader = Readonly<{ account: string; isPlain: boolean }>;

/** How many replies a thread in this response shows. Another call returns all replies. */
const REPLIES_SHOWN = 5;

/** https://developers.google.com/youtube/v3/docs/commentThreads#resource */
export function threadView(
  top: YouTubeComment,
  replies: readonly YouTubeComment[],
  video: YouTubeVideo,
  reader: Reader,
): Readonly<Record<string, unknown>> {
  const viewInThread = (comment: YouTubeComment) => {
    const view = commentView(comment, video, reader);
    return { ...view, snippet: { ...view.snippet, videoId: video.id } };
  };
  return {
    kind: 'youtube#commentThread',
    id: top.id,
    snippet: {
      channelId: channelId(video.account),
      videoId: video.id,
      topLevelComment: viewInThread(top),
      canReply: true,
      totalReplyCount: replies.length,
      isPublic: top.state === 'published',
    },
    ...(replies.length > 0 && {
      replies: { comments: replies.slice(-REPLIES_SHOWN).reverse().map(viewInThread) },
    }),
  };
}

/** https://developers.google.com/youtube/v3/docs/comments#resource */
export function commentView(comment: YouTubeComment, video: YouTubeVideo, { account, isPlain }: Reader) {
  const { id, parentId, author, text, createdAt, updatedAt } = comment;
  const channel = comment.account === null ? strangersChannel(author) : channelId(comment.account);
  return {
    kind: 'youtube#comment',
    id,
    snippet: {
      channelId: channelId(video.account),
      textDisplay: isPlain ? text : asHtml(text),
      // Only the author gets the original text.
      ...(comment.account === account && { textOriginal: text }),
      ...(parentId !== null && { parentId }),
      authorDisplayName: `@${author}`,
      authorProfileImageUrl: '',
      authorChannelUrl: `http://www.youtube.com/@${author}`,
      authorChannelId: { value: channel },
      canRate: true,
      viewerRating: 'none',
      likeCount: 0,
      publishedAt: new Date(createdAt).toISOString(),
      updatedAt: new Date(updatedAt).toISOString(),
    },
  };
}

const strangersChannel = (author: string): string =>
  `UC${createHash('sha256').update(`stranger ${author}`).digest('base64url').slice(0, 22)}`;

const asHtml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
    .replaceAll('\n', '<br>');
