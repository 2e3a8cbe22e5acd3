import { anyOf, plainText } from './plain-text.ts';

/** Numbers with at least six digits may be the number of a telephone, an account or a card. */
const LONG_NUMBER = 6;
/** Digits with the characters that people put between them. */
const RUN = /\p{Nd}(?:[\s().\-–—/·_*+]{0,3}\p{Nd})*/gu;
const NUMERALS = [
  'zero|one|two|three|four|five|six|seven|eight|nine',
  'null|eins|zwei|drei|vier|funf|sechs|sieben|acht|neun',
  'cero|uno|dos|tres|cuatro|cinco|seis|siete|ocho|nueve',
  'zero|un|deux|trois|quatre|cinq|six|sept|huit|neuf',
  'zero|um|dois|tres|quatro|cinco|seis|sete|oito|nove',
  'ноль|один|два|три|четыре|пять|шесть|семь|восемь|девять',
  '[零〇一二三四五六七八九]',
];
/** Made at the first use, because they would delay each start. */
let longNumerals: readonly RegExp[] | undefined;
const asLongNumber = (digits: string): RegExp =>
  new RegExp(`(?:(?:${plainText(digits)})[\\s,.-]*){${String(LONG_NUMBER)},}`, 'u');

/** The combining characters of keycap emoji, which NFKC does not remove. */
const KEYCAP = /\uFE0F?\u20E3/gu;

/** Converts digits of any script to ASCII digits. In Unicode, the ten digits of a script follow each other. */
const digitsOf = (run: string): string =>
  Array.from(run.matchAll(/\p{Nd}/gu), ([digit]) => String(valueOf(digit.codePointAt(0) ?? 0))).join('');
function valueOf(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  let zero = code;
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  // Several sets of mathematical digits follow each other. NFKC has already turned these into plain digits.
  return (code - zero) % 10;
}

const runsIn = (text: string): readonly string[] =>
  (plainText(text.replace(KEYCAP, '')).match(RUN) ?? []).map(digitsOf);

/** Returns true if the text has six or more digits in numbers that are not in our post, or six digits as words. Digits of any script count. */
export function hasForeignNumber(text: string, post: string): boolean {
  const ours = new Set(runsIn(post));
  const digits = runsIn(text)
    .filter((run) => !ours.has(run))
    .join('').length;
  const plain = plainText(text);
  longNumerals ??= NUMERALS.map(asLongNumber);
  return digits >= LONG_NUMBER || longNumerals.some((numerals) => numerals.test(plain));
}

const SIGN = '[$€£¥₹₽₩₪₺₴₫฿₱₦¢₿]';
const CURRENCY =
  '(?:usd|eur|gbp|chf|btc|eth|usdt|brl|rub|try|inr|pln|dollars?|dolares|dolar|euros?|evro|bucks|pounds?|rupees?|yen|pesos?|reais|z[lł]otych|z[lł]|lira|franken|won|рубл\\p{L}*|руб|доллар\\p{L}*|евро|روبل|دولار\\p{L}*|درهم|ريال|रुपये|रुपए|डॉलर)(?!\\p{L})';
/** Currencies in scripts that write no space after them. */
const JOINED_CURRENCY = '(?:円|ドル|元|块|塊|美元|달러|원|打?[一二三四五六七八九]?折)';
const AMOUNTS = new RegExp(
  `${SIGN}\\s?\\p{Nd}[\\p{Nd}.,]*|\\p{Nd}[\\p{Nd}.,]*\\s?(?:${SIGN}|%|٪|${JOINED_CURRENCY}|${CURRENCY}|percent|prozent|per cent|por ciento|por cento|pour cent|percento|procent|yuzde|процент\\p{L}*)|%\\s?\\p{Nd}+`,
  'gu',
);
/** A currency word means an amount, even if its number is a word. */
const CURRENCY_WORD = anyOf([
  ...['dollars', 'euros', 'bitcoin*', 'usdt', 'ethereum', 'rupees', 'dólares', 'reais', 'pesos', 'złotych'],
  ...[
    'рублей',
    'долларов',
    'евро',
    'биткоин*',
    'دولار*',
    'रुपये',
    '美元',
    '比特币',
    'ドル',
    'ビットコイン',
    '달러',
  ],
]);
/** "100 %" in the sense of "completely", which is not an amount. */
const COMPLETELY = /(?<![\p{Nd}.,])100\s?%(?!\s?(?:off|discount|refund|free|cash))/gu;

const amountsIn = (text: string): readonly string[] =>
  (plainText(text).replace(COMPLETELY, '').match(AMOUNTS) ?? []).map((amount) =>
    amount.replace(/\s|[.,]+$/gu, ''),
  );

/** Returns true if the text has a price or a percentage that is not in our post. */
export function hasForeignAmount(text: string, post: string): boolean {
  const ours = new Set(amountsIn(post));
  if (amountsIn(text).some((amount) => !ours.has(amount))) return true;
  return CURRENCY_WORD.test(plainText(text)) && !CURRENCY_WORD.test(plainText(post));
}
