import { readViewOf } from '#infrastructure/readers/read-views.ts';
import { ERASURE_CATEGORY } from '@posthorn/event-sourcing/subject-erased';
import type { PoolClient } from 'pg';
import type { LoggedEvent } from '#infrastructure/event-log/logged-event.ts';
import { keyedRows } from '#infrastructure/readers/keyed-rows.ts';
import type { Projection } from '#infrastructure/readers/projection.ts';
import type { ShownAccountEvent } from '#modules/integrations/ports/events.ts';
import { linkPageStream } from '../../domain/link-page/link-page.ts';
import { ACCOUNT, foldAccount, type ShownAccountRow } from './account-row.ts';
import { foldPerson, PERSON, type PersonEvent, type PersonRow } from './person-row.ts';
import { foldPost, POST, type PostPageEvent, type ShownPostRow } from './post-row.ts';

type PageEvent = PersonEvent | ShownAccountEvent | PostPageEvent;

const people = keyedRows<PersonRow, PersonEvent>({
  ...PERSON,
  keyOf: ({ data }) => data.userId,
  fold: foldPerson,
});
const accounts = keyedRows<ShownAccountRow, ShownAccountEvent>({
  ...ACCOUNT,
  keyOf: ({ data }) => data.accountId,
  fold: foldAccount,
});
const posts = keyedRows<ShownPostRow, PostPageEvent>({
  ...POST,
  keyOf: ({ data }) => data.postId,
  fold: foldPost,
});

const TYPES: readonly PageEvent['type'][] = [...foldPerson.types, ...foldAccount.types, ...foldPost.types];

/**
 * Stores only public data of a user: no email address and no time zone. It stores a remote id only as part of a public URL.
 * It also has rows of unpublished and removed posts. `PageRows` leaves them out.
 */
export const linkTreePage: Projection<PageEvent> = {
  name: 'link-tree.page',
  version: 6,
  categories: [
    'user',
    'account',
    'post',
    'publication',
    'subscription',
    linkPageStream.category,
    ERASURE_CATEGORY,
  ],
  types: TYPES,
  tables: {
    link_tree_person: PERSON.sql,
    link_tree_account: ACCOUNT.sql,
    link_tree_post: POST.sql,
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
    // No list in the app shows these rows.
    return [];
  },
};
export const PERSONS_VIEW = readViewOf(linkTreePage, 'link_tree_person');
export const PAGE_POSTS_VIEW = readViewOf(linkTreePage, 'link_tree_post');
export const PAGE_ACCOUNTS_VIEW = readViewOf(linkTreePage, 'link_tree_account');

type Logged = LoggedEvent<PageEvent>;

/** Each event sets the version of its owner's page. The version depends only on the log, so a rebuild restores the same versions. */
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

function ownerOf({ type, data }: Logged): string | null {
  if (!TYPES.includes(type)) return null;
  return 'userId' in data ? data.userId : data.ownerId;
}
