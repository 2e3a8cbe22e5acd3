type Searched = Readonly<{ title: string | null; content: string; hashtags: string | null }>;

/** What a search looks into. Case does not count, accents do. */
export const searchText = ({ title, content, hashtags }: Searched): string =>
  `${title ?? ''} ${content} ${hashtags ?? ''}`.toLowerCase();

/** The words that a post must have to be found, all of them, in any place; `#` may be put before any word. */
export const searchWords = (search: string): readonly string[] =>
  search
    .toLowerCase()
    .split(/\s+/u)
    .map((word) => word.replace(/^#+/u, ''))
    .filter((word) => word !== '');
