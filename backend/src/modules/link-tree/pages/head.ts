import { PUBLIC_PAGE_TEXT } from '@posthorn/contracts/link-tree/link-page.http';
import { markup, type Html } from '#infrastructure/http/pages/markup.ts';
import type { PublicPage } from '../read-models/pages/public-page.ts';
import { barColours, type PageStyle } from './page-style.ts';

/** The size of a preview picture, in pixels. Networks show this size uncropped (developers.facebook.com/docs/sharing/webmasters/images). */
export const CARD = { width: 1200, height: 630 } as const;

type Address = Readonly<{
  /** The canonical URL of the page. */
  canonical: string;
  /** The URL of the preview picture. */
  card: string;
}>;

/** Returns the title for search results and for previews of networks. */
const titleOf = ({ displayName, handle }: PublicPage): string =>
  displayName === `@${handle}` ? displayName : `${displayName} (@${handle})`;

const descriptionOf = (page: PublicPage): string =>
  page.sentence === '' ? PUBLIC_PAGE_TEXT.describes(page.displayName) : page.sentence;

/** Returns the content of the head element, with data for browsers, search engines and previews of networks. */
export function headOf(page: PublicPage, { canonical, card }: Address, style: PageStyle): Html {
  const title = titleOf(page);
  const description = descriptionOf(page);
  const bar = barColours(page.theme);
  return markup`<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<meta name="description" content="${description}">
<link rel="canonical" href="${canonical}">
${page.listed ? null : markup`<meta name="robots" content="noindex">`}
<meta property="og:type" content="profile">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<meta property="og:url" content="${canonical}">
<meta property="og:image" content="${card}">
<meta property="og:image:type" content="image/jpeg">
<meta property="og:image:width" content="${String(CARD.width)}">
<meta property="og:image:height" content="${String(CARD.height)}">
<meta property="og:image:alt" content="${title}">
<meta property="profile:username" content="${page.handle}">
<meta name="twitter:card" content="summary_large_image">
<meta name="theme-color" media="(prefers-color-scheme:light)" content="${bar.light}">
<meta name="theme-color" media="(prefers-color-scheme:dark)" content="${bar.dark}">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
${profilesOf(page).map((address) => markup`<link rel="me" href="${address}">`)}
<script type="application/ld+json">${profileData(page, canonical, card)}</script>
<style>${{ html: style.css }}</style>`;
}

/** Returns the URLs of the person's other profiles. */
const profilesOf = ({ accounts }: PublicPage): readonly string[] => accounts.map(({ address }) => address);

/** Data for search engines (developers.google.com/search/docs/appearance/structured-data/profile-page). The policy lets no script run. */
function profileData(page: PublicPage, url: string, image: string): Html {
  const data = {
    '@context': 'https://schema.org',
    '@type': 'ProfilePage',
    url,
    mainEntity: {
      '@type': 'Person',
      name: page.displayName,
      alternateName: page.handle,
      ...(page.sentence !== '' && { description: page.sentence }),
      image,
      sameAs: profilesOf(page),
    },
  };
  // A `<` in the data could close the script element.
  return { html: JSON.stringify(data).replaceAll('<', '\\u003c') };
}
