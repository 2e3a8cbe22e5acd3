import { countText } from '@posthorn/contracts/integrations/text-count';
import { graphemeLength } from '@posthorn/contracts/shared/text';
import { expect, it, jest } from '@jest/globals';

const length = (text: string): number => countText(text, { by: 'mastodon', urlLength: 23 });

/** Mastodon counts in `StatusLengthValidator`, with the patterns of `config/initializers/twitter_regex.rb`. */
it.each([
  ['a long URL', `https://example.com/${'a'.repeat(400)}`, 23],
  ['a URL in capitals with a port', 'HTTPS://WWW.EXAMPLE.COM:8080/INDEX.HTML', 23],
  ['a URL before an ideographic full stop, and the text after it', 'https://example.com。ぜひ', 26],
  ['text after a path without a space as part of the path', 'https://example.com/a。ぜひ', 23],
  ['text after a query without a space as part of the query', 'https://example.com?a=b、ぜひ', 23],
  ['Japanese quotation marks around a URL', '「https://example.com/a」', 25],
  ['a full-width bracket after a URL as part of the URL', 'https://example.com/a）', 23],
  ['a host without a known top-level domain in full', 'https://pages.sandbox.test/bakery', 33],
  ['such a host and the text after it in full', 'https://pages.sandbox.test/bakery。ぜひ', 36],
  ['an IP address in full', 'http://127.0.0.1/', 17],
  ['a local host in full', 'http://localhost:3000', 21],
  ['a bare domain in full', 'see example.com/a', 17],
  ['a URL after a letter in full', 'xhttps://example.com', 20],
  ['a URL after Japanese', 'はhttps://example.com', 24],
  ['a name in another script', 'https://例え.みんな/道', 23],
  ['a name with punycode', 'https://xn--fsq.xn--p1ai', 23],
  ['a known protocol other than http', 'gemini://example.com/some/long/path', 23],
  ['an unknown protocol in full', 'ftp://example.com', 17],
  ['the end of a sentence', 'https://example.com/a.', 24],
  ['brackets that belong to a URL', 'https://en.wikipedia.org/wiki/Post_(horn)', 23],
  ['brackets around a URL', '(https://example.com/a)', 25],
  ['two URLs', 'https://a.de/x https://b.de/y', 47],
  ['a mention without its server', '@ana@social.example hi', 7],
  ['a mention of the same server', '@ana hi', 7],
  ['an e-mail address in full', 'ana@social.example', 18],
  ['a name within a path once', 'https://example.com/@ana@social.example', 23],
  ['a family emoji as one', '👨‍👩‍👧‍👦', 1],
  ['a decomposed accent as one', 'e\u0301', 1],
])('counts %s', (_what, text, expected) => {
  expect(length(text)).toBe(expected);
});
it.each(['https://a.com/(', 'https://a.com/(a)', 'a.', '@a@', '@a.', 'https://'])(
  'does not hang on a text of many %s',
  (piece) => {
    expect(length(piece.repeat(2000))).toBeGreaterThan(0);
  },
  10_000,
);

it('counts plain text without the slow search, and CR LF as one character', () => {
  const segment = jest.spyOn(Intl.Segmenter.prototype, 'segment');
  expect(graphemeLength('a, b\n#c'.repeat(1000))).toBe(7000);
  expect(segment).not.toHaveBeenCalled();
  segment.mockRestore();
  expect(graphemeLength('a\r\nb')).toBe(3);
  expect(graphemeLength('e\u0301')).toBe(1);
});
