import { createHash } from 'node:crypto';
import type { Exchange } from '../../http/exchange.ts';
import { SafeMarkup, markup } from '../../http/html.ts';
import { FORM_SCRIPT } from './form-script.ts';

const CSS = `
:root { color-scheme: light dark; --ink: light-dark(#1b1b1f, #ececf1); --soft: light-dark(#55555f, #b3b3bf);
  --ground: light-dark(#fff, #16161a); --line: light-dark(#8a8a96, #74747f); --accent: light-dark(#0b57b7, #8fc1ff);
  --on-accent: light-dark(#fff, #10131a); --alert: light-dark(#9b1c1c, #ff9d9d); }
:root[data-theme=light] { color-scheme: light; }
:root[data-theme=dark] { color-scheme: dark; }
* { box-sizing: border-box; }
body { margin: 0; padding: .25rem; background: var(--ground); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
form { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(9rem, 100%), 1fr)); gap: .75rem; }
form[hidden] { display: none; }
.wide { grid-column: 1 / -1; margin: 0; }
label { display: grid; gap: .25rem; }
input, button { font: inherit; min-height: 2.75rem; border-radius: .375rem; padding: .5rem; width: 100%; }
input { color: inherit; background: var(--ground); border: 1px solid var(--line); }
input[aria-invalid=true] { border-color: var(--alert); }
button { border: 1px solid var(--accent); background: var(--accent); color: var(--on-accent); font-weight: 600; cursor: pointer; }
h1 { font-size: 1.05rem; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.soft { color: var(--soft); font-size: .9rem; }
.alert { color: var(--alert); font-weight: 600; }
.alert:empty { display: none; }
`;

/** One string, because the content security policy contains the digests of the text between the tags. */
const STYLE = new SafeMarkup(`<style>${CSS}</style>`);
const SCRIPT = new SafeMarkup(`<script>${FORM_SCRIPT}</script>`);
const digest = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const THEMES = ['light', 'dark'];

const page = (theme: string): SafeMarkup => markup`<!doctype html>
<html lang="en" data-theme="${theme}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Card</title>
    ${STYLE}
  </head>
  <body>
    <main>
      <form id="card" novalidate autocomplete="off" aria-label="Card">
        <label class="wide">Card number
          <input name="number" inputmode="numeric" autocomplete="cc-number" maxlength="23" aria-describedby="hint problem" />
        </label>
        <label>Expiration date
          <input name="expiry" inputmode="numeric" autocomplete="cc-exp" maxlength="7" placeholder="MM / YY" aria-describedby="problem" />
        </label>
        <label>Security code
          <input name="cvc" inputmode="numeric" autocomplete="cc-csc" maxlength="4" placeholder="CVC" aria-describedby="problem" />
        </label>
        <p id="problem" class="wide alert" role="alert"></p>
        <p id="hint" class="wide soft">Sandbox, no money moves: 4242 4242 4242 4242 pays, 4000 0000 0000 0002 is declined,
          4000 0025 0000 3155 asks first.</p>
      </form>
      <form id="bank" hidden aria-labelledby="asks">
        <h1 id="asks" class="wide" tabindex="-1">Your bank asks: is this you?</h1>
        <button name="approve" value="yes">Approve</button>
        <button name="approve" value="no">Deny</button>
      </form>
    </main>
    ${SCRIPT}
  </body>
</html>`;

/** Sends the frame of the payment element. @param appOrigin the only origin that may embed it */
export function sendFormPage(exchange: Exchange, appOrigin: string): void {
  const theme = THEMES.find((one) => one === exchange.query.get('theme')) ?? '';
  exchange.send(200, page(theme).markup, 'text/html; charset=utf-8', {
    'Content-Security-Policy': [
      ...["default-src 'none'", `style-src ${digest(CSS)}`, `script-src ${digest(FORM_SCRIPT)}`],
      ...["connect-src 'self'", "form-action 'none'", "base-uri 'none'", `frame-ancestors ${appOrigin}`],
    ].join('; '),
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': 'no-store',
    'Cross-Origin-Resource-Policy': 'cross-origin',
  });
}
