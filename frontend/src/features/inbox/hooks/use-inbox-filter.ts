import { useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { useDebounced } from '#lib/debounced.ts';
import { filterOf, searchOf, type InboxFilter, type InboxSearch } from '../model/inbox-filter.ts';

/** The pause in typing after which the URL changes and the server searches. */
const PAUSE_MS = 200;

/** Holds the filter in the URL, so that Back restores it. A typed search text enters the URL after a pause. */
export function useInboxFilter(search: InboxSearch) {
  const navigate = useNavigate();
  const key = JSON.stringify(filterOf(search));
  const filter = useMemo(() => JSON.parse(key) as InboxFilter, [key]);
  const [{ typed, knownText }, setTyped] = useState({ typed: filter.q, knownText: filter.q });
  // Back and links also change the filter.
  if (knownText !== filter.q)
    setTyped({ typed: typed.trim() === filter.q.trim() ? typed : filter.q, knownText: filter.q });
  const navigateTo = (next: InboxFilter) => {
    void navigate({ to: '.', search: searchOf(next), resetScroll: false, replace: true });
  };
  const settledText = useDebounced(typed, PAUSE_MS);
  useEffect(() => {
    if (settledText !== filter.q) navigateTo({ ...filter, q: settledText });
    // Only typing changes the URL, so that the effect does not revert a link or Back.
    // eslint-disable-next-line react-hooks/exhaustive-deps -- see above
  }, [settledText]);
  const change = ({ q, ...others }: Partial<InboxFilter>) => {
    if (q !== undefined) setTyped({ typed: q, knownText: filter.q });
    if (Object.keys(others).length > 0) navigateTo({ ...filter, ...(q !== undefined && { q }), ...others });
  };
  return { filter, typed, change };
}
