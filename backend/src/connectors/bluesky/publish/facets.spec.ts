import { expect, it } from '@jest/globals';
import { facetsOf, facetRangesOf } from './facets.ts';

const didOf = (handle: string) => Promise.resolve(handle === 'ana.bsky.social' ? 'did:plc:ana' : null);
/** The text of each facet, cut from the UTF-8 bytes as Bluesky does, with the target of the facet. */
async function facetTexts(text: string) {
  const bytes = Buffer.from(text);
  return (await facetsOf(text, didOf)).map((facet) => {
    const { byteStart, byteEnd } = facet['index'] as { byteStart: number; byteEnd: number };
    const [feature] = facet['features'] as { $type: string; uri?: string; tag?: string; did?: string }[];
    return [bytes.subarray(byteStart, byteEnd).toString(), feature?.uri ?? feature?.tag ?? feature?.did];
  });
}

it('counts offsets in bytes, even after emoji and accents', async () => {
  expect(await facetTexts('👩‍👩‍👧‍👦 é https://example.com/ä 😀 #posthörn')).toEqual([
    ['https://example.com/ä', 'https://example.com/ä'],
    ['#posthörn', 'posthörn'],
  ]);
  const [facet] = await facetsOf('😀 #a', didOf);
  expect(facet?.['index']).toEqual({ byteStart: 5, byteEnd: 7 });
});
it('excludes the punctuation after a link from the link', async () => {
  expect(
    await facetTexts('See (https://example.com/a), https://example.com/b_(c). And example.com!'),
  ).toEqual([
    ['https://example.com/a', 'https://example.com/a'],
    ['https://example.com/b_(c)', 'https://example.com/b_(c)'],
    ['example.com', 'https://example.com'],
  ]);
});
it('links every name with a real top-level domain', async () => {
  expect(
    await facetTexts('bit.ly/3x linktr.ee/ana (twitch.tv/ana). youtu.be, xn--e1afmkfd.xn--p1ai shop.London'),
  ).toEqual([
    ['bit.ly/3x', 'https://bit.ly/3x'],
    ['linktr.ee/ana', 'https://linktr.ee/ana'],
    ['twitch.tv/ana', 'https://twitch.tv/ana'],
    ['youtu.be', 'https://youtu.be'],
    ['xn--e1afmkfd.xn--p1ai', 'https://xn--e1afmkfd.xn--p1ai'],
    ['shop.London', 'https://shop.London'],
  ]);
});
it('keeps a quotation mark at the end of a link, as the official library does', async () => {
  expect(
    await facetTexts(`"Menu: https://example.com/a" and example.com/b' but not "https://example.com/c"`),
  ).toEqual([
    ['https://example.com/a"', 'https://example.com/a"'],
    ["example.com/b'", "https://example.com/b'"],
  ]);
});
it.each([
  ["ko-fi.com's page", 'ko-fi.com', 'https://ko-fi.com'],
  ["See https://wiki.vg's logo", 'https://wiki.vg', 'https://wiki.vg'],
  ['shop.com,news', 'shop.com', 'https://shop.com'],
  ['shop.com*', 'shop.com', 'https://shop.com'],
  ['shop.com:8080"', 'shop.com:8080', 'https://shop.com:8080'],
  ["https://ana:it's@shop.com/a", "https://ana:it's@shop.com/a", "https://ana:it's@shop.com/a"],
  ["shop.com/l'ete", "shop.com/l'ete", "https://shop.com/l'ete"],
  ["shop.com?q=l'ete", "shop.com?q=l'ete", "https://shop.com?q=l'ete"],
])('ends the host of a link before a mark that no host contains: %s', async (text, shown, uri) => {
  expect(await facetTexts(text)).toEqual([[shown, uri]]);
});
it('ends a link before a sentence mark or bracket of another script, and can begin a link after it', async () => {
  expect(
    await facetTexts(
      '新作 https://example.com/パン。「https://example.com/b」、example.com/c）はexample.comです',
    ),
  ).toEqual([
    ['https://example.com/パン', 'https://example.com/パン'],
    ['https://example.com/b', 'https://example.com/b'],
    ['example.com/c', 'https://example.com/c'],
  ]);
});
it('accepts a scheme in capitals, and sends it in lower case', async () => {
  expect(await facetTexts('Https://example.com/A')).toEqual([
    ['Https://example.com/A', 'https://example.com/A'],
  ]);
});
it('makes one link of a URL that contains other URLs', async () => {
  expect(await facetTexts('https://a.example/x(example.com)・example.com')).toEqual([
    ['https://a.example/x(example.com)・example.com', 'https://a.example/x(example.com)・example.com'],
  ]);
});
it('ends hashtags at punctuation of other scripts', async () => {
  expect(await facetTexts('＃新商品、＃東京 #हिन्दी। #a,b')).toEqual([
    ['＃新商品', '新商品'],
    ['＃東京', '東京'],
    ['#हिन्दी', 'हिन्दी'],
    ['#a,b', 'a,b'],
  ]);
});
it('does not link file names, versions or e-mail addresses', () => {
  expect(facetRangesOf('node.js 1.2.3 and so on... etc.pp ana.me@example.com')).toEqual([]);
});
it('finds the same hashtags as the Bluesky app', async () => {
  expect(await facetTexts('#one (#two) #three! #4 #5g ##six #')).toEqual([
    ['#one', 'one'],
    ['#three', 'three'],
    ['#5g', '5g'],
    ['##six', '#six'],
  ]);
});
it('ends hashtags before marks of direction', async () => {
  expect(await facetTexts('#وسم\u200f و #שלום\u2069')).toEqual([
    ['#وسم', 'وسم'],
    ['#שלום', 'שלום'],
  ]);
});
it('finds stock symbols', async () => {
  expect(await facetTexts('$TSLA, ($brk) and $5 or US$ABC, $toolong $A1.')).toEqual([
    ['$TSLA', '$TSLA'],
    ['$brk', '$BRK'],
    ['$A1', '$A1'],
  ]);
});
it('mentions users that exist, and leaves other names as text', async () => {
  expect(await facetTexts('hi @ana.bsky.social and @eve.example, mail me@ana.bsky.social')).toEqual([
    ['@ana.bsky.social', 'did:plc:ana'],
  ]);
});
it('keeps the order of appearance', () => {
  expect(facetRangesOf('#b https://a.example @c.example').map(({ kind }) => kind)).toEqual([
    'tag',
    'link',
    'mention',
  ]);
});
it('finds a hashtag in a suffix after a blank line', async () => {
  expect(await facetTexts('Hi\n\nvia Posthorn #posthorn')).toEqual([['#posthorn', 'posthorn']]);
});
