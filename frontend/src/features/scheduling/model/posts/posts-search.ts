import { POST_LISTS, POSTS_PAGE } from '@posthorn/contracts/scheduling/posts.http';
import type { ListFilter } from '../post-filter.ts';

/** What the address of the posts screen keeps: so a list can be shared, Back leads to it, and closes a dialog. */
export type PostsSearch = {
  filter?: ListFilter;
  q?: string;
  /** The post whose details stand beside the list. */
  post?: number;
  compose?: true;
  edit?: number;
  /** The card that somebody comes back to. */
  at?: number;
};

export function readPostsSearch(search: Readonly<Record<string, unknown>>): PostsSearch {
  // Every address is read before the first screen is painted, so this asks the contract, not the code that filters.
  const filter = POST_LISTS.find((known) => known === search['filter']);
  const q = textOf(search['q']).slice(0, POSTS_PAGE.searchMax);
  const [post, edit, at] = ['post', 'edit', 'at'].map((name) => idOf(search[name]));
  return {
    ...(filter && { filter }),
    ...(q !== '' && { q }),
    ...(post && { post }),
    ...(search['compose'] === true && { compose: true }),
    ...(edit && { edit }),
    ...(at && { at }),
  };
}

/** `?q=2030` written by hand is read as a number. */
const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

const idOf = (value: unknown): number | null => {
  const id = Number(value);
  return Number.isSafeInteger(id) && id > 0 ? id : null;
};
