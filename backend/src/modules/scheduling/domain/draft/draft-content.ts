import type { OptionalWords } from '@posthorn/contracts/scheduling/optional-words';
import type { TargetRequest } from '@posthorn/contracts/scheduling/posts.http';
import type { MediaRef } from '../post/post.ts';

/** What lists show of a draft. */
export type DraftWords = OptionalWords &
  Readonly<{
    content: string;
    timezone: string | null;
    localTime: string | null;
    aiRepliesEnabled: boolean;
    selectedAccountIds: readonly number[];
    /** Those of `selectedAccountIds` and of the targets, each once. */
    accountIds: readonly number[];
    media: readonly MediaRef[];
  }>;

/** `own`: texts, files and options of single accounts. `plannedFor`: as `Date.toISOString` writes it. */
export type DraftContent = Readonly<{
  words: DraftWords;
  own: readonly TargetRequest[];
  plannedFor: string | null;
}>;

/** Both are made by the same code, so equal contents have equal JSON. */
export const isSameContent = (one: DraftContent, other: DraftContent): boolean =>
  jsonOf(one) === jsonOf(other);

const jsonOf = ({ words, own, plannedFor }: DraftContent): string =>
  JSON.stringify([
    Object.entries(words).sort(([a], [b]) => (a < b ? -1 : 1)),
    own.map(({ accountId, content, options, mediaUrls }) => [accountId, content, options, mediaUrls]),
    plannedFor,
  ]);
