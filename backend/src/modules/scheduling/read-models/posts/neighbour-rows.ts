import { SCHEDULE_WARNINGS } from '@posthorn/contracts/scheduling/schedule-warnings.http';
import { asTimestamp, isoOf } from '#infrastructure/database/instants.ts';
import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { POSTS_VIEW } from './post-list.projection.ts';
import { SHOWN } from './post-rows.ts';

/** `content`: the text that the account gets. */
type TextOnAccount = Readonly<{ accountId: number; content: string }>;
type FoundNeighbour = Readonly<{ accountId: number; at: string; isPosted: boolean; isSame: boolean }>;

/** The maximum number of rows. Enough for a warning of each kind on each account. */
const ROWS_MAX = 5_000;

const A_DAY = `interval '1 day'`;
const NEIGHBOURS = `select target."accountId"::float8 as "accountId", ${isoOf('post.scheduled_for')} as at,
    target.status = 'posted' as "isPosted", text.content = planned.content as "isSame"
  from ${POSTS_VIEW} post
    cross join lateral json_to_recordset(post.targets) as target("accountId" bigint, status text)
    join unnest($3::bigint[], $4::text[]) as planned(account_id, content) on planned.account_id = target."accountId"
    cross join lateral (select coalesce((select own.content from json_to_recordset(post.own) as own("accountId" bigint, content text)
      where own."accountId" = target."accountId"), post.content) as content) text
  where post.owner_id = $1 and (${SHOWN} or state = 'archived') and post.post_id <> all($5::bigint[]) and target.status <> 'failed'
    and (state <> 'archived' or target.status = 'posted')
    and post.scheduled_for >= $2::timestamptz - ${String(SCHEDULE_WARNINGS.postedDays)} * ${A_DAY}
    and post.scheduled_for <= $2::timestamptz + ${String(SCHEDULE_WARNINGS.plannedDays)} * ${A_DAY}
    and (text.content = planned.content
      or (post.scheduled_for > $2::timestamptz - ${A_DAY} and post.scheduled_for < $2::timestamptz + ${A_DAY}))
  order by post.scheduled_for desc, post.post_id desc limit ${String(ROWS_MAX)}`;

/** Reads a user's other posts around a planned post, on the same accounts. */
@Injectable()
export class NeighbourRows {
  constructor(private readonly pool: Pool) {}

  /**
   * Returns posts of the day before and after, and posts with the same text within a longer time. Archived posts count
   * on the accounts that published them, because they stay there. @param except the ids of posts to leave out
   */
  async neighboursOf(
    ownerId: string,
    at: string,
    texts: readonly TextOnAccount[],
    except: readonly number[],
  ): Promise<readonly FoundNeighbour[]> {
    const { rows } = await this.pool.query<FoundNeighbour>({
      name: 'scheduling-neighbours',
      text: NEIGHBOURS,
      values: [
        ownerId,
        asTimestamp(at),
        texts.map(({ accountId }) => accountId),
        texts.map(({ content }) => content),
        except,
      ],
    });
    return rows;
  }
}
