import { CONSENT_RESULT_PARAMETERS } from '@posthorn/contracts/integrations/consent';
import { useLocation } from '@tanstack/react-router';

/** Returns the current path with its query, to which the user returns after a consent on another site. */
export const useHere = (change: (search: URLSearchParams) => void = () => undefined): string =>
  useLocation({ select: ({ pathname, searchStr }) => pathname + queryOf(searchStr, change) });

function queryOf(searchStr: string, change: (search: URLSearchParams) => void): string {
  const search = new URLSearchParams(searchStr);
  for (const name of CONSENT_RESULT_PARAMETERS) search.delete(name);
  change(search);
  return search.size > 0 ? `?${search.toString()}` : '';
}
