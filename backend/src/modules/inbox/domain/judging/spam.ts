import { countHandles, countHashtags, namesMessenger } from './handles.ts';
import { hasLink } from './links.ts';
import { anyOf, plainText, wordsOf } from './plain-text.ts';

/** Typical sales pitches of spam. */
const PITCH = anyOf([
  ...[
    'crypto*',
    'bitcoin*',
    'forex',
    'trading signal*',
    'binary option*',
    'investment*',
    'invest with',
    'profit*',
    'passive income',
    'nft*',
    'airdrop',
  ],
  ...[
    'followers',
    'promote it on',
    'promote your',
    'promotion',
    'dm to collab',
    'dm for collab',
    'dm us',
    'dm me',
    'check my bio',
    'link in my bio',
  ],
  ...[
    'check out my',
    'check my page',
    'check my profile',
    'visit my',
    'follow me',
    'follow back',
    'f4f',
    'sub4sub',
    'subscribe to my',
    'giveaway',
    'you won',
  ],
  ...[
    'earn money',
    'make money',
    'work from home',
    'loan*',
    'casino*',
    'betting',
    'jackpot',
    'hacker',
    'recover your account',
    'spell caster',
    'sugar daddy',
  ],
  ...[
    'cheap',
    'onlyfans',
    'nudes',
    'hot girls',
    'sexy girls',
    'viagra',
    'essay',
    'visa help',
    'click here',
    'contact him',
    'contact her',
    'thanks to mr',
    'thanks to mrs',
  ],
  ...[
    'folge mir',
    'geld verdienen',
    'abonniert mich',
    'kredit*',
    'schau auf mein profil',
    'gagner de l argent',
    'abonnez vous à',
    'prêt rapide',
    'suivez moi',
  ],
  ...[
    'gana dinero',
    'ganar dinero',
    'sígueme',
    'préstamo*',
    'ganhe dinheiro',
    'ganhar dinheiro',
    'siga me',
    'empréstimo*',
    'guadagna*',
    'seguimi',
    'prestit*',
  ],
  ...[
    'geld verdienen',
    'volg mij',
    'zarabia*',
    'pożyczk*',
    'obserwuj mnie',
    'заработ*',
    'подпишись',
    'подпишитесь на меня',
    'кредит*',
    'казино',
    'ставки',
  ],
  ...[
    'para kazan*',
    'takip et',
    'kredi',
    'bahis',
    'اربح*',
    'تابعني',
    'قرض',
    'पैसे कमा*',
    'फॉलो करें',
    'लोन',
    '稼げ',
    '副業',
    'フォローして',
    '赚钱',
    '贷款',
    '加微信',
    '돈 벌',
    '대출',
    '맞팔',
  ],
]);
const MANY_TAGS = 5;
const FEW_WORDS = 3;

/**
 * Returns true for five or more hashtags and mentions, and for a link with hardly any text. It also returns true for a sales pitch with a link,
 * an account, a messenger or a repeated word. A sales pitch alone is not spam, because honest people also write such texts.
 */
export function looksLikeSpam(text: string): boolean {
  const plain = plainText(text);
  const contacts = countHandles(text) + (hasLink(text) ? 1 : 0) + (namesMessenger(text) ? 1 : 0);
  const tagCount = countHandles(text) + countHashtags(text);
  if (tagCount >= MANY_TAGS) return true;
  if (PITCH.test(plain)) return contacts > 0 || repeatsFewWords(plain);
  return hasLink(text) && wordsOf(plain).length <= FEW_WORDS;
}

/** Returns true for six or more words, each used three times on average. */
function repeatsFewWords(plain: string): boolean {
  const words = wordsOf(plain);
  return words.length >= 6 && new Set(words).size <= words.length / 3;
}
