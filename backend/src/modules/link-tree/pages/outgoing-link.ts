import { BRAND } from '@posthorn/contracts/shared/brand';
import { markup, type Html } from '#infrastructure/markup.ts';

/** Who is linked to sees who sent the visitor. @param address that `URL` reads */
function withAffiliate(address: string, handle: string): string {
  const url = new URL(address);
  url.searchParams.set(BRAND.affiliateParameter, handle);
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
}>;

/** A link to somewhere else. */
export const outgoingLink = ({ handle, address, content, className, rel = '', label }: Outgoing): Html =>
  markup`<a${attribute('class', className)}${attribute('aria-label', label)} href="${withAffiliate(address, handle)}" target="_blank" rel="${`${rel} noopener`.trim()}">${content}</a>`;

const attribute = (name: 'class' | 'aria-label', value: string | undefined): Html | null =>
  value === undefined ? null : markup` ${name}="${value}"`;
