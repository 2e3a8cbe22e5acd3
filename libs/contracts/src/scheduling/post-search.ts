import { optionalWordsOf, type OptionalWords } from './optional-words.ts';

type Searched = OptionalWords & Readonly<{ content: string }>;

/** The text that a search covers. It ignores case, but not accents. */
export const searchText = ({ content, ...optional }: Searched): string =>
  [content, ...Object.values(optionalWordsOf(optional))].join(' ').toLowerCase();

/** The words that must all be in a post, anywhere; each may begin with `#`. */
export const searchWords = (search: string): readonly string[] =>
  search
    .toLowerCase()
    .split(/\s+/u)
    .map((word) => word.replace(/^#+/u, ''))
    .filter((word) => word !== '');
