import { PUBLIC_POSTS } from '@posthorn/contracts/scheduling/public-posts.http';
import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { isoOf } from '#infrastructure/database/instants.ts';
import { HiddenPosts } from '#infrastructure/http/pages/hidden-posts.ts';
import { ReadGate } from '#infrastructure/readers/read-gate.ts';
import { IS_LIMITED, SHOWN_OPTIONS } from './audience-statements.ts';
import { POSTS_VIEW, postList } from './post-list.projection.ts';
import type { PostRow } from './post-row.ts';
import { SHOWN } from './post-rows.ts';

export type PublicPostRow = Pick<
  PostRow,
  'post_id' | 'content' | 'hashtags' | 'media' | 'targets' | 'own' | 'scheduled_for'
>;

const PLACES = `from json_array_elements(targets) target
  where target ->> 'status' = 'posted' and coalesce(target -> 'deletion' ->> 'state', '') <> 'deleted'
    and target ->> 'limited' is null
    and not (has_own and exists (select from json_array_elements(own) chosen
      where chosen ->> 'accountId' = target ->> 'accountId' and ${IS_LIMITED}))`;
/** A condition: the post is published on at least one account, where everyone can see it. Other accounts may still be waiting. */
const IS_PUBLISHED = `exists (select ${PLACES})`;
/** When the post was first published; its scheduled time if a person confirmed it. */
const PUBLISHED_AT = `coalesce((select min((target ->> 'publishedAt')::timestamptz) ${PLACES}), ${POSTS_VIEW}.scheduled_for)`;

/**
 * The own content of accounts: the whole text only for the account that may be shown. For other accounts only
 * the first letter, which shows that they have an own text. Of the options only those that decide whether the post is shown.
 */
const OWN = `case when has_own then (
  select json_agg(json_build_object('accountId', (own_of ->> 'accountId')::bigint, 'mediaUrls', own_of -> 'mediaUrls',
    'options', ${SHOWN_OPTIONS},
    'content', case when own_of ->> 'accountId' = (select target ->> 'accountId' ${PLACES} limit 1)
      then own_of ->> 'content' else left(own_of ->> 'content', 1) end))
  from json_array_elements(own) own_of) else '[]'::json end`;

/** Reads the public posts of a user: without those that the user hides. */
@Injectable()
export class PublicPostRows {
  constructor(
    private readonly pool: Pool,
    private readonly gate: ReadGate,
    private readonly hidden: HiddenPosts,
  ) {}

  async countOf(ownerId: string): Promise<number> {
    await this.gate.waitFor([postList.name]);
    const { rows } = await this.pool.query<{ count: number }>({
      name: 'scheduling-count-public-posts',
      text: `select count(*)::float8 as count from ${POSTS_VIEW} where owner_id = $1 and ${SHOWN} and ${IS_PUBLISHED}
        and ${POSTS_VIEW}.post_id <> all($2::bigint[])`,
      values: [ownerId, await this.hidden.of(ownerId)],
    });
    return rows[0]?.count ?? 0;
  }

  /** The public posts, the most recently published first. */
  async newestOf(ownerId: string): Promise<readonly PublicPostRow[]> {
    await this.gate.waitFor([postList.name]);
    const { rows } = await this.pool.query<PublicPostRow>({
      name: 'scheduling-public-posts',
      text: `select post_id::float8 as post_id, content, hashtags, media, targets, ${OWN} as own, ${isoOf('scheduled_for')} as scheduled_for
        from ${POSTS_VIEW} where owner_id = $1 and ${SHOWN} and ${IS_PUBLISHED} and ${POSTS_VIEW}.post_id <> all($3::bigint[])
        order by ${PUBLISHED_AT} desc, ${POSTS_VIEW}.post_id desc limit $2`,
      values: [ownerId, PUBLIC_POSTS.max, await this.hidden.of(ownerId)],
    });
    return rows;
  }
}
