import {
  POST_STATUSES,
  POSTS_PAGE,
  type PostList,
  type PostStatus,
} from '@posthorn/contracts/scheduling/posts.http';
import { withinBytes } from '#infrastructure/database/rows-within-bytes.ts';
import { OWNER_WILL_LOSE_ACCOUNT } from '../lost-accounts/lost-accounts.projection.ts';
import { COLUMNS, SHOWN, WHOLE } from './post-rows.ts';
import { sized } from './row-bytes.ts';
import { POSTS_VIEW } from './post-list.projection.ts';

/** The columns of lists whose posts may have any status. Each column has its own index. */
export const FLAGS = { has_failed: 'failed', needs_owner: 'attention' } as const;
/** A condition for posts without `needs_owner` that will be published on a disconnected account. */
export const WAITS_FOR_LOST_ACCOUNT = ` and not needs_owner and ${OWNER_WILL_LOSE_ACCOUNT}`;

/**
 * `inTurn`: scheduled posts, the earliest first, then the rest. `selected`: the same order with filters.
 * `newest`: with filters, the newest first.
 */
type Order = 'inTurn' | 'selected' | 'newest';
type Statement = Readonly<{ name: string; text: string }>;
/** Builds the text of a statement. `isWhole`: includes the own content of single accounts. */
type Text = (isWhole: boolean) => string;
/** A statement without and a statement with the own content of single accounts. */
type Statements = readonly [brief: Statement, whole: Statement];
const both = (name: string, text: Text): Statements => [
  { name: `scheduling-brief-${name}`, text: text(false) },
  { name: `scheduling-whole-${name}`, text: text(true) },
];

/**
 * The index contains each status separately. So this reads one status in order, and only as many rows as a page can
 * need.
 */
const rowsOf = (status: PostStatus, order: 'asc' | 'desc', only: string, rest: string): string => `(
  select * from ${POSTS_VIEW}
  where owner_id = $1 and ${SHOWN}${only} and status = '${status}' and '${status}' = any ($2::text[])
    and search_text like all ($3::text[]) and (scheduled_for, post_id) ${rest}
  order by scheduled_for ${order}, post_id ${order} limit $4)`;

/** The two positions after which a page begins: the first for scheduled posts, the second for past posts. */
const TO_COME = '> ($5::timestamptz, $6::bigint)';
const BEFORE = '< ($7::timestamptz, $8::bigint)';

const IN_TURN = `posts.status = 'scheduled' desc,
  case when posts.status = 'scheduled' then posts.scheduled_for end,
  case when posts.status = 'scheduled' then posts.post_id end,
  posts.scheduled_for desc, posts.post_id desc`;

const inTurn =
  (only: string, extra = ''): Text =>
  (isWhole) =>
    withinBytes(
      `select ${isWhole ? WHOLE : COLUMNS}, ${sized(IN_TURN, isWhole)} from (
  ${rowsOf('scheduled', 'asc', only, TO_COME)}${extra}
  union all ${rowsOf('posted', 'desc', only, BEFORE)}
  union all ${rowsOf('failed', 'desc', only, BEFORE)}
) posts order by ${IN_TURN} limit $4`,
      POSTS_PAGE.bytesMax,
    );

/** Filters by platform and by a span of scheduled times. `first`: the number of the first parameter. */
const filtersFrom = (first: number): string => ` and ($${String(first)}::text is null or exists (
    select from json_array_elements(targets) target where target ->> 'platform' = $${String(first)}))
  and scheduled_for >= $${String(first + 1)}::timestamptz and scheduled_for < $${String(first + 2)}::timestamptz`;
const SELECTED = filtersFrom(9);
const SELECTED_FAILED = ` and has_failed${SELECTED}`;
const NEEDS_OWNER = ` and (needs_owner or status = 'scheduled'${WAITS_FOR_LOST_ACCOUNT})`;

const NEWEST_FIRST = `${POSTS_VIEW}.post_id desc`;
/** Orders only by id, so that a post keeps its position when its time changes. */
const newest =
  (only: string): Text =>
  (isWhole) =>
    withinBytes(
      `select ${isWhole ? WHOLE : COLUMNS}, ${sized(NEWEST_FIRST, isWhole)} from ${POSTS_VIEW}
  where owner_id = $1 and ${SHOWN}${only} and status = any ($2::text[]) and search_text like all ($3::text[])
    and ${POSTS_VIEW}.post_id < $5::bigint${filtersFrom(6)}
  order by ${NEWEST_FIRST} limit $4`,
      POSTS_PAGE.bytesMax,
    );

/** Posts that need their owner: posts with the flag, and posts on a disconnected account. */
const attention = (choice: string): Text =>
  inTurn(
    ` and needs_owner${choice}`,
    ` union all ${rowsOf('scheduled', 'asc', `${WAITS_FOR_LOST_ACCOUNT}${choice}`, TO_COME)}`,
  );

const ANY: Readonly<Record<Order, Statements>> = {
  inTurn: both('post-page', inTurn('')),
  selected: both('post-page-selected', inTurn(SELECTED)),
  newest: both('newest-posts', newest('')),
};
const FAILED: Readonly<Record<Order, Statements>> = {
  inTurn: both('post-page-failed', inTurn(' and has_failed')),
  selected: both('post-page-failed-selected', inTurn(SELECTED_FAILED)),
  newest: both('newest-posts-failed', newest(' and has_failed')),
};
const ATTENTION: Readonly<Record<Order, Statements>> = {
  inTurn: both('post-page-attention', attention('')),
  selected: both('post-page-attention-selected', attention(SELECTED)),
  newest: both('newest-posts-attention', newest(NEEDS_OWNER)),
};

/**
 * Parameters: owner, statuses, patterns, limit; then the id for `newest`, or the two positions for other
 * orders; then the filters, if any.
 */
export const PAGES: Readonly<
  Record<'all' | PostList, Readonly<{ statuses: readonly PostStatus[]; in: typeof ANY }>>
> = {
  all: { statuses: POST_STATUSES, in: ANY },
  scheduled: { statuses: ['scheduled'], in: ANY },
  posted: { statuses: ['posted'], in: ANY },
  failed: { statuses: POST_STATUSES, in: FAILED },
  attention: { statuses: POST_STATUSES, in: ATTENTION },
};
