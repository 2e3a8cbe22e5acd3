import type { Platform } from '@posthorn/contracts/shared/platform';
import type { PostContentEvent, PostMedia, PostOnPlatformEvent } from '#modules/scheduling/public.ts';

/** Where a post is out. */
type Place = Readonly<{
  accountId: number;
  platform: Platform;
  permalink: string | null;
  publishedAt: string;
  /** The deletion that was asked for last is of a further copy, not of the post itself. */
  deletesCopy: boolean;
}>;

/** What an account gets instead of what all get; null: the same. `mediaUrls`: of the post's files, in its own order. */
type OwnWords = Readonly<{ accountId: number; content: string | null; mediaUrls: readonly string[] | null }>;

export type PostRow = Readonly<{
  post_id: number;
  user_id: string;
  content: string;
  title: string | null;
  hashtags: string | null;
  media: readonly PostMedia[];
  own: readonly OwnWords[];
  places: readonly Place[];
  /** Cancelled or archived by its owner. */
  is_away: boolean;
  /** When it was first out; null: it is nowhere, or not any more. */
  published_at: string | null;
}>;

export type PostPageEvent = PostContentEvent | PostOnPlatformEvent;

const TYPES: ReadonlySet<string> = new Set<PostPageEvent['type']>([
  ...(['PostScheduled', 'PostEdited', 'PostCancelled', 'PostArchived', 'PostRestored'] as const),
  ...(['PlatformPublished', 'RemoteDeletionRequested', 'RemotePostDeleted'] as const),
]);

export const isOfPost = (event: Readonly<{ type: string }>): event is PostPageEvent => TYPES.has(event.type);

export function foldPost(row: PostRow | undefined, event: PostPageEvent): PostRow | undefined {
  if (event.type === 'PostScheduled') return row ?? newRow(event);
  return row && withDate(changed(row, event));
}

const newRow = ({ data }: Extract<PostPageEvent, { type: 'PostScheduled' }>): PostRow => ({
  post_id: data.postId,
  user_id: data.ownerId,
  ...words(data),
  places: [],
  is_away: false,
  published_at: null,
});

function changed(row: PostRow, event: Exclude<PostPageEvent, { type: 'PostScheduled' }>): PostRow {
  switch (event.type) {
    case 'PostEdited':
      return { ...row, ...words(event.data) };
    case 'PostCancelled':
    case 'PostArchived':
      return { ...row, is_away: true };
    case 'PostRestored':
      return { ...row, is_away: false };
    case 'PlatformPublished': {
      const { accountId, platform, permalink, publishedAt } = event.data;
      const others = row.places.filter((place) => place.accountId !== accountId);
      const place = { accountId, platform, permalink, publishedAt, deletesCopy: false };
      return { ...row, places: [...others, place] };
    }
    case 'RemoteDeletionRequested': {
      const { accountId, remoteId } = event.data;
      const places = row.places.map((place) =>
        place.accountId === accountId ? { ...place, deletesCopy: remoteId !== undefined } : place,
      );
      return { ...row, places };
    }
    case 'RemotePostDeleted': {
      const { accountId } = event.data;
      return {
        ...row,
        places: row.places.filter((place) => place.accountId !== accountId || place.deletesCopy),
      };
    }
  }
}

/** Only what is shown: the files of a post tell more of themselves. */
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

/**
 * Words and files that one account really got, of a post that is out: what each of them has its own of instead was never
 * published.
 */
export function sentOf({
  content,
  media,
  own,
  places,
}: PostRow): Readonly<{ content: string; media: readonly PostMedia[] }> {
  const got = places.map(({ accountId }) => own.find((one) => one.accountId === accountId));
  const [first] = got;
  if (!first || got.includes(undefined)) return { content, media };
  const { mediaUrls } = first;
  return {
    content: first.content ?? content,
    media: mediaUrls?.flatMap((url) => media.find(({ mediaUrl }) => mediaUrl === url) ?? []) ?? media,
  };
}

const withDate = (row: PostRow): PostRow => ({
  ...row,
  published_at: row.places.map(({ publishedAt }) => publishedAt).sort()[0] ?? null,
});
