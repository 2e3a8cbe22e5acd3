import { batched } from '@posthorn/batching';
import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import type { ShownPictures } from '#infrastructure/http/pages/profile-pictures.ts';
import { ReadGate } from '#infrastructure/readers/read-gate.ts';
import { selectList } from '#infrastructure/readers/row-table.ts';
import { runInLane, REQUEST_LANE } from '#infrastructure/database/fair-queue.ts';
import { ACCOUNT, type ShownAccountRow } from './account-row.ts';
import { PERSONS_VIEW, PAGE_POSTS_VIEW, PAGE_ACCOUNTS_VIEW, linkTreePage } from './page.projection.ts';
import { PERSON, type PersonRow } from './person-row.ts';
import { POST, type ShownPostRow } from './post-row.ts';

const PUBLISHED = 'user_id = $1 and published_at is not null and not is_away';

/** The rows that a page shows. */
export type PageSource = Readonly<{
  person: PersonRow;
  /** The active accounts, oldest connection first. */
  accounts: readonly ShownAccountRow[];
  /** The published posts, newest first. */
  posts: readonly ShownPostRow[];
}>;

const HANDLE = /^[a-z\d_]{1,64}$/u;

/** Reads the rows of `link-tree.page`: only active accounts, and only published posts that are neither cancelled nor archived. */

@Injectable()
export class PageRows {
  readonly #versions = batched((handles: readonly string[]) =>
    runInLane(REQUEST_LANE, () => this.#versionsAt(handles)),
  );

  constructor(
    private readonly pool: Pool,
    private readonly gate: ReadGate,
  ) {}

  /** @param handle in lower case */
  async personAt(handle: string): Promise<PersonRow | null> {
    // A URL may contain any character. PostgreSQL rejects a zero byte in a text.
    if (!HANDLE.test(handle)) return null;
    await this.gate.waitFor([linkTreePage.name]);
    const { rows } = await this.pool.query<PersonRow>({
      name: 'link-tree-person-at',
      text: `select ${selectList(PERSON)} from ${PERSONS_VIEW} where handle = $1`,
      values: [handle],
    });
    return rows[0] ?? null;
  }

  /**
   * Returns the version of the page, or null if no user has the handle. Concurrent calls share one query.
   * @param handle in lower case
   */
  async versionAt(handle: string): Promise<string | null> {
    if (!HANDLE.test(handle)) return null;
    await this.gate.waitFor([linkTreePage.name]);
    return this.#versions(handle);
  }

  /** @param posts the maximum number of posts */
  async sourceOf(person: PersonRow, posts: number): Promise<PageSource> {
    const { user_id: userId, page } = person;
    const [accounts, shown] = await Promise.all([
      this.#accountsOf(userId),
      this.#postsOf(userId, posts, page.hiddenPosts),
    ]);
    return { person, accounts, posts: shown };
  }

  /** Returns the rows for the owner, with hidden posts. `person` is null if the read model has no row for the user yet. */
  async ownedBy(
    userId: string,
    posts: number,
  ): Promise<Omit<PageSource, 'person'> & Readonly<{ person: PersonRow | null }>> {
    await this.gate.waitFor([linkTreePage.name]);
    const [people, accounts, shown] = await Promise.all([
      this.pool.query<PersonRow>(`select ${selectList(PERSON)} from ${PERSONS_VIEW} where user_id = $1`, [
        userId,
      ]),
      this.#accountsOf(userId),
      this.#postsOf(userId, posts, []),
    ]);
    return { person: people.rows[0] ?? null, accounts, posts: shown };
  }

  /** Returns the widest size of the banner and of the photo. Without Premium the banner is null, because visitors do not see it. */
  async picturesOf(userId: string): Promise<ShownPictures> {
    await this.gate.waitFor([linkTreePage.name]);
    const { rows } = await this.pool.query<Pick<PersonRow, 'premium_causes' | 'page'>>(
      `select premium_causes, page from ${PERSONS_VIEW} where user_id = $1`,
      [userId],
    );
    const [person] = rows;
    const [banner] = person && person.premium_causes.length > 0 ? person.page.banner : [];
    const photo = person?.page.photo[0];
    return { bannerImageUrl: banner?.mediaUrl ?? null, profileImageUrl: photo?.mediaUrl ?? null };
  }

  /** Returns the ids of the posts that the user has hidden. */
  async hiddenPostsOf(userId: string): Promise<readonly number[]> {
    await this.gate.waitFor([linkTreePage.name]);
    const { rows } = await this.pool.query<Pick<PersonRow, 'page'>>(
      `select page from ${PERSONS_VIEW} where user_id = $1`,
      [userId],
    );
    return rows[0]?.page.hiddenPosts ?? [];
  }

  /** Returns the ids of the user's active accounts, oldest connection first. */
  async accountIdsOf(userId: string): Promise<number[]> {
    await this.gate.waitFor([linkTreePage.name]);
    return (await this.#accountsOf(userId)).map(({ account_id: id }) => id);
  }

  async hasPublished(userId: string, postId: number): Promise<boolean> {
    await this.gate.waitFor([linkTreePage.name]);
    const { rowCount } = await this.pool.query(
      `select from ${PAGE_POSTS_VIEW} where ${PUBLISHED} and post_id = $2`,
      [userId, postId],
    );
    return rowCount !== 0;
  }

  async #versionsAt(handles: readonly string[]): Promise<(string | null)[]> {
    const { rows } = await this.pool.query<Pick<PersonRow, 'handle' | 'version'>>({
      name: 'link-tree-versions',
      text: `select handle, version from ${PERSONS_VIEW} where handle = any($1::text[])`,
      values: [[...new Set(handles)]],
    });
    const versions = new Map(rows.map(({ handle, version }) => [handle, version]));
    return handles.map((handle) => versions.get(handle) ?? null);
  }

  async #accountsOf(userId: string): Promise<ShownAccountRow[]> {
    const { rows } = await this.pool.query<ShownAccountRow>({
      name: 'link-tree-accounts',
      text: `select ${selectList(ACCOUNT)} from ${PAGE_ACCOUNTS_VIEW} where user_id = $1 and is_active order by link_tree_account.connected_at, 1`,
      values: [userId],
    });
    return rows;
  }

  async #postsOf(userId: string, most: number, hidden: readonly number[]): Promise<ShownPostRow[]> {
    const { rows } = await this.pool.query<ShownPostRow>({
      name: 'link-tree-posts',
      text: `select ${selectList(POST)} from ${PAGE_POSTS_VIEW} p where ${PUBLISHED} and p.post_id <> all($3::bigint[])
        order by p.published_at desc, p.post_id desc limit $2`,
      values: [userId, most, hidden],
    });
    return rows;
  }
}
