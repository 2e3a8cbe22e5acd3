import { POST_LISTS, POSTS_PAGE } from '@posthorn/contracts/scheduling/posts.http';
import type { ListFilter } from '../post-filter.ts';

/** The state of the posts screen in the URL. A user can bookmark a list, and Back restores a list or closes a dialog. */
export type PostsSearch = {
  filter?: ListFilter;
  q?: string;
  /** The id of the post whose details are open next to the list. */
  post?: number;
  compose?: true;
  /** The proposed time in the composer, ISO 8601. The composer validates it. */
  when?: string;
  /** The id of the draft in the open form. */
  draft?: string;
  /** Shows the list of drafts instead of the list of posts. */
  drafts?: true;
  /** The id of the post in the open edit dialog. */
  edit?: number;
  /** The id of the post whose card the screen shows and focuses. */
  at?: number;
  /** The dialog was opened on the calendar, and leads back there. */
  from?: 'calendar';
};

export function readPostsSearch(search: Readonly<Record<string, unknown>>): PostsSearch {
  // Uses the contract instead of `post-filter.ts`, so that the first load does not need that code.
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
    ...(search['from'] === 'calendar' && { from: 'calendar' }),
  };
}

/** Accepts numbers, because the router parses a typed `?q=2030` as a number. */
const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

const idOf = (value: unknown): number | null => {
  const id = Number(value);
  return Number.isSafeInteger(id) && id > 0 ? id : null;
};
