import { createHash } from 'node:crypto';
import { BRAND } from '@posthorn/contracts/shared/brand';
import type { Response, Request } from 'express';
import { formPagePolicy } from '../edge/security-headers.ts';
import { markup, type Html } from './markup.ts';

/** `title` is also the heading. */
export type HtmlPage = Readonly<{ title: string; body: Html }>;

/** The web app's design tokens, in the system's theme, because only a script could read the user's stored choice. */
const CSS = `
:root{color-scheme:light;--page:#f8f8fa;--surface:#fff;--ink:#18181b;--muted:#595964;--line:#e4e4ea;--edge:#85858f;--primary:#4f46e5;--on-primary:#fff;--failed:#c6005c}
@media(prefers-color-scheme:dark){:root{color-scheme:dark;--page:#0a0a0a;--surface:#141416;--ink:#f4f4f5;--muted:#a5a5b0;--line:#2a2a2f;--edge:#74747f;--primary:#8d92f9;--on-primary:#0a0a0a;--failed:#f472b6}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;min-height:100dvh;display:grid;place-items:center;padding:16px;background:var(--page);color:var(--ink);font:16px/1.5 'Inter Variable',Inter,ui-sans-serif,system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif}
main{width:100%;max-width:400px;padding:24px;background:var(--surface);border:1px solid var(--line);border-radius:12px;overflow-wrap:anywhere}
h1{margin:0 0 8px;font-size:24px;line-height:1.25}
p{margin:0 0 16px;color:var(--muted)}
.brand{display:flex;align-items:center;gap:8px;margin:0 0 24px;font-weight:700;color:var(--ink)}
.brand svg{width:32px;height:32px;color:var(--primary)}
.brand g{stroke:var(--on-primary);stroke-width:2.2;stroke-linecap:round;stroke-linejoin:round}
.bad{color:var(--failed);font-weight:600}
.note{margin:16px 0 0;font-size:14px}
label{display:block;margin:0 0 4px;font-weight:600}
input,button,.button{width:100%;min-height:44px;border-radius:8px;font:inherit}
input{margin:0 0 16px;padding:8px 12px;border:1px solid var(--edge);background:var(--page);color:var(--ink)}
button,.button{display:block;padding:9px 16px;border:0;background:var(--primary);color:var(--on-primary);font-weight:600;text-align:center;text-decoration:none;cursor:pointer}
form+.button{margin-top:12px}
a{color:var(--primary)}
:focus-visible{outline:2px solid var(--primary);outline-offset:2px}
`;
const STYLE: Html = { html: CSS };
const LOGO = markup`<svg viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="9" fill="currentColor"/><g fill="none"><circle cx="14" cy="16.5" r="5"/><path d="M5.5 11.5H14M9 16.5c0-3 2-5 5-5h3.5l8-4.5v11l-6.5-3"/><path d="M19 16.5c0 4.5-2.5 8-7 8H9"/></g></svg>`;
const POLICY = formPagePolicy(`sha256-${createHash('sha256').update(CSS).digest('base64')}`);

/** Sends pages of signing in and out, which work without any script. */
export function sendPage(
  response: Response,
  { status = 200, title, body }: HtmlPage & Readonly<{ status?: number }>,
): void {
  const page = markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · ${BRAND.name}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<p class="brand">${LOGO}${BRAND.name}</p>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`;
  response
    .status(status)
    .set({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': POLICY,
      'cache-control': 'no-store',
      // Our own forms need their origin to be sent. No other site gets the URL, which may contain a token.
      'referrer-policy': 'same-origin',
    })
    .send(page.html);
}

/** Whether one of our plain pages sent the request and expects a page in return. */
export const isForm = (request: Request): boolean =>
  typeof request.is('application/x-www-form-urlencoded') === 'string';
