import { optionalWordsOf, type OptionalWords } from './optional-words.ts';

type Searched = OptionalWords & Readonly<{ content: string }>;

/** What a search looks into. Case does not count, accents do. */
export const searchText = ({ content, ...optional }: Searched): string =>
  [content, ...Object.values(optionalWordsOf(optional))].join(' ').toLowerCase();

/** The words that a post must have to be found, all of them, in any place; `#` may be put before any word. */
export const searchWords = (search: string): readonly string[] =>
  search
    .toLowerCase()
    .split(/\s+/u)
    .map((word) => word.replace(/^#+/u, ''))
    .filter((word) => word !== '');
