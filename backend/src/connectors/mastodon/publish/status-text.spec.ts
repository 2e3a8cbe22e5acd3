import { expect, it } from '@jest/globals';
import { isSource, isText, mayBeText, plainText } from './status-text.ts';

const SHORTENED =
  '<p>Read <a href="https://example.com/a/very/long/path?x=1&amp;y=2" rel="nofollow"><span class="invisible">https://</span><span class="ellipsis">example.com/a/very/long</span><span class="invisible">/path?x=1&amp;y=2</span></a> now</p>';
const MENTION =
  '<p><span class="h-card"><a href="https://b.example/@bob" class="u-url mention">@<span>bob</span></a></span> hi <a href="https://a.example/tags/news" class="mention hashtag">#<span>news</span></a></p>';

it('returns the visible text of a status', () => {
  expect(plainText('<p>Tom &amp; &#39;Jerry&#x27;<br />&lt;3</p><p>end</p>')).toBe(
    "Tom & 'Jerry'\n<3\n\nend",
  );
  expect(plainText(SHORTENED)).toBe('Read https://example.com/a/very/long/path?x=1&y=2 now');
  expect(plainText(MENTION)).toBe('@bob hi #news');
});
it.each([
  ['<p>Today:</p><ul><li>tea</li><li>cake</li></ul>', 'Today:\n\ntea\ncake'],
  ['for tea<ol>\n<li>\ncake</li>\n</ol>\nor bread', 'for tea\ncake\nor bread'],
  ['<blockquote>said</blockquote>no', 'said\nno'],
  ['yes<blockquote><p>said</p></blockquote><p>no</p>', 'yes\n\nsaid\n\nno'],
  ['<h1>Title</h1><div>one</div><div>two</div><pre>three</pre>four', 'Title\none\ntwo\nthree\nfour'],
])('begins new lines where a browser does: %j', (html, text) => {
  expect(plainText(html)).toBe(text);
});
it.each([
  ['Hi', '<p>Hi</p>'],
  [
    'Hi\n\nvia Posthorn #posthorn',
    '<p>Hi</p><p>via Posthorn <a href="https://a/tags/posthorn">#<span>posthorn</span></a></p>',
  ],
  ['one\ntwo  ', '<p>one<br>two</p>'],
  ['Read https://example.com/a/very/long/path?x=1&y=2 now', SHORTENED],
  ['@bob@b.example hi #news', MENTION],
  ['@bob hi #news', MENTION],
  ['See https://example.com', '<p>See <a href="https://example.com/">https://example.com/</a></p>'],
  ['See https://example.com/long', '<p>See <a href="https://example.com/long">example.com/lo…</a></p>'],
  ['a < b & c > "d"', '<p>a &lt; b &amp; c &gt; &quot;d&quot;</p>'],
  ['caf\u0065\u0301 👩‍👩‍👧', '<p>caf\u00e9 👩‍👩‍👧</p>'],
  ['plain', 'plain'],
])('recognizes %j in %s', (sent, html) => {
  expect(isText(sent, html)).toBe(true);
});
it.each([
  ['Hi', '<p>Hi!</p>'],
  ['Hi', '<p>Hi</p><p>more</p>'],
  ['See https://example.com/a', '<p>See <a href="https://example.com/b">https://example.com/b</a></p>'],
  ['@bob@b.example hi', '<p>@eve hi</p>'],
  ['', '<p>Hi</p>'],
])('does not recognize %j in %s', (sent, html) => {
  expect(isText(sent, html)).toBe(false);
});

it.each([
  ['**Big** news', '<p><strong>Big</strong> news</p>'],
  ['Today:\n- tea\n- cake', '<p>Today:</p><ul><li>tea</li><li>cake</li></ul>'],
  ['1. one\n2. two', '<ol><li>one</li><li>two</li></ol>'],
  ['# Title\n> said', '<h1>Title</h1><blockquote><p>said</p></blockquote>'],
  ['5 &lt; 6 \\* 7', '<p>5 &lt; 6 * 7</p>'],
  ['[here](https://a.example)', '<p><a href="https://a.example">here</a></p>'],
  ['*🎉*', '<p><em>🎉</em></p>'],
])('reports that %j may be shown as %s', (sent, html) => {
  expect(mayBeText(sent, html)).toBe(true);
});
it.each([
  ['**Big** news', '<p>Small news</p>'],
  ['A long text about many things', '<p>A</p>'],
  ['Hi', '<p>Hi there</p>'],
])('reports that %j is not shown as %s', (sent, html) => {
  expect(mayBeText(sent, html)).toBe(false);
});
it('ignores white space when it compares the source of a status', () => {
  expect(isSource('**Big** news\n', '**Big**\r\nnews')).toBe(true);
  expect(isSource('**Big** news', 'Big news')).toBe(false);
});
it.each([
  ['opening marks', '<'.repeat(400_000)],
  ['links that never end', '<a>'.repeat(200_000)],
  ['lists that never end', '<ul>'.repeat(100_000)],
  ['white space in a list', `<ul>${' '.repeat(400_000)}x`],
  ['slashes in a URL', `https://${'/'.repeat(400_000)}x`],
])(
  'does not hang on %s from a hostile server',
  (_, html) => {
    expect(isText('Hi', html)).toBe(false);
  },
  5_000,
);
