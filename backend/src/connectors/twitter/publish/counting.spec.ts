import { expect, it, jest } from '@jest/globals';
import { countText } from '@posthorn/contracts/integrations/text-count';
import { xLinksIn } from '@posthorn/contracts/integrations/x-text';
import { FREE_SUFFIX } from '@posthorn/contracts/shared/brand';

const length = (text: string): number => countText(text, { by: 'xWeighted', urlLength: 23 });

it.each([
  ['letters of Latin, Greek and Cyrillic', 'Grüße αβγ жзи', 13],
  ['general punctuation', '“Hello” – she said…', 20],
  ['Chinese, Japanese and Korean', '日本語 한국', 11],
  ['a decomposed accent', 'e\u0301', 1],
  ['an emoji', '👍', 2],
  ['a family emoji', '👨‍👩‍👧‍👦', 2],
  ['a skin tone', '👍🏽', 2],
  ['two flags', '🇩🇪🇯🇵', 4],
  ['a flag of a region', '🏴󠁧󠁢󠁳󠁣󠁴󠁿', 2],
  ['two keycaps', '1️⃣#️⃣', 4],
  ['a symbol without an emoji variation selector', '©', 1],
  ['the same symbol as an emoji', '©️', 2],
  ['a heart, with and without a variation selector', '❤️❤', 4],
  ['a URL of any length', `https://example.com/${'a'.repeat(400)}`, 23],
  ['a URL in capitals with a port', 'HTTPS://WWW.EXAMPLE.COM:8080/INDEX.HTML', 23],
  ['a bare domain', 'see example.com, please', 35],
  ['a bare domain with a path', 'example.co.uk/a?b=c', 23],
  ['a bare domain with a query alone', 'example.com?b=c', 27],
  ['two links', 'a.de and https://b.de', 51],
  ['the end of a sentence after a link', 'https://example.com/a.', 24],
  ['parentheses that belong to a link', 'https://en.wikipedia.org/wiki/Post_(horn)', 23],
  ['parentheses around a link', '(https://example.com/a)', 25],
  ['a link after Japanese', '例えばexample.comです', 33],
  ['a name with punycode', 'xn--fsq.xn--p1ai', 23],
  ['a short link of X', 'https://t.co/abc123/more', 28],
])('counts %s', (_what, text, expected) => {
  expect(length(text)).toBe(expected);
});

it.each([
  ['a file', 'node.js'],
  ['an e-mail address', 'ana@example.com'],
  ['a hashtag or a cashtag', '#example.com $example.com'],
  ['a version number', 'v1.2.3'],
  ['abbreviations', 'e.g. i.e. U.S.'],
  ['a longer top-level domain', 'example.comx'],
  ['another protocol', 'ftp://www.example.com/'],
  ['an underscore in the name', 'http://foo_bar.com'],
  ['a label that begins with a dash', 'http://-foo.com'],
])('does not link %s', (_what, text) => {
  expect(xLinksIn(text)).toEqual([]);
});

it('links two sentences without a space between them if they look like a domain', () => {
  expect(xLinksIn('Say yes.So it begins')).toEqual(['yes.So']);
});
it('finds links in their order', () => {
  expect(xLinksIn('a.de, http://b.com/c and sub_d.e.org!')).toEqual(['a.de', 'http://b.com/c', 'd.e.org']);
});
it('does not hang on hostile texts', () => {
  const texts = ['a.', 'http://a.com/((a)', 'a-', 'com.', '日本.'].map((piece) => piece.repeat(2000));
  expect(texts.map((text) => length(text) > 0)).toEqual(texts.map(() => true));
});
it('excludes punctuation after a URL from the link, even a long row of it', () => {
  expect(xLinksIn(`https://a.com/b${'!'.repeat(100_000)}`)).toEqual(['https://a.com/b']);
  expect(xLinksIn('https://a.com/b_(c)!. and a.com/(d))')).toEqual(['https://a.com/b_(c)', 'a.com/(d)']);
});
it('does not add a link to posts of the free plan, because X charges more for links', () => {
  expect(xLinksIn(FREE_SUFFIX)).toEqual([]);
});

it('does not run the slow search for emoji in a text without emoji', () => {
  const replace = jest.spyOn(String.prototype, 'replace');
  expect(length('日、'.repeat(1000))).toBe(4000);
  const flags = replace.mock.calls.map(([pattern]) => (pattern as unknown as RegExp).flags);
  replace.mockRestore();
  expect(flags).not.toContain('gv');
});
