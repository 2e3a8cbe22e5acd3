import { wordList, plainText, wordSet, wordsOf } from './plain-text.ts';

/** Words that affirm or deny. A reply of only such words makes the statement of a stranger ours. */
const ANSWERS = wordSet(
  wordList(
    'yes, do, does, did, course, yeah, yep, yup, yea, aye, no, nope, nah, sure, absolutely',
    'definitely, certainly, correct',
    'right, true, exactly, indeed, agreed, agree, ok, okay, totally, never, always, false',
    'wrong, confirmed',
    'ja, jawohl, jep, nein, nö, doch, klar, genau, stimmt, richtig, natürlich, sicher, bestimmt',
    'falsch',
    'oui, ouais, non, si, exactement, exact, vrai, faux, certainement, absolument, évidemment',
    'bien sûr',
    'sí, claro, cierto, exacto, correcto, verdad, falso, nunca, siempre, seguro, absolutamente',
    'supuesto',
    'sim, não, certo, verdade, exatamente, isso, com certeza, certeza, esatto, vero, certamente',
    'assolutamente',
    'nee, jazeker, zeker, klopt, juist, inderdaad, natuurlijk, waar, tak, nie, pewnie',
    'dokładnie, prawda',
    'oczywiście, jasne, да, нет, конечно, точно, верно, именно, правда, никогда, evet, hayır',
    'tabii, tabi',
    'kesinlikle, elbette, doğru, aynen, نعم, لا, أجل, اجل, بالطبع, طبعا, صحيح, أكيد, اكيد, हाँ',
    'हां, जी, नहीं',
    'बिल्कुल, ज़रूर, सही, はい, ええ, うん, いいえ, いや, もちろん, そうです, その通り, 正しい, 本当です, 是的, 是, 不是, 不',
    '对, 對, 没错, 沒錯, 当然, 當然, 好的, 네, 예, 아니요, 아니오, 아뇨, 맞아요, 맞습니다, 물론, 물론이죠, 그럼요',
  ),
);
/** Words that add no meaning to such an answer. */
const FILLERS = wordSet(
  wordList(
    'we, we do, are, is, it, that, this, i, you, they, he, she, did, does, can, will, have, has',
    'not, don, t, s, do, so, very, much, of, course, for, 100, thank, thanks, please, sorry, oh',
    'well',
    'am, was, were, the, a, all, with, really, quite, said, say, think, it is, they are, too',
    'also, again',
    'das, ist, es, wir, auch, danke, leider, nicht, so, sie, haben, c, est, ça, merci, nous',
    'pas, vous',
    'es, así, gracias, por, lo, tienes, tiene, razón, que, de, é, obrigado, obrigada, isso',
    'mesmo, grazie',
    'è, così, ha, hai, ragione, dat, is, het, dank, je, wel, to, jest, masz, rację, dziękuję',
    'dzięki',
    'это, так, и, есть, спасибо, вы, правы, мы, не, öyle, bu, teşekkürler, değil, شكرا, هذا, هو',
    'यह, है',
    'धन्यवाद, है, です, ます, よ, ね, その, 通り, そう, 的, 了, 谢谢, 謝謝, 감사합니다, 이에요, 입니다',
  ),
);
const WORDS_MAX = 12;

/** Returns true for a reply that says only yes or no. Such a reply makes the statement of the comment ours. */
export function isBareAnswer(text: string): boolean {
  const words = wordsOf(plainText(text));
  if (words.length > WORDS_MAX || !words.some((word) => ANSWERS.has(word))) return false;
  return words.every((word) => ANSWERS.has(word) || FILLERS.has(word));
}
