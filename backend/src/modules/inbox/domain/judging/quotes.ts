import { plainText, wordSet, wordsOf } from './plain-text.ts';

/** The maximum length of a shared piece, in letters. A letter that stands for a syllable or a word counts as two. */
const SHARED_MAX = 30;
const SHARED_WORDS_MAX = 0.6;
const FEW_WORDS = 6;

/** Common polite words. A reply that shares them with a comment does not quote it. */
const POLITE_WORDS = wordSet([
  `thanks thank you so much very a lot hi hello hey welcome yes no ok okay good great morning night love it same happy congrats
      danke vielen dank sehr schön hallo ja nein gern gerne guten morgen merci beaucoup à vous toi bonjour salut oui non bienvenue
      gracias muchas hola sí buenos días obrigado obrigada muito olá sim bom dia grazie mille ciao buongiorno dank je wel hoi goed
      dziękuję dziękujemy bardzo cześć tak nie dzień dobry спасибо большое привет да нет добрый день teşekkürler teşekkür ederim merhaba
      شكرا جزيلا مرحبا نعم धन्यवाद नमस्ते हाँ ありがとうございます ありがとう こんにちは はい 谢谢 你好 是的 감사합니다 고마워요 안녕하세요 네`,
]);

const spaced = (text: string): string => wordsOf(plainText(text)).join(' ');
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const widthOf = (text: string): number =>
  Array.from(text).reduce((width, letter) => width + (WIDE.test(letter) ? 2 : 1), 0);

/**
 * Returns whether both texts share a piece of more than 30 letters. The search stops at this length, because longer pieces would take
 * seconds.
 */
function sharesLongPiece(one: string, other: string): boolean {
  const letters = Array.from(one);
  return letters.some((_, start) => {
    let end = start + 1;
    let piece = letters[start] ?? '';
    while (other.includes(piece)) {
      if (widthOf(piece) > SHARED_MAX) return true;
      if (end === letters.length) return false;
      piece += letters[end] ?? '';
      end += 1;
    }
    return false;
  });
}

/**
 * Returns true if the reply shares more than 30 consecutive letters, or more than 60 % of its words, with the comment. A reply of fewer than
 * six words must share all of them. A quote would make the author's text ours. Polite words do not count: a short reply may have no others.
 */
export function quotesComment(text: string, comment: string): boolean {
  const [own, theirs] = [spaced(text), spaced(comment)];
  if (sharesLongPiece(own, theirs)) return true;
  const known = new Set(theirs.split(' '));
  const said = [...new Set(own.split(' '))].filter((word) => word !== '' && !POLITE_WORDS.has(word));
  const shared = said.filter((word) => known.has(word)).length;
  if (said.length === 0) return false;
  return said.length < FEW_WORDS ? shared === said.length : shared / said.length > SHARED_WORDS_MAX;
}
