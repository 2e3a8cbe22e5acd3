/** One comment with the context that the model gets. */
export type Question = Readonly<{ comment: string; personality: string; post: string }>;
export type UsefulAnswer = Readonly<{
  action: 'reply' | 'skip' | 'needs_person';
  text: string;
  language: string;
  sentiment: 'positive' | 'neutral' | 'negative';
  flags: readonly string[];
}>;

type Phrases = Readonly<{
  language: string;
  /** Matches comments in this language. */
  pattern: RegExp;
  /** Thanks the author and uses `word`, the topic of the comment; null: the comment has no topic. */
  thanks: (word: string | null) => string;
  question: (word: string | null) => string;
}>;

const LANGUAGES: readonly Phrases[] = [
  {
    language: 'ja',
    pattern: /[\u3040-\u30FF]/u,
    thanks: () => 'コメントうれしいです、ありがとうございます!',
    question: () => 'ご質問ありがとうございます。担当者が確認しますね。',
  },
  {
    language: 'zh',
    pattern: /\p{Script=Han}/u,
    thanks: () => '谢谢您，很高兴收到您的留言！',
    question: () => '谢谢提问，我们确认后告诉您。',
  },
  {
    language: 'ko',
    pattern: /\p{Script=Hangul}/u,
    thanks: () => '따뜻한 말씀 감사합니다!',
    question: () => '질문 감사해요, 확인해 볼게요.',
  },
  {
    language: 'ru',
    pattern: /\p{Script=Cyrillic}/u,
    thanks: () => 'Спасибо, нам очень приятно!',
    question: () => 'Спасибо за вопрос, мы уточним.',
  },
  {
    language: 'ar',
    pattern: /\p{Script=Arabic}/u,
    thanks: () => 'شكرا لكم، أسعدتنا كلماتكم!',
    question: () => 'شكرا على سؤالكم، سنتأكد ونخبركم.',
  },
  {
    language: 'hi',
    pattern: /\p{Script=Devanagari}/u,
    thanks: () => 'धन्यवाद, आपकी बात से खुशी हुई!',
    question: () => 'पूछने के लिए धन्यवाद, हम देखकर बताएँगे।',
  },
  {
    language: 'de',
    pattern: /\b(?:das|ist|und|nicht|ihr|euch|sehr|wann|wo|wie|habt|schön|toll)\b/iu,
    thanks: (word) =>
      word === null ? 'Wie lieb, das freut uns sehr!' : `Wie schön, dass dir ${word} gefällt!`,
    question: () => 'Gute Frage! Wir schauen nach und melden uns hier.',
  },
  {
    language: 'es',
    pattern: /[¿¡ñ]|\b(?:qué|que|muy|los|las|gracias|cuándo|dónde|tienen)\b/iu,
    thanks: () => '¡Qué alegría leerte! Nos animas mucho.',
    question: () => '¡Buena pregunta! Lo miramos y te contamos por aquí.',
  },
  {
    language: 'fr',
    pattern: /\b(?:c'est|très|vous|merci|les|quand|où|avez|êtes|j'adore)\b/iu,
    thanks: () => 'Merci, ça nous touche beaucoup !',
    question: () => 'Bonne question ! On regarde et on vous dit ça ici.',
  },
  {
    language: 'en',
    pattern: /./su,
    thanks: (word) =>
      word === null ? 'Thank you, that made our day!' : `So glad that the ${word} speaks to you!`,
    question: (word) =>
      word === null
        ? 'Good question! Let us check and get back to you here.'
        : `Good question about the ${word}! Let us check and get back to you.`,
  },
];
const COMMON_WORDS = new Set(
  'about after again could does have here this that there these they what when where which with would your yours from just like love really very much more make made been were will want know today looks look great amazing nice lovely beautiful wonderful delicious perfect fantastic awesome super good best thanks thank please hello there still always never ever'.split(
    ' ',
  ),
);
const NEGATIVE =
  /\b(?:terrible|awful|worst|hate|bad|broken|late|stale|disappointed|angry|scam|refund|schlecht|schrecklich|nul|malo|horrible)\b|😡|🤬|👎/iu;
const POSITIVE =
  /\b(?:love|great|amazing|nice|beautiful|wonderful|best|delicious|thanks?|toll|schön|super|merci|gracias|genial)\b|❤|😍|👏|🔥|👍/iu;

/** Returns the longest uncommon word; if several are equally long, the first of them. */
function topicOf(comment: string): string | null {
  const words = comment.match(/\p{L}{4,20}/gu)?.filter((word) => !COMMON_WORDS.has(word.toLowerCase())) ?? [];
  const [longest] = [...words].sort((a, b) => b.length - a.length);
  return longest?.toLowerCase() ?? null;
}

const emojiOf = (personality: string): string =>
  /formal|professional|serious|sachlich|sober/iu.test(personality)
    ? ''
    : /fun|wit|humou?r|playful|cheek/iu.test(personality)
      ? ' 😄'
      : ' 😊';

/** Returns a kind, short answer about the topic of the comment, in the requested tone. The same question gets the same answer. */
export function usefulAnswer({ comment, personality }: Question): UsefulAnswer {
  const phrases = LANGUAGES.find(({ pattern }) => pattern.test(comment)) ?? LANGUAGES.at(-1);
  const isQuestion = /[?？؟]/u.test(comment);
  const sentiment = NEGATIVE.test(comment) ? 'negative' : POSITIVE.test(comment) ? 'positive' : 'neutral';
  const topic = topicOf(comment);
  const language = phrases?.language ?? 'en';
  const hasWords = /\p{L}/u.test(comment);
  if (!phrases || (!hasWords && sentiment === 'neutral'))
    return { action: 'skip', text: '', language, sentiment, flags: [] };
  if (sentiment === 'negative') {
    const text =
      language === 'en'
        ? 'We are sorry to hear that. Somebody of us will look into it.'
        : phrases.question(null);
    return { action: 'needs_person', text, language, sentiment, flags: ['complaint'] };
  }
  const text = `${isQuestion ? phrases.question(topic) : phrases.thanks(topic)}${emojiOf(personality)}`;
  return { action: 'reply', text, language, sentiment, flags: [] };
}
