import { anyOf, plainText } from './plain-text.ts';

const HANDLE = /(?<![\p{L}\p{N}_.@])@\s?[\p{L}\p{N}_][\p{L}\p{N}\p{M}_.-]*/gu;
const HASHTAG = /(?<![\p{L}\p{N}_&])#(?=[\p{N}\p{M}_]*\p{L})[\p{L}\p{N}\p{M}_]+/gu;
/** Messengers and other places to which fraudsters direct people, out of public view, and phrases such as 加我 (add me). */
const MESSENGER = anyOf([
  'telegram*',
  'whats app',
  'whatsapp*',
  'wechat',
  'weixin',
  'viber',
  'discord*',
  'snapchat',
  'kik',
  'skype',
  'onlyfans',
  'телеграм*',
  'ватсап*',
  'вотсап*',
  'واتساب',
  'تلغرام',
  'تليجرام',
  'टेलीग्राम',
  'व्हाट्सएप',
  '微信',
  '加我',
  'テレグラム',
  'ラインID',
  '카카오톡',
  '텔레그램',
]);

const hasForeign = (pattern: RegExp, text: string, post: string): boolean => {
  const known = new Set((plainText(post).match(pattern) ?? []).map(trimmed));
  return (plainText(text).match(pattern) ?? []).some((found) => !known.has(trimmed(found)));
};
const trimmed = (found: string): string => found.replace(/[.\s-]+$/u, '');

export const namesMessenger = (text: string): boolean => MESSENGER.test(plainText(text));

/** Returns true if the text contains a handle that is not in our post, or mentions a messenger while the post mentions none. */
export const hasForeignHandle = (text: string, post: string): boolean =>
  hasForeign(HANDLE, text, post) || (namesMessenger(text) && !namesMessenger(post));

export const hasForeignHashtag = (text: string, post: string): boolean => hasForeign(HASHTAG, text, post);

export const countHashtags = (text: string): number => plainText(text).match(HASHTAG)?.length ?? 0;
export const countHandles = (text: string): number => plainText(text).match(HANDLE)?.length ?? 0;
