import { expect, it } from '@jest/globals';
import { writeMail } from './write-mail.ts';

const URL = 'https://posts.example/settings?a=1&b="<2>"';
const words = {
  subject: 'It is <here> & there',
  before: [`${'word '.repeat(40)}end.`],
  link: { label: 'Open "it"', url: URL },
  after: ['Ana <ana@example.com> said so.'],
};
const { text, html } = writeMail('ana@example.com', words);

it('writes the same text in both parts, with the URL on a separate line', () => {
  expect(text).toContain(`\nOpen "it":\n${URL}\n`);
  expect(Math.max(...text.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(72);
  expect(text).toContain('Ana <ana@example.com> said so.');
  expect(html).toContain('Ana &lt;ana@example.com&gt; said so.');
});
it('escapes text and URLs', () => {
  expect(html).toContain('It is &lt;here&gt; &amp; there');
  expect(html).toContain('href="https://posts.example/settings?a=1&amp;b=&quot;&lt;2&gt;&quot;"');
  expect(html).not.toContain('<here>');
});
it('does not load anything, and does not track the reader', () => {
  expect(html).not.toMatch(/<(?:img|script|link|iframe|object|video)\b|url\(|@import|\bsrc=/iu);
  const addresses = [...html.matchAll(/https?:\/\/[^\s"<]+/gu)].map(
    ([address]) => new globalThis.URL(address).host,
  );
  expect(new Set(addresses)).toEqual(new Set(['posts.example']));
});
it('has a dark theme, and shows the light one when the mail program ignores styles', () => {
  expect(html).toContain('prefers-color-scheme:dark');
  const plain = html.replace(/<style>[\s\S]*<\/style>/u, '');
  expect(plain).toContain('background:#4f46e5;color:#ffffff');
});
it('ends both parts with the link for unsubscribing when the mail has one', () => {
  const stop = { label: 'No more <of these>', url: 'https://posts.example/stop?a=1&b=2' };
  const mail = writeMail('ana@example.com', { ...words, stop });
  expect(mail.unsubscribe).toBe(stop.url);
  expect(mail.text).toContain(`\n${stop.label}:\n${stop.url}\n`);
  expect(mail.html).toContain('href="https://posts.example/stop?a=1&amp;b=2"');
  expect(mail.html).toContain('>No more &lt;of these&gt;</a>');
  expect(writeMail('ana@example.com', words)).not.toHaveProperty('unsubscribe');
});
