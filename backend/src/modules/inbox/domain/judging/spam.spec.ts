import { expect, it } from '@jest/globals';
import { looksLikeSpam } from './spam.ts';
import { HARMLESS } from '../../testing/comment-corpus.ts';

it.each([
  'DM us to collab 🔥 promote it on @fashion_daily',
  'I made so much profit with Mrs Smith, reach her on WhatsApp',
  'Check out my page https://cheap-followers.example',
  'https://rich.example',
  '@a @b @c @d @e look',
  '#follow #followme #like #likes #insta',
  'casino casino casino casino casino casino',
  'Verdiene Geld: geld verdienen auf t.me/schnell',
  'Gana dinero en casa con https://dinero.example',
  'заработок без вложений, пиши в телеграм',
  '加微信赚钱',
  'Крипта? Bitcoin со скидкой у @trader',
])('finds typical spam: %s', (text) => {
  expect(looksLikeSpam(text)).toBe(true);
});
it.each([
  ...HARMLESS.map(([comment]) => comment),
  'Have you seen https://bakery-museum.example/rye? They show how rye came to town',
  'My friend @ana would love this',
  'What would you invest in first, an oven or a mixer?',
  'Do you have cheap day-old bread?',
  'Are you on WhatsApp?',
])('does not find spam in a harmless comment: %s', (text) => {
  expect(looksLikeSpam(text)).toBe(false);
});
