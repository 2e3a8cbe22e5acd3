import { cardLink, firstLink } from '@posthorn/contracts/integrations/link-card';
import { hashtagsIn, linkedIn } from '@posthorn/contracts/integrations/text-words';
import { linksIn, withoutAddresses } from '@posthorn/contracts/integrations/web-addresses';
import { expect, it } from '@jest/globals';
import { facetRangesOf } from '../../bluesky/publish/facets.ts';

const LINK = 'https://pages.sandbox.test/bakery';
const linkedInLinks = (text: string) => linkedIn(text).map(({ start, end }) => text.slice(start, end));
const blueskyLinks = (text: string) =>
  facetRangesOf(text).flatMap((range) => (range.kind === 'link' ? [range.uri] : []));

it.each([
  ...Array.from('。、，．！？；：・…｡､‥〜～', (mark) => [`a mark ${mark}`, `新作です ${LINK}${mark}`]),
  ...Array.from('）」』】〉》〕］｝｣”’»›', (mark) => [`a bracket ${mark}`, `新作 ${LINK}${mark}`]),
  ...Array.from('؟،؛۔।॥։።၊។', (mark) => [`another script's mark ${mark}`, `नया ${LINK}${mark}`]),
  ...Array.from('.,;:!?)', (mark) => [`an ASCII mark ${mark}`, `New: ${LINK}${mark}`]),
  ['more marks', `New: ${LINK}?!...`],
])('ends a URL before %s', (_what, text) => {
  expect([linksIn(text), blueskyLinks(text), linkedInLinks(text), firstLink(text)]).toEqual([
    [LINK],
    [LINK],
    [LINK],
    LINK,
  ]);
});
it.each(['。ぜひ', '、そして', '）です', '」と', '，还有', '؟نعم', '।और', '“Menu”', '（案内）', '「本」'])(
  'ends a URL before %s without a space before the next word',
  (following) => {
    const text = `新作です ${LINK}${following}`;
    expect([linksIn(text), blueskyLinks(text), linkedInLinks(text)]).toEqual([[LINK], [LINK], [LINK]]);
  },
);
it.each(['「', '（', '：', '新作は', '👉', '。', '"', '(', 'x '])('finds a URL after %s', (before) => {
  expect(linksIn(`${before}${LINK} `)).toEqual([LINK]);
});
it('finds all URLs that only punctuation separates', () => {
  const text = `${LINK}、https://b.example/x。www.c.com/d`;
  expect(linksIn(text)).toEqual([LINK, 'https://b.example/x', 'www.c.com/d']);
  expect(blueskyLinks(text)).toEqual([LINK, 'https://b.example/x', 'https://www.c.com/d']);
});
it.each([
  ['a path in another script', 'https://ja.example/wiki/東京・大阪', 'https://ja.example/wiki/東京・大阪'],
  ['a host in another script', 'https://例え.テスト/道', 'https://例え.テスト/道'],
  ['a host before letters of another script', 'https://example.comです', 'https://example.com'],
  ['a host before a mark', 'https://example.comは、とても', 'https://example.com'],
  ['punctuation within a URL', 'https://a.example/a,b;c:d!e?f=g.h', 'https://a.example/a,b;c:d!e?f=g.h'],
  ['balanced brackets', '(https://a.example/b_(c))', 'https://a.example/b_(c)'],
  ['a joiner within a path', 'https://fa.example/می\u200cخواهم', 'https://fa.example/می\u200cخواهم'],
  ['a port and a fragment', 'https://a.example:8080/#top', 'https://a.example:8080/#top'],
  ['a scheme with a capital letter', 'Https://A.example/B', 'Https://A.example/B'],
])('keeps %s', (_what, text, link) => {
  expect(linksIn(text)).toEqual([link]);
});
it.each([`${LINK.slice(0, -7)}'s`, `${LINK.slice(0, -7)},news`, `${LINK.slice(0, -7)}*`])(
  'ends the host of a URL before a mark that no host contains: %s',
  (text) => {
    const link = LINK.slice(0, -7);
    expect([linksIn(text), blueskyLinks(text), firstLink(text)]).toEqual([[link], [link], link]);
  },
);
it.each([
  ['a right-to-left mark', '\u200f'],
  ['a left-to-right mark', '\u200e'],
  ['an Arabic letter mark', '\u061c'],
  ['the end of an isolate', '\u2069'],
  ['a zero-width space', '\u200b'],
  ['a word joiner', '\u2060'],
  ['a soft hyphen', '\u00ad'],
  ['a zero-width joiner at its end', '\u200d'],
])('ends a URL before %s', (_what, unseen) => {
  const text = `مرحبا \u200e${LINK}${unseen} שלום`;
  expect([linksIn(text), blueskyLinks(text), linkedInLinks(text), firstLink(text)]).toEqual([
    [LINK],
    [LINK],
    [LINK],
    LINK,
  ]);
});
it.each(['https://', 'https://。', 'https://...', 'http://)', 'www.', 'www.a.', 'xwww.a.example'])(
  'does not find a URL in %s',
  (text) => {
    expect(linksIn(text)).toEqual([]);
  },
);
it.each(['HTTPS://A.example/B', 'Https://A.example/B', 'hTTps://A.example/B'])(
  'sends the scheme of %s in lower case',
  (text) => {
    expect([firstLink(text), blueskyLinks(text)]).toEqual(['https://A.example/B', ['https://A.example/B']]);
  },
);
it.each(['bluesky', 'linkedin', 'facebook', 'mastodon', 'threads', 'twitter'] as const)(
  'on %s, makes the link card for the URL without the punctuation after it',
  (platform) => {
    const text = `新作です ${LINK}。ぜひ`;
    expect(cardLink({ platform, text, options: {}, files: 0 })).toBe(LINK);
  },
);
it.each([
  ['https://', 1],
  ['https://a.b(', 20_000],
  ['https://a.b/c(', 1],
  ['www.a.b(', 20_000],
  ['www.a.', 1],
  [`${LINK})`, 1],
  [`${LINK}。`, 20_000],
  ['。https://', 0],
  ['a.b(', 0],
])(
  'does not hang on a text of many %s',
  (piece, count) => {
    const text = piece.repeat(20_000);
    expect([linksIn(text).length, withoutAddresses(text, () => '').includes(LINK)]).toEqual([count, false]);
  },
  10_000,
);

it.each([
  ['#हिन्दी', ['#हिन्दी']],
  ['＃新商品、＃東京', ['＃新商品', '＃東京']],
  ['#新商品，#東京。', ['#新商品', '#東京']],
  ['#ไทย #عربي #한국어 #עִבְרִית #தமிழ்', ['#ไทย', '#عربي', '#한국어', '#עִבְרִית', '#தமிழ்']],
  ['#cafe\u0301 #४५६क #کتاب\u200cها', ['#cafe\u0301', '#४५६क', '#کتاب\u200cها']],
  [`${LINK}#part #tag`, ['#tag']],
  [`${LINK}。#tag`, ['#tag']],
  ['#️⃣abc #123 a#b &#39; #', []],
] as const)('finds the hashtags of %s', (text, tags) => {
  expect(hashtagsIn(text).map(({ start, end }) => text.slice(start, end))).toEqual(tags);
});
