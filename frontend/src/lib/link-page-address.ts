import { pageLabelOf } from '@posthorn/contracts/link-tree/page-label';

/** The address of the public page of a handle as the server would say it: at this host, or at one of its own below `pagesDomain`. */
export function linkPageAddress(handle: string, pagesDomain: string | null): string {
  const { origin, protocol, port } = window.location;
  const label = pagesDomain === null ? null : pageLabelOf(handle);
  if (pagesDomain === null || label === null) return `${origin}/u/${handle}`;
  return `${protocol}//${label}.${pagesDomain}${port === '' ? '' : `:${port}`}`;
}
