import { useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { useDebounced } from '#lib/debounced.ts';
import { filterOf, searchOf, type InboxFilter, type InboxSearch } from '../model/inbox-filter.ts';

/** The pause in typing after which the URL changes and the server searches. */
const PAUSE_MS = 200;

/** The filter is part of the URL, so Back returns to it. The typed text joins it after a pause. */
export function useInboxFilter(search: InboxSearch) {
  const navigate = useNavigate();
  const key = JSON.stringify(filterOf(search));
  const filter = useMemo(() => JSON.parse(key) as InboxFilter, [key]);
  const [{ typed, known }, type] = useState({ typed: filter.q, known: filter.q });
  // Back and links change the filter as well.
  if (known !== filter.q)
    type({ typed: typed.trim() === filter.q.trim() ? typed : filter.q, known: filter.q });
  const go = (next: InboxFilter) => {
    void navigate({ to: '.', search: searchOf(next), resetScroll: false, replace: true });
  };
  const settled = useDebounced(typed, PAUSE_MS);
  useEffect(() => {
    if (settled !== filter.q) go({ ...filter, q: settled });
    // eslint-disable-next-line react-hooks/exhaustive-deps -- only typing changes the address; a link or Back is left as it is
  }, [settled]);
  const change = ({ q, ...others }: Partial<InboxFilter>) => {
    if (q !== undefined) type({ typed: q, known: filter.q });
    if (Object.keys(others).length > 0) go({ ...filter, ...(q !== undefined && { q }), ...others });
  };
  return { filter, typed, change };
}
