import { createHash } from 'node:crypto';

/** The design tokens of the web app, in the theme of the system. Without a script the page cannot read a stored theme. */
const CSS = `
:root{color-scheme:light;--page:#f8f8fa;--surface:#fff;--sunken:#f1f1f5;--line:#e4e4ea;--ink:#18181b;--muted:#595964;--primary:#4f46e5;--get:#006b8f;--post:#008236;--put:#8f5200;--delete:#c6005c}
@media(prefers-color-scheme:dark){:root{color-scheme:dark;--page:#0a0a0a;--surface:#141416;--sunken:#1d1d20;--line:#2a2a2f;--ink:#f4f4f5;--muted:#a5a5b0;--primary:#8d92f9;--get:#67cdf2;--post:#4ade80;--put:#fbbf24;--delete:#f472b6}}
*{box-sizing:border-box}
html{scroll-padding-top:16px;-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0;background:var(--page);color:var(--ink);font:1rem/1.55 'Inter Variable',Inter,ui-sans-serif,system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif;overflow-wrap:anywhere}
a{color:var(--primary);text-underline-offset:3px}
code,pre{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,'Liberation Mono',monospace}
code{font-size:.9em}
.short{white-space:nowrap}
.skip{position:absolute;top:8px;left:16px;padding:12px;background:var(--surface)}
.skip:not(:focus){clip-path:inset(50%)}
.page{max-width:1080px;margin:0 auto;padding:20px 16px 64px}
.brand{display:inline-flex;align-items:center;gap:8px;min-height:44px;font-weight:700;color:var(--ink);text-decoration:none}
.brand svg{width:28px;height:28px;color:var(--primary)}
.brand g{stroke:var(--page);stroke-width:2.2;stroke-linecap:round;stroke-linejoin:round}
h1{margin:16px 0 8px;font-size:clamp(1.75rem,6vw,2.25rem);line-height:1.15;letter-spacing:-.02em}
h2{margin:48px 0 4px;font-size:1.375rem;line-height:1.25;letter-spacing:-.01em}
h3{margin:0;font-size:min(1rem,7vw);font-weight:600;line-height:1.35}
h4{margin:20px 0 6px;font-size:.875rem;font-weight:600;color:var(--muted)}
p{max-width:72ch;margin:0 0 12px}
.lead,.of{color:var(--muted)}
nav ul{display:flex;flex-wrap:wrap;gap:0 4px;margin:16px -12px 0;padding:0;list-style:none}
nav a{display:inline-flex;align-items:center;min-height:44px;padding:0 12px;border-radius:8px;text-decoration:none}
nav a:hover{background:var(--sunken)}
details{margin:8px 0;background:var(--surface);border:1px solid var(--line);border-radius:12px}
summary{display:grid;grid-template-columns:1fr 1rem;gap:2px 12px;align-content:center;align-items:baseline;min-height:56px;padding:12px 16px;border-radius:12px;cursor:pointer;list-style:none}
summary::-webkit-details-marker{display:none}
summary:hover{background:var(--sunken)}
summary::after{content:'+' / '';grid-column:2;grid-row:1;color:var(--muted);text-align:right}
details[open]>summary::after{content:'–' / ''}
summary code,summary h3{grid-column:1}
summary code{color:var(--muted)}
.method{grid-column:1;font:600 .8125rem/1.35 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
.GET{color:var(--get)}.POST{color:var(--post)}.PUT,.PATCH{color:var(--put)}.DELETE{color:var(--delete)}
details[open]>summary{border-radius:12px 12px 0 0}
.body{scroll-margin-top:88px;padding:4px 16px 20px;border-top:1px solid var(--line)}
.body>p:first-child{margin-top:12px}
pre{max-width:100%;margin:0 0 12px;padding:12px 14px;overflow:auto;background:var(--sunken);border-radius:8px;font-size:.8125rem;line-height:1.5;white-space:pre-wrap}
.long{max-height:420px}
dl{display:grid;grid-template-columns:minmax(0,1fr);margin:0}
dt{margin-top:12px}
dt i{color:var(--muted);font-style:normal;font-size:.875rem}
dd{max-width:72ch;margin:2px 0 0;color:var(--muted)}
dd .fields{margin-left:14px;padding-left:14px;border-left:2px solid var(--line)}
.codes{padding:0;margin:0;list-style:none}
.codes li{padding:12px 0;border-bottom:1px solid var(--line)}
.codes li:target{background:var(--sunken);box-shadow:-12px 0 var(--sunken),12px 0 var(--sunken)}
.codes p{margin:2px 0 0;color:var(--muted)}
.names{display:flex;flex-wrap:wrap;gap:0 16px;margin:0;padding:0;list-style:none}
.names a{display:inline-flex;align-items:center;min-height:44px}
:focus-visible{outline:2px solid var(--primary);outline-offset:2px}
@media(min-width:720px){.page{padding:32px 24px 96px}dl{grid-template-columns:minmax(190px,1fr) 2.4fr;column-gap:24px}dt,dd{margin:0;padding:8px 0;border-top:1px solid var(--line)}dt:first-child,dt:first-child+dd{border-top:0}summary{grid-template-columns:4.5rem 1fr auto 1rem}summary h3{grid-column:2;grid-row:1}summary code{grid-column:3;grid-row:1}summary::after{grid-column:4}.type h3{grid-column:1/3}}
@media print{details::details-content{content-visibility:visible;height:auto}}
`;

/** The page's only style element, and its hash for the content security policy. */
export const REFERENCE_STYLE = {
  css: CSS,
  hash: `sha256-${createHash('sha256').update(CSS).digest('base64')}`,
} as const;
