import { anyOf, wordList, plainText } from './plain-text.ts';

/** Words of hatred, politics and self-harm. Only people answer comments with such words. */
const HATRED = wordList(
  'nazi*, hitler*, white power, sieg heil, heil hitler, gas the, subhuman*, racist*, racism',
  'antisemit*, islamophob*',
  'homophob*, go back to your country, deport, deported, deportation*, ethnic cleansing',
  'genocide*, holocaust*, supremac*',
  'untermensch*, ausländer raus, auslander raus, judenhass, rassis*, völkermord, abschieben',
  'raciste*, sale arabe, sale juif, retourne dans ton pays, génocide*, nègre*',
  'racista*, vuelve a tu país, sudaca*, genocidio*, maricón, volta para o teu país',
  'volta pro seu país',
  'razzist*, torna al tuo paese, negro di, fascist*, fascismo, faschis*, fascisme, faszyst*',
  'racisme, ga terug naar je land, rasist*, rasizm, wracaj do siebie, żydzi do, ırkçı*',
  'soykırım*',
  'расист*, расизм*, фашист*, нацист*, геноцид*, понаехали, чурка, жид, عنصري*, إبادة, نازي*',
  'नस्लवाद*, नरसंहार, आतंकवादी, 人種差別, 差別主義, 虐殺, ナチ, 种族歧视, 種族歧視, 纳粹, 納粹, 屠杀, 屠殺',
  '인종차별, 나치, 학살, 혐오',
);
const POLITICS = wordList(
  'trump*, biden*, putin*, zelensk*, netanyahu*, republican*, democrats, election*, vote for',
  'voted for',
  'abortion*, pro-life, pro-choice, gun control, immigra*, palestin*, gaza, hamas, israel*',
  'ukrain*',
  'brexit, communis*, socialist*, socialism, president*, prime minister, government, politic*',
  'parliament*, maga',
  'zur wahl, wahlen, bundeskanzler*, afd, regierung*, politik*, abtreibung*, flüchtling*',
  'ukraine',
  'élection*, macron*, le pen, gouvernement*, politique*, avortement*, immigré*, immigration',
  'elección*, elecciones, gobierno*, polític*, aborto*, inmigra*, eleições, eleição, governo*',
  'bolsonaro*',
  'lula, elezion*, meloni*, immigrat*, verkiezing*, regering*, politiek*, abortus, wilders',
  'wybory',
  'wyborach, rząd, rządu, polity*, aborcj*, выбор*, путин*, правительств*, политик*, украин*',
  'войн*',
  'seçim*, hükümet*, siyaset*, erdoğan*, انتخابات, حكومة, الحكومة, سياسة, فلسطين*, غزة',
  'إسرائيل*',
  'चुनाव, सरकार, राजनीति, मोदी, 選挙, 政府, 政治, 総理, 选举, 選舉, 总统, 總統, 台独, 선거, 정부, 정치, 대통령',
);
const SELF_HARM = wordList(
  'suicid*, kill myself, killing myself, end my life, end it all, want to die, wanna die',
  'self-harm*, self harm*',
  'cut myself, cutting myself, hurt myself, no reason to live, not worth living',
  'better off dead, unalive',
  'umbringen, selbstmord*, suizid*, nicht mehr leben, sterben will, will sterben, ritze mich',
  'me tuer, me suicider, envie de mourir, veux mourir, plus envie de vivre, me faire du mal',
  'suicidio*, suicidar*, matarme, quiero morir, no quiero vivir, hacerme daño, suicídio*',
  'me matar, quero morrer',
  'não quero viver, uccidermi, voglio morire, farla finita, farmi del male, zelfmoord*',
  'wil dood, niet meer leven',
  'samobój*, chcę umrzeć, zabić się, nie chcę żyć, самоубийств*, хочу умереть, не хочу жить',
  'покончить с собой',
  'intihar*, ölmek istiyorum, yaşamak istemiyorum, انتحار, الانتحار, أريد أن أموت',
  'اريد ان اموت, لا أريد العيش',
  'आत्महत्या, मरना चाहता, मरना चाहती, जीना नहीं चाहत, 自殺, 死にたい, 自傷, 自杀, 想死, 不想活, 자살, 죽고 싶, 자해',
);
const SENSITIVE = anyOf([...HATRED, ...POLITICS, ...SELF_HARM]);

export const hasSensitiveWords = (text: string): boolean => SENSITIVE.test(plainText(text));
