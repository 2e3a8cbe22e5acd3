import { pageLabelOf } from '@posthorn/contracts/link-tree/page-label';

/** The URL of a handle's public page, as the server builds it: on this host, or on its own host below `pagesDomain`. */
export function linkPageAddress(handle: string, pagesDomain: string | null): string {
  const { origin, protocol, port } = window.location;
  const label = pagesDomain === null ? null : pageLabelOf(handle);
  if (pagesDomain === null || label === null) return `${origin}/u/${handle}`;
  return `${protocol}//${label}.${pagesDomain}${port === '' ? '' : `:${port}`}`;
}
