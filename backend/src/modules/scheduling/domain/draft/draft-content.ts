import type { OptionalWords } from '@posthorn/contracts/scheduling/optional-words';
import type { TargetRequest } from '@posthorn/contracts/scheduling/posts.http';
import type { MediaRef } from '../post/post.ts';

/** The content of a draft without the content of single accounts and without the time. */
export type DraftWords = OptionalWords &
  Readonly<{
    content: string;
    timezone: string | null;
    localTime: string | null;
    aiRepliesEnabled: boolean;
    selectedAccountIds: readonly number[];
    /** The ids in `selectedAccountIds` and of the accounts with own content, each once. */
    accountIds: readonly number[];
    media: readonly MediaRef[];
  }>;

/**
 * `own`: texts, files and options of single accounts. `plannedFor`: an instant in the format of
 * `Date.toISOString`.
 */
export type DraftContent = Readonly<{
  words: DraftWords;
  own: readonly TargetRequest[];
  plannedFor: string | null;
}>;

/** The same code builds both contents, so equal contents have equal JSON. */
export const isSameContent = (one: DraftContent, other: DraftContent): boolean =>
  jsonOf(one) === jsonOf(other);

const jsonOf = ({ words, own, plannedFor }: DraftContent): string =>
  JSON.stringify([
    Object.entries(words).sort(([a], [b]) => (a < b ? -1 : 1)),
    own.map(({ accountId, content, options, mediaUrls }) => [accountId, content, options, mediaUrls]),
    plannedFor,
  ]);
