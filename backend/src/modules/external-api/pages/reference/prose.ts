import { markup, type Html } from '#infrastructure/http/pages/markup.ts';

/** A name of this length fits on one line of the smallest phone, even at double text size. */
const SHORT = 12;

/** Text in which back ticks mark `code`. */
export const prose = (text: string): Html => ({
  html: text
    .split('`')
    .map((part, index) => (index % 2 === 0 ? markup`${part}` : code(part)).html)
    .join(''),
});

const code = (text: string): Html =>
  text.length > SHORT ? markup`<code>${text}</code>` : markup`<code class="short">${text}</code>`;

/** A block of code that scrolls separately, even with the keyboard. */
export const codeBlock = (text: string, label: string): Html =>
  markup`<pre tabindex="0" role="region" aria-label="${label}"${text.split('\n').length > 24 ? markup` class="long"` : null}>${text}</pre>`;
