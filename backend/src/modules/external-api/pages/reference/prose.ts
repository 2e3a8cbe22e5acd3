import { markup, type Html } from '#infrastructure/http/pages/markup.ts';

/** So long a name fits on one line of the smallest phone, also in letters of twice the size. */
const SHORT = 12;

/** Words in which `code` stands between back ticks. */
export const prose = (text: string): Html => ({
  html: text
    .split('`')
    .map((part, index) => (index % 2 === 0 ? markup`${part}` : code(part)).html)
    .join(''),
});

const code = (text: string): Html =>
  text.length > SHORT ? markup`<code>${text}</code>` : markup`<code class="short">${text}</code>`;

/** A block of code that scrolls by itself, also with the keys. */
export const codeBlock = (text: string, label: string): Html =>
  markup`<pre tabindex="0" role="region" aria-label="${label}"${text.split('\n').length > 24 ? markup` class="long"` : null}>${text}</pre>`;
