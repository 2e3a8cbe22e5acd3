import { linkSeen } from '@posthorn/contracts/link-tree/link-page.http';
import { BRAND } from '@posthorn/contracts/shared/brand';
import { pathOf } from '@posthorn/contracts/shared/call';
import { markup, type Html } from '#infrastructure/http/pages/markup.ts';

/**
 * Adds the affiliate parameter with the handle of the page's owner. A URL that already has this parameter keeps its value.
 * @param address a URL that `URL` can parse
 */
function withAffiliate(address: string, handle: string): string {
  const url = new URL(address);
  if (url.searchParams.has(BRAND.affiliateParameter)) return url.href;
  url.search = `${url.search === '' ? '?' : `${url.search}&`}${BRAND.affiliateParameter}=${handle}`;
  return url.href;
}

type Outgoing = Readonly<{
  handle: string;
  address: string;
  content: Html;
  className?: string;
  rel?: string;
  /** The accessible name of a link whose content has no text. */
  label?: string;
  /** The id under which clicks are counted. */
  linkId?: string;
}>;

/** Returns a link that leads directly to another site. Browsers that support `ping` also report the click to us. */
export function outgoingLink(link: Outgoing): Html {
  const { handle, address, content, className, rel = '', label, linkId } = link;
  const ping = linkId === undefined ? undefined : pathOf(linkSeen, { handle, linkId });
  return markup`<a${attribute('class', className)}${attribute('aria-label', label)} href="${withAffiliate(address, handle)}" target="_blank" rel="${`${rel} noopener`.trim()}"${attribute('ping', ping)}>${content}</a>`;
}

const attribute = (name: 'class' | 'aria-label' | 'ping', value: string | undefined): Html | null =>
  value === undefined ? null : markup` ${name}="${value}"`;
