import type { PostList, PostStatus } from '@posthorn/contracts/scheduling/posts.http';
import { asTimestamp, isoOfSeconds, secondsOf } from '#infrastructure/database/instants.ts';
import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { OWNER_WILL_LOSE_ACCOUNT } from '../lost-accounts/lost-accounts.projection.ts';
import { POSTS_VIEW } from './post-list.projection.ts';
import type { AccountOfTarget } from './post-row.ts';
import { SHOWN } from './post-rows.ts';

/**
 * `to` itself is excluded. `accounts`: posts on at least one of these accounts; null: all posts. `status`:
 * null: all posts.
 */
export type CalendarFilter = Readonly<{
  from: string;
  to: string;
  accounts: readonly number[] | null;
  status: PostList | null;
}>;

export type CalendarRow = Readonly<{
  id: number;
  scheduledFor: string;
  /** The beginning of the text. It may have several lines. */
  beginning: string;
  accounts: readonly AccountOfTarget[];
  status: PostStatus;
  attention: boolean;
  movable: boolean;
  thumbnail: string | null;
}>;

type StoredRow = Omit<CalendarRow, 'scheduledFor' | 'accounts'> &
  Readonly<{ seconds: number; accounts: string }>;

/** How many code points of each text are read. */
const BEGINNING = 200;

const NEEDS_OWNER = `(needs_owner or (${OWNER_WILL_LOSE_ACCOUNT}))`;
const BETWEEN = `select post_id::float8 as id, ${secondsOf('scheduled_for')} as seconds, left(content, ${String(BEGINNING)}) as beginning,
    accounts::text as accounts, status, ${NEEDS_OWNER} as attention, state = 'scheduled' as movable, media -> 0 ->> 'thumbnailUrl' as thumbnail
  from ${POSTS_VIEW}
  where owner_id = $1 and ${SHOWN} and scheduled_for >= $2::timestamptz and scheduled_for < $3::timestamptz
    and ($4::bigint[] is null or exists (select from json_array_elements(accounts) account
      where (account ->> 0)::bigint = any ($4)))
    and case $5::text when 'failed' then has_failed when 'attention' then ${NEEDS_OWNER} else $5 is null or status = $5 end
  order by scheduled_for, post_id limit $6`;

/** Reads the posts of a span of time, with the columns that a calendar shows. */
@Injectable()
export class CalendarRows {
  constructor(private readonly pool: Pool) {}

  /** Returns at most `limit` posts, the earliest first. */
  async of(
    ownerId: string,
    { from, to, accounts, status }: CalendarFilter,
    limit: number,
  ): Promise<readonly CalendarRow[]> {
    const { rows } = await this.pool.query<StoredRow>({
      name: 'scheduling-calendar',
      text: BETWEEN,
      values: [ownerId, asTimestamp(from), asTimestamp(to), accounts, status, limit],
    });
    const parse = parseOnce();
    return rows.map(
      ({ id, seconds, beginning, accounts: text, status: stored, attention, movable, thumbnail }) => ({
        id,
        scheduledFor: isoOfSeconds(seconds),
        beginning,
        accounts: parse(text),
        status: stored,
        attention,
        movable,
        thumbnail,
      }),
    );
  }
}

/** Many posts have the same accounts, so this parses only a few of thousands of texts. */
function parseOnce(): (accounts: string) => CalendarRow['accounts'] {
  const parsed = new Map<string, CalendarRow['accounts']>();
  return (text) => {
    const known = parsed.get(text);
    if (known) return known;
    const accounts = JSON.parse(text) as CalendarRow['accounts'];
    parsed.set(text, accounts);
    return accounts;
  };
}
