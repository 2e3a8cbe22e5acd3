import { ERASURE_CATEGORY } from '@posthorn/event-sourcing/subject-erased';
import type { PoolClient } from 'pg';
import type { LoggedEvent } from '#infrastructure/log/logged-event.ts';
import { keyedRows } from '#infrastructure/projections/keyed-rows.ts';
import type { Projection } from '#infrastructure/projections/projection.ts';
import type { ShownAccountEvent } from '#modules/integrations/public.ts';
import { linkPageStream } from '../domain/link-page.ts';
import { foldAccount, isOfAccount, type AccountRow } from './account-row.ts';
import { foldPerson, isOfPerson, type PersonEvent, type PersonRow } from './person-row.ts';
import { foldPost, isOfPost, type PostPageEvent, type PostRow } from './post-row.ts';

type PageEvent = PersonEvent | ShownAccountEvent | PostPageEvent;

const people = keyedRows<PersonRow, PageEvent>({
  table: 'link_tree_person',
  key: 'user_id',
  keyOf: (event) => (isOfPerson(event) ? event.data.userId : null),
  columns: {
    user_id: 'text',
    handle: 'text',
    first_name: 'text',
    last_name: 'text',
    premium_causes: 'json',
    page: 'json',
    version: 'text',
  },
  fold: (row, event) => (isOfPerson(event) ? foldPerson(row, event) : row),
});

const accounts = keyedRows<AccountRow, PageEvent>({
  table: 'link_tree_account',
  key: 'account_id',
  keyOf: (event) => (isOfAccount(event) ? event.data.accountId : null),
  columns: {
    account_id: 'bigint',
    user_id: 'text',
    platform: 'text',
    account_name: 'text',
    display_name: 'text',
    is_active: 'boolean',
    connected_at: 'timestamptz',
  },
  fold: (row, event) => (isOfAccount(event) ? foldAccount(row, event) : row),
});

const posts = keyedRows<PostRow, PageEvent>({
  table: 'link_tree_post',
  key: 'post_id',
  keyOf: (event) => (isOfPost(event) ? event.data.postId : null),
  columns: {
    post_id: 'bigint',
    user_id: 'text',
    content: 'text',
    title: 'text',
    hashtags: 'text',
    media: 'json',
    own: 'json',
    places: 'json',
    is_away: 'boolean',
    published_at: 'timestamptz',
  },
  fold: (row, event) => (isOfPost(event) ? foldPost(row, event) : row),
});

/**
 * What everybody may see of people, and nothing else of them: no address of theirs, no zone, no remote id is a column here, and what is
 * scheduled, failed or away is left out by whoever reads it.
 */
export const linkTreePage: Projection<PageEvent> = {
  name: 'link-tree.page',
  version: 2,
  categories: [
    'user',
    'account',
    'post',
    'publication',
    'subscription',
    linkPageStream.category,
    ERASURE_CATEGORY,
  ],
  tables: {
    link_tree_person: `user_id text primary key, handle text, first_name text, last_name text, premium_causes json not null,
      page json not null, version text not null`,
    link_tree_account: `account_id bigint primary key, user_id text not null, platform text not null,
      account_name text not null, display_name text, is_active boolean not null, connected_at timestamptz not null`,
    link_tree_post: `post_id bigint primary key, user_id text not null, content text not null, title text, hashtags text,
      media json not null, own json not null, places json not null, is_away boolean not null,
      published_at timestamptz`,
  },
  personal: {
    link_tree_person: 'user_id',
    link_tree_account: 'user_id',
    link_tree_post: 'user_id',
  },
  indexes: [
    'create index on {schema}.link_tree_person (handle)',
    'create index on {schema}.link_tree_account (user_id)',
    `create index on {schema}.link_tree_post (user_id, published_at desc, post_id desc)
      where published_at is not null and not is_away`,
  ],
  apply: async (tx, events) => {
    await people(tx, events);
    await accounts(tx, events);
    await posts(tx, events);
    await raiseVersions(tx, events);
    // No list of the app shows them.
    return [];
  },
};

type Logged = LoggedEvent<PageEvent>;

/** Accounts and posts are on the page of their owner. By the log alone, so that a rebuild comes to the same versions. */
async function raiseVersions(tx: PoolClient, events: readonly Logged[]): Promise<void> {
  const versions = new Map(
    events.flatMap((event): [string, string][] => {
      const owner = ownerOf(event);
      return owner === null ? [] : [[owner, event.position]];
    }),
  );
  if (versions.size === 0) return;
  await tx.query(
    `update link_tree_person p set version = r.version
     from json_to_recordset($1::json) as r(user_id text, version text) where p.user_id = r.user_id`,
    [JSON.stringify([...versions].map(([user_id, version]) => ({ user_id, version })))],
  );
}

function ownerOf(event: Logged): string | null {
  if (isOfPerson(event)) return event.data.userId;
  return isOfAccount(event) || isOfPost(event) ? event.data.ownerId : null;
}
