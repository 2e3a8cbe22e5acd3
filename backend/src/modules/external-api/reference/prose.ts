import { markup, type Html } from '#infrastructure/markup.ts';

/** Words in which `code` stands between back ticks. */
export const prose = (text: string): Html => ({
  html: text
    .split('`')
    .map((part, index) => (index % 2 === 0 ? markup`${part}` : markup`<code>${part}</code>`).html)
    .join(''),
});

/** A block of code that scrolls by itself, also with the keys. */
export const codeBlock = (text: string, label: string): Html =>
  markup`<pre tabindex="0" role="region" aria-label="${label}"${text.split('\n').length > 24 ? markup` class="long"` : null}>${text}</pre>`;
