import { expect, it } from '@jest/globals';
import { shownText } from '../../../../sandbox/platforms/linkedin/little-text.ts';
import { isText, littleText, plainText } from './little-text.ts';

const EVERYTHING = String.raw`a \ b | {c} @d [e] (f) <g> # * _h_ ~i~`;

it.each([
  ['Plain words', 'Plain words'],
  ['Prices (from $5)', String.raw`Prices \(from $5\)`],
  ['mail a_b@c.example', String.raw`mail a\_b\@c.example`],
  ['#posthorn is #fun_stuff, #1 not', String.raw`{hashtag|\#|posthorn} is {hashtag|\#|fun\_stuff}, \#1 not`],
  [
    'See https://a.example/x_y#part then #part',
    String.raw`See https://a.example/x\_y\#part then {hashtag|\#|part}`,
  ],
  ['#a #ab #a', String.raw`{hashtag|\#|a} {hashtag|\#|ab} {hashtag|\#|a}`],
  ['#überraschung! 🎉', String.raw`{hashtag|\#|überraschung}! 🎉`],
  ['नया #हिन्दी।', String.raw`नया {hashtag|\#|हिन्दी}।`],
  ['#ไทย #தமிழ் #עִבְרִית', String.raw`{hashtag|\#|ไทย} {hashtag|\#|தமிழ்} {hashtag|\#|עִבְרִית}`],
  ['#cafe\u0301 #कि\u200dताब #४५६क', '{hashtag|\\#|cafe\u0301} {hashtag|\\#|कि\u200dताब} {hashtag|\\#|४५६क}'],
  ['＃新商品、＃東京', String.raw`{hashtag|\#|新商品}、{hashtag|\#|東京}`],
  [
    '見て https://a.example/x_y#part。#part',
    String.raw`見て https://a.example/x\_y\#part。{hashtag|\#|part}`,
  ],
])('escapes “%s” so that LinkedIn shows all of it', (text, commentary) => {
  expect(littleText(text)).toBe(commentary);
});
it.each([
  EVERYTHING,
  'C# and F#',
  'a#b #c',
  '##double #',
  String.raw`\#x`,
  '@[Ana](urn:li:person:1)',
  '{hashtag|\\#|x}',
])('escapes %s and reads it back unchanged', (text) => {
  expect(plainText(littleText(text))).toBe(text);
  expect(shownText(littleText(text))).toBe(text);
  expect(isText(text, littleText(text))).toBe(true);
});
it.each(['नया #हिन्दी', '＃新商品、＃東京', '見て https://a.example/x。#part'])(
  'recognizes %s, with and without escapes',
  (text) => {
    expect(isText(text, littleText(text))).toBe(true);
    expect(isText(text, shownText(littleText(text)))).toBe(true);
  },
);
it('reads a text without escapes only up to the first reserved character, as LinkedIn does', () => {
  expect(shownText('Prices (from $5)')).toBe('Prices ');
});
it('recognizes a text whose URLs LinkedIn has shortened, but not a different text', () => {
  const sent = 'Read this:\n\nhttps://posthorn.example/a/very/long/way #news';
  expect(isText(sent, String.raw`Read this: https://lnkd.in/abc {hashtag|\#|news}`)).toBe(true);
  expect(isText(sent, String.raw`Read that: https://lnkd.in/abc {hashtag|\#|news}`)).toBe(false);
  expect(isText('Thanks Ana', '@[Ana](urn:li:person:1)')).toBe(false);
  expect(isText('Thanks Ana', 'Thanks @[Ana](urn:li:person:1)')).toBe(true);
});
