import { expect, it } from '@jest/globals';
import { HARMLESS } from '../../testing/comment-corpus.ts';
import { hasProfanity } from './profanity.ts';

it.each([
  'what the FUCK',
  'f.u.c.k off',
  'f u c k',
  'sh1t',
  'sh*t happens',
  'fu\u200Bck',
  'ｆｕｃｋ',
  'So ein Scheiß',
  'Arschlöcher',
  'quel connard',
  'encule',
  'hijo de puta',
  'caralho',
  'vaffanculo',
  'Klootzak',
  'kurwa mać',
  'пиздец',
  'п*здец',
  'siktir git',
  'شرموطة',
  'मादरचोद',
  '死ね',
  '操你妈',
  '씨발',
  '🖕',
])('finds profanity in “%s”', (text) => {
  expect(hasProfanity(text)).toBe(true);
});
it.each([
  ...HARMLESS.map(([comment]) => comment),
  'Greetings from Scunthorpe and Essex',
  'A bite of this and I am in heaven',
  'What a class, I passed!',
  'Die Dickmilch schmeckt',
  'Un cono de helado',
  'I got the pic',
  '妈妈的味道',
  '씹는 맛이 좋아요',
  'サブスクありますか',
  'हमारा कुत्ता भी खुश है',
])('does not find profanity in “%s”', (text) => {
  expect(hasProfanity(text)).toBe(false);
});
