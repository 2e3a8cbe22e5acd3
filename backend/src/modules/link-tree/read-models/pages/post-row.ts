import { audienceIn, hasWarning, isForEveryone } from '@posthorn/contracts/integrations/audience';
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
  /** The last requested deletion concerns an extra copy, not the post itself. */
  deletesCopy: boolean;
}>;

/**
 * The text and files of one account. `content` and `mediaUrls` replace the shared ones unless they are null. `mediaUrls`: some of the
 * post's files, in any order. `audience`: who can see the post there; null: the default of the account.
 */
type AccountVersion = Readonly<{
  accountId: number;
  content: string | null;
  mediaUrls: readonly string[] | null;
  audience: string | null;
  hasWarning: boolean;
}>;

export const POST = rowTable('link_tree_post', 'post_id', {
  post_id: 'bigint not null',
  user_id: 'text not null',
  content: 'text not null',
  title: 'text',
  hashtags: 'text',
  media: column<readonly PostMedia[]>('json not null'),
  own: column<readonly AccountVersion[]>('json not null'),
  places: column<readonly Place[]>('json not null'),
  /** Cancelled or archived by its owner. */
  is_away: 'boolean not null',
  /** The earliest publication that still exists; null: the post is not published anywhere now. */
  published_at: 'timestamptz',
});
export type ShownPostRow = RowOf<typeof POST>;

export type PostPageEvent = PostContentEvent | PostOnPlatformEvent;

export const foldPost = folding<ShownPostRow | undefined, PostPageEvent>({
  PostScheduled: (row, { data }) =>
    row ?? {
      post_id: data.postId,
      user_id: data.ownerId,
      ...contentOf(data),
      places: [],
      is_away: false,
      published_at: null,
    },
  PostEdited: (row, { data }) => row && { ...row, ...contentOf(data) },
  PublishedPostEdited: (row, { data: { title } }) => row && { ...row, title },
  PostCancelled: (row) => row && { ...row, is_away: true },
  PostArchived: (row) => row && { ...row, is_away: true },
  PostRestored: (row) => row && { ...row, is_away: false },
  PlatformPublished: (row, { data: { accountId, platform, permalink, publishedAt, limited } }) =>
    // A post that not everyone can see there, or that has a content warning there, has no place on a public page.
    row && !limited && isShownBy(versionOf(row, accountId), platform)
      ? withPlaces(row, [
          ...row.places.filter((place) => place.accountId !== accountId),
          { accountId, platform, permalink, publishedAt, deletesCopy: false },
        ])
      : row,
  PublicIdAssigned: (row, { data: { accountId, permalink } }) =>
    row && {
      ...row,
      places: row.places.map((place) => (place.accountId === accountId ? { ...place, permalink } : place)),
    },
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

const versionOf = ({ own }: ShownPostRow, accountId: number): AccountVersion | undefined =>
  own.find((version) => version.accountId === accountId);

const isShownBy = (version: AccountVersion | undefined, platform: Platform): boolean =>
  !version || (isForEveryone(platform, version.audience) && !version.hasWarning);

const withPlaces = (row: ShownPostRow, places: readonly Place[]): ShownPostRow => ({
  ...row,
  places,
  published_at: places.map(({ publishedAt }) => publishedAt).sort()[0] ?? null,
});

/** Copies only the fields that a page shows. */
const contentOf = ({
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
  own: perTarget.flatMap(({ accountId, content: text, mediaUrls = null, options }) => {
    const audience = audienceIn(options);
    const isWarned = hasWarning(options);
    const isShared = text === null && mediaUrls === null && audience === null && !isWarned;
    return isShared ? [] : [{ accountId, content: text, mediaUrls, audience, hasWarning: isWarned }];
  }),
});

/**
 * Returns text and files that at least one account published. The result is the shared text and files if an account
 * used them, otherwise those of the first account.
 */
export function sentOf({
  content,
  media,
  own,
  places,
}: ShownPostRow): Readonly<{ content: string; media: readonly PostMedia[] }> {
  const ownVersions = places.map(({ accountId }) =>
    own.find(
      (version) =>
        version.accountId === accountId && (version.content !== null || version.mediaUrls !== null),
    ),
  );
  const [first] = ownVersions;
  if (!first || ownVersions.includes(undefined)) return { content, media };
  const { mediaUrls } = first;
  return {
    content: first.content ?? content,
    media: mediaUrls?.flatMap((url) => media.find(({ mediaUrl }) => mediaUrl === url) ?? []) ?? media,
  };
}
