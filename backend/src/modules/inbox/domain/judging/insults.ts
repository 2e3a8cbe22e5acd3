import { anyOf, wordList, plainText } from './plain-text.ts';

/** Words that are too mild to hide a comment, and too rude for an automatic reply. */
const INSULTS = anyOf(
  wordList(
    'idiot*, moron*, stupid, dumb, loser*, ugly, clown*, pathetic, disgusting, garbage, trash',
    'worthless',
    'fat pig, fatso, imbecile*, shut up, hate you, you suck, liar, liars, crook, crooks, thief',
    'thieves, coward*',
    'dumm, blöd*, vollidiot*, trottel, depp, versager*, hässlich*, ekelhaft, lügner*',
    'halt die klappe, betrüger*',
    'stupide*, débile*, crétin*, imbécile*, abruti*, moche, dégueulasse, menteur*, menteuse*',
    'voleur*, ta gueule',
    'idiota*, estúpid*, imbécil*, tonto, tonta, feo, asqueros*, mentiros*, ladrón, ladrones',
    'cállate, payaso*',
    'ridícul*, nojent*, ladrão, cala a boca, palhaço*, stupid*, cretin*, scemo, scema, schifo*',
    'bugiard*, ladri, zitto, dommerik, sukkel*, lelijk, walgelijk, leugenaar*, oplichter*',
    'hou je bek',
    'głup*, debil*, kretyn*, brzydk*, obrzydliw*, kłamc*, złodziej*, zamknij się, oszust*',
    'дурак*, дура, идиот*, тупой, тупая, тупые, урод*, мерзк*, отвратительн*, лжец*, вор, воры',
    'заткнись',
    'aptal*, salak*, gerizekalı*, çirkin*, iğrenç*, yalancı*, hırsız*, kapa çeneni, غبي*, أحمق',
    'قبيح, كاذب, لص',
    'بشع, اخرس, बेवकूफ*, मूर्ख*, बदसूरत, झूठा, चोर, गधा, バカ, 馬鹿, アホ, ブス, デブ, 嘘つき, 気持ち悪い',
    '笨蛋, 白痴, 丑八怪, 恶心, 噁心, 骗子, 騙子, 闭嘴, 閉嘴, 바보, 멍청, 못생, 역겨, 거짓말쟁이, 사기꾼',
  ),
);

export const hasInsults = (text: string): boolean => INSULTS.test(plainText(text));
