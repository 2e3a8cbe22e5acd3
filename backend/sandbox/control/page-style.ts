import { createHash } from 'node:crypto';
import { SafeMarkup, markup } from '../http/html.ts';
import type { Exchange } from '../http/exchange.ts';

const CSS = `
:root { color-scheme: light dark; --ink: light-dark(#1b1b1f, #ececf1); --soft: light-dark(#55555f, #b3b3bf);
  --ground: light-dark(#fbfbfd, #16161a); --card: light-dark(#fff, #212127); --line: light-dark(#8a8a96, #74747f);
  --accent: light-dark(#0b57b7, #8fc1ff); --on-accent: light-dark(#fff, #10131a); --alert: light-dark(#9b1c1c, #ff9d9d); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
header, main { max-width: 46rem; margin: 0 auto; padding: 1rem; }
h1 { font-size: 1.25rem; margin: 0; }
h2 { font-size: 1.05rem; margin: 0; overflow-wrap: anywhere; }
a { color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
nav ul, .media, .comments { list-style: none; margin: .5rem 0; padding: 0; display: flex; flex-wrap: wrap; gap: .5rem 1rem; }
nav a { display: inline-block; padding: .5rem 0; }
nav a[aria-current] { font-weight: 700; color: var(--ink); }
.card { background: var(--card); border: 1px solid var(--line); border-radius: .5rem; padding: 1rem; margin: 1rem 0; }
.soft { color: var(--soft); margin: .25rem 0; font-size: .9rem; overflow-wrap: anywhere; }
.text { white-space: pre-wrap; overflow-wrap: anywhere; margin: .5rem 0; }
.media img, .media video { max-width: 100%; max-height: 14rem; display: block; border-radius: .25rem; }
.comments { display: block; border-left: 3px solid var(--line); padding-left: .75rem; }
.link { margin: .5rem 0; border: 1px solid var(--line); border-radius: .5rem; overflow: hidden; max-width: 26rem; }
.link img { display: block; width: 100%; }
.link figcaption { padding: .75rem; overflow-wrap: anywhere; }
details { margin-top: .75rem; }
summary { cursor: pointer; padding: .25rem 0; color: var(--accent); }
form { display: grid; gap: .75rem; margin: .75rem 0 0; }
label { display: grid; gap: .25rem; }
input, select, textarea, button { font: inherit; color: inherit; background: var(--ground); border: 1px solid var(--line);
  border-radius: .375rem; padding: .5rem; min-height: 2.75rem; width: 100%; }
.choice { display: flex; align-items: center; gap: .5rem; }
.choice input { width: auto; min-height: auto; }
button { background: var(--accent); color: var(--on-accent); border-color: transparent; font-weight: 600; cursor: pointer;
  width: auto; justify-self: start; padding: .5rem 1rem; }
.alert { color: var(--alert); border-color: var(--alert); font-weight: 600; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
`;

/** One string, because the content security policy contains the digest of the text between the tags. */
const STYLE = new SafeMarkup(`<style>${CSS}</style>`);

const STYLE_HASH = createHash('sha256').update(CSS).digest('base64');
const policyWith = (formAction: string): string =>
  [
    "default-src 'none'",
    `style-src 'sha256-${STYLE_HASH}'`,
    "img-src 'self'",
    "media-src 'self'",
    `form-action 'self' ${formAction}`.trim(),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/** Sends a whole page in the sandbox’s layout. `formAction`: another origin to which the page’s forms may redirect. */
export function sendPage(
  exchange: Exchange,
  status: number,
  title: string,
  body: SafeMarkup,
  { formAction = '' }: Readonly<{ formAction?: string }> = {},
): void {
  const page = markup`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        ${STYLE}
      </head>
      <body>
        <header><h1>Sandbox: nothing leaves this machine</h1></header>
        <main>${body}</main>
      </body>
    </html>`;
  exchange.send(status, page.markup, 'text/html; charset=utf-8', {
    'Content-Security-Policy': policyWith(formAction),
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'same-origin',
    'Cache-Control': 'no-store',
  });
}
