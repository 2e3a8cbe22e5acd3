import type { Platform } from '@posthorn/contracts/shared/platform';
import { folding } from '@posthorn/event-sourcing';
import { column, rowTable, type RowOf } from '#infrastructure/readers/row-table.ts';
import type { PostContentEvent, PostMedia, PostOnPlatformEvent } from '#modules/scheduling/ports/events.ts';

/** Where a post is published. */
type Place = Readonly<{
  accountId: number;
  platform: Platform;
  permalink: string | null;
  publishedAt: string;
  /** The last requested deletion is of an extra copy, not of the post itself. */
  deletesCopy: boolean;
}>;

/** The version of one account instead of the shared one; null: the shared one. `mediaUrls`: some of the post's files, in its own order. */
type OwnWords = Readonly<{ accountId: number; content: string | null; mediaUrls: readonly string[] | null }>;

export const POST = rowTable('link_tree_post', 'post_id', {
  post_id: 'bigint not null',
  user_id: 'text not null',
  content: 'text not null',
  title: 'text',
  hashtags: 'text',
  media: column<readonly PostMedia[]>('json not null'),
  own: column<readonly OwnWords[]>('json not null'),
  places: column<readonly Place[]>('json not null'),
  /** Cancelled or archived by its owner. */
  is_away: 'boolean not null',
  /** When it was first published; null: it is not published anywhere now. */
  published_at: 'timestamptz',
});
export type ShownPostRow = RowOf<typeof POST>;

export type PostPageEvent = PostContentEvent | PostOnPlatformEvent;

export const foldPost = folding<ShownPostRow | undefined, PostPageEvent>({
  PostScheduled: (row, { data }) =>
    row ?? {
      post_id: data.postId,
      user_id: data.ownerId,
      ...words(data),
      places: [],
      is_away: false,
      published_at: null,
    },
  PostEdited: (row, { data }) => row && { ...row, ...words(data) },
  PublishedPostEdited: (row, { data: { title } }) => row && { ...row, title },
  PostCancelled: (row) => row && { ...row, is_away: true },
  PostArchived: (row) => row && { ...row, is_away: true },
  PostRestored: (row) => row && { ...row, is_away: false },
  PlatformPublished: (row, { data: { accountId, platform, permalink, publishedAt } }) =>
    row &&
    withPlaces(row, [
      ...row.places.filter((place) => place.accountId !== accountId),
      { accountId, platform, permalink, publishedAt, deletesCopy: false },
    ]),
  RemoteDeletionRequested: (row, { data: { accountId, remoteId } }) =>
    row && {
      ...row,
      places: row.places.map((place) =>
        place.accountId === accountId ? { ...place, deletesCopy: remoteId !== undefined } : place,
      ),
    },
  RemotePostDeleted: (row, { data: { accountId } }) =>
    row &&
    withPlaces(
      row,
      row.places.filter((place) => place.accountId !== accountId || place.deletesCopy),
    ),
});

const withPlaces = (row: ShownPostRow, places: readonly Place[]): ShownPostRow => ({
  ...row,
  places,
  published_at: places.map(({ publishedAt }) => publishedAt).sort()[0] ?? null,
});

/** Keeps only what is shown: a post's files carry more data. */
const words = ({
  content,
  title,
  hashtags,
  media,
  perTarget,
}: Extract<PostPageEvent, { type: 'PostEdited' }>['data']) => ({
  content,
  title,
  hashtags,
  media: media.map(({ mediaUrl, thumbnailUrl, mediaType, width, height, altText }) => ({
    mediaUrl,
    thumbnailUrl,
    mediaType,
    width,
    height,
    altText,
  })),
  own: perTarget.flatMap(({ accountId, content: text, mediaUrls = null }) =>
    text === null && mediaUrls === null ? [] : [{ accountId, content: text, mediaUrls }],
  ),
});

/** The words and files that one account published, for a published post. Shared words and files count as published only if an account used them. */
export function sentOf({
  content,
  media,
  own,
  places,
}: ShownPostRow): Readonly<{ content: string; media: readonly PostMedia[] }> {
  const got = places.map(({ accountId }) => own.find((one) => one.accountId === accountId));
  const [first] = got;
  if (!first || got.includes(undefined)) return { content, media };
  const { mediaUrls } = first;
  return {
    content: first.content ?? content,
    media: mediaUrls?.flatMap((url) => media.find(({ mediaUrl }) => mediaUrl === url) ?? []) ?? media,
  };
}
