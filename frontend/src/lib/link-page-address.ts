import { pageLabelOf } from '@posthorn/contracts/link-tree/page-label';

/** Returns the URL of a public page, like the server: on its own host below `pagesDomain`, or else on this host. */
export function linkPageAddress(handle: string, pagesDomain: string | null): string {
  const { origin, protocol, port } = window.location;
  const label = pagesDomain === null ? null : pageLabelOf(handle);
  if (pagesDomain === null || label === null) return `${origin}/u/${handle}`;
  return `${protocol}//${label}.${pagesDomain}${port === '' ? '' : `:${port}`}`;
}
