import {
  COMMENT_FILTERS,
  COMMENTS_PAGE,
  type CommentStatusFilter,
  type CommentView,
} from '@posthorn/contracts/inbox/comments.http';
import { platforms, type Platform } from '@posthorn/contracts/shared/platform';

export type StatusFilter = CommentStatusFilter | 'all';
/** The filter of the list. */
export type InboxFilter = Readonly<{ status: StatusFilter; platform: Platform | 'all'; q: string }>;

export const NO_FILTER: InboxFilter = { status: 'all', platform: 'all', q: '' };

/** The filter as parameters of the URL. */
export type InboxSearch = { status?: CommentStatusFilter; platform?: Platform; q?: string };

/** Reads the filter from the URL. Ignores invalid values. */
export function filterOf(search: Readonly<Record<string, unknown>>): InboxFilter {
  const { status, platform, q } = search;
  return {
    status: COMMENT_FILTERS.find((known) => known === status) ?? 'all',
    platform: platforms.find((known) => known === platform) ?? 'all',
    // Accepts numbers, because the router parses a typed `?q=2030` as a number.
    q: (typeof q === 'string' || typeof q === 'number' ? String(q) : '').slice(0, COMMENTS_PAGE.searchMax),
  };
}

export const searchOf = ({ status, platform, q }: InboxFilter): InboxSearch => ({
  ...(status !== 'all' && { status }),
  ...(platform !== 'all' && { platform }),
  ...(q.trim() !== '' && { q }),
});

/** Returns the filter as query parameters for the API. */
export const queryOf = (filter: InboxFilter): Readonly<Record<string, string>> => {
  const { q, ...rest } = searchOf(filter);
  return { ...rest, ...(q !== undefined && { q: q.trim().replace(/\s+/gu, ' ') }) };
};

export const isFiltered = (filter: InboxFilter): boolean => Object.keys(searchOf(filter)).length > 0;

/** Whether a list contains the comment. Ignores the search text. */
export const isListed = (comment: CommentView, { status, platform }: InboxFilter): boolean =>
  !comment.blocked &&
  (platform === 'all' || comment.platform === platform) &&
  (status === 'all' || (isCounted(comment, { status }) && hasStatus(comment, status)));

/** Whether the counts of a list include the comment. Hidden comments count only in the list of hidden comments. */
export const isCounted = ({ hidden }: CommentView, { status }: Pick<InboxFilter, 'status'>): boolean =>
  (status === 'hidden') === (hidden !== false);

function hasStatus(comment: CommentView, status: CommentStatusFilter): boolean {
  if (status === 'hidden') return true;
  return status === 'replied' ? isReplied(comment) : comment.status === status;
}

export const isReplied = ({ status }: CommentView): boolean =>
  status === 'ai_reply' || status === 'manual_reply';
