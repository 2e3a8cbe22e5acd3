import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { filterOf, searchOf, type InboxFilter, type InboxSearch } from '../model/inbox-filter.ts';

/** The pause in typing after which the URL changes and the server searches. */
const PAUSE_MS = 200;

type TypedSearch = Readonly<{ typed: string; knownText: string; written: readonly string[] }>;

/** Holds the filter in the URL, so that Back restores it. A typed search text enters the URL after a pause. */
export function useInboxFilter(search: InboxSearch) {
  const navigate = useNavigate();
  const key = JSON.stringify(filterOf(search));
  const filter = useMemo(() => JSON.parse(key) as InboxFilter, [key]);
  // `written`: the texts that this field has put into the URL, and that `search` does not contain yet.
  const [{ typed, knownText, written }, setTyped] = useState<TypedSearch>({
    typed: filter.q,
    knownText: filter.q,
    written: [],
  });
  // Back and links also change the filter. A text of this field arrives late, and the newer text of the user stays.
  if (knownText !== filter.q) {
    const isOwn = written.includes(filter.q) || typed.trim() === filter.q.trim();
    setTyped({
      typed: isOwn ? typed : filter.q,
      knownText: filter.q,
      written: written.slice(written.indexOf(filter.q) + 1),
    });
  }
  // Begins with the newest place, because an earlier change may not have arrived in `search` yet.
  const navigateTo = (next: Partial<InboxFilter>) => {
    void navigate({
      to: '.',
      search: (place) => searchOf({ ...filterOf(place), ...next }),
      resetScroll: false,
      replace: true,
    });
  };
  const writeToUrl = useEffectEvent(() => {
    setTyped((current) => ({ ...current, written: [...current.written, typed] }));
    navigateTo({ q: typed });
  });
  const isInUrl = useEffectEvent(() => typed === filter.q);
  useEffect(() => {
    // Only typing changes the URL, so that the effect does not revert a link or Back.
    if (isInUrl()) return undefined;
    const timer = setTimeout(
      () => {
        writeToUrl();
      },
      typed === '' ? 0 : PAUSE_MS,
    );
    return () => {
      clearTimeout(timer);
    };
  }, [typed]);
  const change = ({ q, ...others }: Partial<InboxFilter>) => {
    if (q !== undefined) setTyped((current) => ({ ...current, typed: q }));
    if (Object.keys(others).length > 0) navigateTo({ ...(q !== undefined && { q }), ...others });
  };
  return { filter, typed, change };
}
