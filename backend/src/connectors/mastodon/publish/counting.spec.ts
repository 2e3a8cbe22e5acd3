import { countText } from '@posthorn/contracts/integrations/text-count';
import { expect, it } from '@jest/globals';

const length = (text: string): number => countText(text, { by: 'mastodon', urlLength: 23 });

/** The server's rule: `StatusLengthValidator`, with the patterns of `config/initializers/twitter_regex.rb`. */
it.each([
  ['an address, however long', `https://example.com/${'a'.repeat(400)}`, 23],
  ['an address in capitals with a port', 'HTTPS://WWW.EXAMPLE.COM:8080/INDEX.HTML', 23],
  ['an address before an ideographic full stop, and the rest', 'https://example.com。ぜひ', 26],
  ['what follows a path without a blank as part of it', 'https://example.com/a。ぜひ', 23],
  ['what follows a query without a blank as part of it', 'https://example.com?a=b、ぜひ', 23],
  ['a Japanese quotation mark behind an address', '「https://example.com/a」', 25],
  ['a full-width bracket behind an address as part of it', 'https://example.com/a）', 23],
  ['a name without a known ending in full', 'https://pages.sandbox.test/bakery', 33],
  ['such a name with the rest behind it', 'https://pages.sandbox.test/bakery。ぜひ', 36],
  ['an address by number in full', 'http://127.0.0.1/', 17],
  ['a machine of the house in full', 'http://localhost:3000', 21],
  ['a bare domain in full', 'see example.com/a', 17],
  ['an address behind a letter in full', 'xhttps://example.com', 20],
  ['an address behind Japanese', 'はhttps://example.com', 24],
  ['a name in another script', 'https://例え.みんな/道', 23],
  ['a name with punycode', 'https://xn--fsq.xn--p1ai', 23],
  ['another protocol that the server knows', 'gemini://example.com/some/long/path', 23],
  ['a protocol that it does not know', 'ftp://example.com', 17],
  ['the end of a sentence', 'https://example.com/a.', 24],
  ['brackets that belong to an address', 'https://en.wikipedia.org/wiki/Post_(horn)', 23],
  ['brackets around an address', '(https://example.com/a)', 25],
  ['two addresses', 'https://a.de/x https://b.de/y', 47],
  ['a mention without its server', '@ana@social.example hi', 7],
  ['a mention of the same server', '@ana hi', 7],
  ['a mail address in full', 'ana@social.example', 18],
  ['a name within a path once', 'https://example.com/@ana@social.example', 23],
  ['a family as one', '👨‍👩‍👧‍👦', 1],
  ['an accent that is written apart', 'e\u0301', 1],
])('counts %s', (_what, text, expected) => {
  expect(length(text)).toBe(expected);
});
it.each(['https://a.com/(', 'https://a.com/(a)', 'a.', '@a@', '@a.', 'https://'])(
  'counts a text of many %s quickly',
  (piece) => {
    expect(length(piece.repeat(2000))).toBeGreaterThan(0);
  },
  10_000,
);
