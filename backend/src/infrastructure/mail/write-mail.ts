import { BRAND } from '@posthorn/contracts/shared/brand';
import { markup, type Html } from '#infrastructure/http/pages/markup.ts';
import type { Mail } from './mailer.ts';

type Link = Readonly<{ label: string; url: string }>;
/**
 * The text of a mail, before its layout. `link`: the main action; its URL is also shown under the button, for people who cannot press
 * it.
 * `before`, `after`: the paragraphs before and after the link.
 * `code`: digits to type, under the link.
 * `stop`: ends mails of this kind; its URL also accepts the one-click request of RFC 8058.
 */
export type MailWords = Readonly<{
  subject: string;
  before: readonly string[];
  link: Link;
  code?: Readonly<{ label: string; digits: string }>;
  after: readonly string[];
  stop?: Link;
}>;

/** The maximum length of a line of text, so that no server breaks lines. A URL stays on one line. */
const LINE = 72;

/** The design tokens of the web app. Mail programs that ignore the style use the attributes of the elements, which have the light theme. */
const STYLE: Html = {
  html: `
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media(prefers-color-scheme:dark){
.page{background:#0a0a0a!important}
.card{background:#141416!important;border-color:#2a2a2f!important}
.ink{color:#f4f4f5!important}
.muted{color:#a5a5b0!important}
.link{color:#8d92f9!important}
.button{background:#8d92f9!important;color:#0a0a0a!important}
}
`,
};
const FONT: Html = {
  html: "font-family:Inter,system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif",
};

/** Returns a mail with the same text as plain text and as HTML. The mail loads nothing, so no server learns whether the mail was read. */
export const writeMail = (to: string, words: MailWords, id?: string): Mail => ({
  to,
  subject: words.subject,
  text: textOf(words),
  html: htmlOf(words).html,
  ...(id !== undefined && { id }),
  ...(words.stop && { unsubscribe: words.stop.url }),
});

const textOf = ({ before, link, code, after, stop }: MailWords): string =>
  [
    ...before.map(wrapped),
    lines(link),
    ...(code ? [`${code.label}\n${code.digits}`] : []),
    ...after.map(wrapped),
    ...(stop ? [lines(stop)] : []),
    BRAND.name,
  ]
    .map((part) => `${part}\n`)
    .join('\n');

const lines = ({ label, url }: Link): string => `${label}:\n${url}`;

function wrapped(paragraph: string): string {
  const lines = [''];
  for (const word of paragraph.split(' ')) {
    const line = lines.at(-1) ?? '';
    if (line === '') lines[lines.length - 1] = word;
    else if (line.length + 1 + word.length > LINE) lines.push(word);
    else lines[lines.length - 1] = `${line} ${word}`;
  }
  return lines.join('\n');
}

const paragraph = (words: string): Html =>
  markup`<p class="muted" style="margin:0 0 16px;color:#595964">${words}</p>`;

const digits = ({ label, digits }: Readonly<{ label: string; digits: string }>): Html =>
  markup`${paragraph(label)}
<p class="ink" style="margin:0 0 16px;font-size:28px;font-weight:700;letter-spacing:4px;color:#18181b">${digits}</p>`;

const stopLink = ({ label, url }: Link): Html =>
  markup`<p class="muted" style="margin:0;font-size:14px;color:#595964"><a class="link" href="${url}" style="color:#4f46e5">${label}</a></p>`;

const htmlOf = ({ subject, before, link, code, after, stop }: MailWords): Html => markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${subject}</title>
<style>${STYLE}</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f8f8fa">
<div class="page" role="article" aria-label="${subject}" style="padding:24px 12px;background:#f8f8fa">
<div class="card" style="max-width:520px;margin:0 auto;padding:24px;background:#ffffff;border:1px solid #e4e4ea;border-radius:12px;font-size:16px;line-height:1.5;${FONT};overflow-wrap:anywhere;word-break:break-word">
<p class="ink" style="margin:0 0 24px;font-weight:700;color:#18181b">${BRAND.name}</p>
<h1 class="ink" style="margin:0 0 8px;font-size:24px;line-height:1.25;color:#18181b">${subject}</h1>
${before.map(paragraph)}
<p style="margin:24px 0"><a class="button" href="${link.url}" style="display:block;padding:12px 16px;border-radius:8px;background:#4f46e5;color:#ffffff;font-weight:600;text-align:center;text-decoration:none">${link.label}</a></p>
<p class="muted" style="margin:0 0 16px;font-size:14px;color:#595964"><a class="link" href="${link.url}" style="color:#4f46e5">${link.url}</a></p>
${code ? digits(code) : null}
${after.map(paragraph)}
${stop ? stopLink(stop) : ''}
</div>
</div>
</body>
</html>
`;
