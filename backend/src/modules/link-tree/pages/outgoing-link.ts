import { linkSeen } from '@posthorn/contracts/link-tree/link-page.http';
import { BRAND } from '@posthorn/contracts/shared/brand';
import { pathOf } from '@posthorn/contracts/shared/call';
import { markup, type Html } from '#infrastructure/http/pages/markup.ts';

/**
 * Who is linked to sees who sent the visitor; what the address says already stays to the letter, also of the same name.
 * @param address that `URL` reads
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
  /** What it is called where its content has no words. */
  label?: string;
  /** Of what clicks are counted by. */
  linkId?: string;
}>;

/** A link to somewhere else. Browsers that know `ping` tell us of a click beside following it; it leads there directly all the same. */
export function outgoingLink(link: Outgoing): Html {
  const { handle, address, content, className, rel = '', label, linkId } = link;
  const ping = linkId === undefined ? undefined : pathOf(linkSeen, { handle, linkId });
  return markup`<a${attribute('class', className)}${attribute('aria-label', label)} href="${withAffiliate(address, handle)}" target="_blank" rel="${`${rel} noopener`.trim()}"${attribute('ping', ping)}>${content}</a>`;
}

const attribute = (name: 'class' | 'aria-label' | 'ping', value: string | undefined): Html | null =>
  value === undefined ? null : markup` ${name}="${value}"`;
