import { expect, it } from '@jest/globals';
import { statusHtml } from './text-format.ts';
import { statusLength } from './text-entities.ts';

const html = (text: string): string =>
  statusHtml(text, 'mastodon.sandbox.test', (user) =>
    user === 'ben' ? 'https://mastodon.sandbox.test/@ben' : null,
  );

it('writes paragraphs and line breaks', () => {
  expect(html('One\nline\n\nTwo')).toBe('<p>One<br />line</p><p>Two</p>');
});

it('hides the beginning and the end of a long URL in invisible spans', () => {
  expect(html('See https://www.example.com/a/path/that/is/long?and=more.')).toBe(
    '<p>See <a href="https://www.example.com/a/path/that/is/long?and=more" target="_blank" rel="nofollow noopener" translate="no">' +
      '<span class="invisible">https://www.</span><span class="ellipsis">example.com/a/path/that/is/lon</span>' +
      '<span class="invisible">g?and=more</span></a>.</p>',
  );
});

it('links hashtags and known accounts', () => {
  expect(html('#Posthorn by @ben and @cleo')).toBe(
    '<p><a href="https://mastodon.sandbox.test/tags/posthorn" class="mention hashtag" rel="tag">#<span>Posthorn</span></a> by ' +
      '<span class="h-card" translate="no"><a href="https://mastodon.sandbox.test/@ben" class="u-url mention">@<span>ben</span></a></span> and @cleo</p>',
  );
});

it('escapes markup in text and in URLs', () => {
  expect(html('<script>alert("x")</script>')).toBe(
    '<p>&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;</p>',
  );
  expect(html(`https://example.com/?a='onclick&b`)).not.toContain(`'onclick`);
});

it.each([
  ['letters', 'Hello', 5],
  ['an emoji of many code points as one', '👩‍👩‍👧‍👦', 1],
  ['a long URL as 23', 'https://example.com/a-very-long-path-that-goes-on-and-on', 23],
  ['a short URL as 23 too', 'https://a.io', 23],
  ['the full stop after a URL separately', 'https://example.com.', 24],
  [
    'a closing bracket as part of a URL that contains the opening one',
    '(https://en.wikipedia.org/wiki/A_(b))',
    25,
  ],
  ['a mention of another server’s account without the host', '@ben@elsewhere.example', 4],
  ['every character of a hashtag', '#posthorn', 9],
  ['every character of a URL without a top-level domain', 'http://localhost:3000/xy', 24],
])('counts %s', (_what, text, length) => {
  expect(statusLength(text, '')).toBe(length);
});

it('includes the content warning in the length', () => {
  expect(statusLength('Hello', 'Spoiler')).toBe(12);
});
