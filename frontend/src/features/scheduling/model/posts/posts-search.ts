import { POST_LISTS, POSTS_PAGE } from '@posthorn/contracts/scheduling/posts.http';
import type { ListFilter } from '../post-filter.ts';

/** The state of the posts screen in its address, so that lists can be shared, and Back restores a list or closes a dialog. */
export type PostsSearch = {
  filter?: ListFilter;
  q?: string;
  /** The post whose details are open beside the list. */
  post?: number;
  compose?: true;
  /** The instant at which the composer begins, ISO 8601. The composer validates it. */
  when?: string;
  /** The draft in the open form. */
  draft?: string;
  /** The list of drafts instead of that of posts. */
  drafts?: true;
  edit?: number;
  /** The card that the user returns to. */
  at?: number;
};

export function readPostsSearch(search: Readonly<Record<string, unknown>>): PostsSearch {
  // Reads the contract and not the code that filters, because every address is read before the first paint.
  const filter = POST_LISTS.find((known) => known === search['filter']);
  const q = textOf(search['q']).slice(0, POSTS_PAGE.searchMax);
  const when = textOf(search['when']);
  const draft = textOf(search['draft']);
  const [post, edit, at] = ['post', 'edit', 'at'].map((name) => idOf(search[name]));
  return {
    ...(filter && { filter }),
    ...(q !== '' && { q }),
    ...(post && { post }),
    ...(search['compose'] === true && { compose: true }),
    ...(when !== '' && { when }),
    ...(draft !== '' && { draft }),
    ...(search['drafts'] === true && { drafts: true }),
    ...(edit && { edit }),
    ...(at && { at }),
  };
}

/** The router parses a typed `?q=2030` as a number. */
const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

const idOf = (value: unknown): number | null => {
  const id = Number(value);
  return Number.isSafeInteger(id) && id > 0 ? id : null;
};
