import { PUBLIC_PAGE_TEXT as TEXT } from '@posthorn/contracts/link-tree/link-page.http';
import { markup } from '#infrastructure/http/pages/markup.ts';
import { pageStyle } from './page-style.ts';

/** Returns the HTML of the page for a URL whose handle no user has. */
export function notFoundPage(publicUrl: string): string {
  const { html } = markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${TEXT.notFoundTitle}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style>${{ html: pageStyle('system').css }}</style>
</head>
<body>
<main class="missing">
<h1>${TEXT.notFoundTitle}</h1>
<p>${TEXT.notFound}</p>
<a class="action" href="${publicUrl}/login">${TEXT.createYourOwn}</a>
</main>
</body>
</html>
`;
  return html;
}
