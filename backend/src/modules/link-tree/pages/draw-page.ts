import { LINK_DRAWINGS } from '@posthorn/contracts/link-tree/link-drawings';
import { PUBLIC_PAGE_TEXT as TEXT } from '@posthorn/contracts/link-tree/link-page.http';
import { PLATFORM_DRAWINGS } from '@posthorn/contracts/shared/platform-drawings';
import { PLATFORM_NAMES } from '@posthorn/contracts/shared/platform-names';
import { cardAddressOf, pageAddressOf, type PagePlaces } from '#infrastructure/http/edge/page-hosts.ts';
import { markup, type Html } from '#infrastructure/http/pages/markup.ts';
import type { PublicPage, ShownAccount, ShownLink } from '../read-models/pages/public-page.ts';
import { drawPost } from './draw-post.ts';
import { avatar, drawing, LOGO } from './drawings.ts';
import { headOf } from './head.ts';
import { outgoingLink } from './outgoing-link.ts';
import { pageStyle } from './page-style.ts';

export type DrawnAt = Readonly<{ places: PagePlaces; now: Date }>;

/** Returns the whole page as HTML. The page needs no script. */
export function drawPage(page: PublicPage, { places, now }: DrawnAt): string {
  const { publicUrl } = places;
  const { handle, displayName, sentence, accounts, links, posts } = page;
  const canonical = pageAddressOf(handle, places);
  const isEmpty = accounts.length === 0 && links.length === 0 && posts.length === 0;
  const drawn = markup`<!doctype html>
<html lang="en">
<head>
${headOf(page, { canonical, card: cardAddressOf(handle, places) }, pageStyle(page.theme))}
</head>
<body>
<header class="top">${page.isPremium ? null : markup`<a class="action" href="${publicUrl}/login">${TEXT.createYourOwn}</a>`}</header>
<main>
${banner(page)}
<section class="who">
${avatar(displayName, page.photo)}
<h1 dir="auto">${displayName}</h1>
${displayName === `@${handle}` ? null : markup`<p class="at">@${handle}</p>`}
${sentence === '' ? null : markup`<p class="says" dir="auto">${sentence}</p>`}
</section>
${links.length === 0 ? null : markup`<ul class="links">${links.map((link) => drawLink(link, handle))}</ul>`}
${follow(page)}
${
  posts.length === 0
    ? null
    : markup`<section aria-labelledby="posts"><h2 id="posts">${TEXT.recentPosts}</h2>
<ul class="posts">${posts.map((post) => drawPost(post, handle, now))}</ul></section>`
}
${isEmpty ? markup`<p class="none">${TEXT.nothingYet}</p>` : null}
${
  page.hasMorePosts
    ? markup`<aside class="upgrade"><p>${TEXT.upgrade}</p><a class="action" href="${publicUrl}/subscribe">${TEXT.upgradeAction}</a></aside>`
    : null
}
</main>
<footer>${page.isPremium ? null : markup`<a class="by" href="${publicUrl}/">${LOGO}${TEXT.poweredBy}</a>`}</footer>
</body>
</html>
`;
  return drawn.html;
}

/** The browser chooses one of several sizes. With width and height, it reserves the space before the picture is loaded. */
function banner({ banner: pictures }: PublicPage): Html | null {
  const [widest] = pictures;
  if (!widest) return null;
  const { mediaUrl, width, height } = pictures.find((picture) => picture.width <= 1200) ?? widest;
  const sizes = pictures.map((picture) => `${picture.mediaUrl} ${String(picture.width)}w`).join(', ');
  return markup`<img class="banner" src="${mediaUrl}" srcset="${sizes}" sizes="(min-width:712px) 680px, calc(100vw - 32px)" width="${String(width)}" height="${String(height)}" alt="" fetchpriority="high">`;
}

function follow({ handle, accounts }: PublicPage): Html | null {
  if (accounts.length === 0) return null;
  return markup`<section aria-labelledby="follow"><h2 id="follow">${TEXT.followMeOn}</h2>
<ul class="accounts">${accounts.map((account) => drawAccount(account, handle))}</ul>
</section>`;
}

function drawAccount(account: ShownAccount, handle: string): Html {
  const { id: linkId, platform, name, address, pictureUrl } = account;
  const content = markup`${accountPicture(pictureUrl, drawing(PLATFORM_DRAWINGS[platform]))}<span><b>${PLATFORM_NAMES[platform]}</b><i dir="auto">${name}</i></span>`;
  return markup`<li>${outgoingLink({ handle, linkId, address, content, className: 'card', rel: 'me' })}</li>`;
}

/** Returns the picture of an account with the logo of its platform in the corner, or the logo alone. */
const accountPicture = (picture: string | null, platform: Html): Html =>
  picture === null
    ? markup`<div class="disc">${platform}</div>`
    : markup`<div class="face"><img src="${picture}" width="36" height="36" loading="lazy" decoding="async" alt="">${platform}</div>`;

function drawLink({ id: linkId, title, address, icon }: ShownLink, handle: string): Html {
  const content = markup`<div class="disc">${drawing(LINK_DRAWINGS[icon])}</div><span dir="auto">${title}</span>`;
  return markup`<li>${outgoingLink({ handle, linkId, address, content, className: 'card' })}</li>`;
}
