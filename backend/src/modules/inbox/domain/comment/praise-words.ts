import { wordList } from '../judging/plain-text.ts';

/** Words of praise. A negation before such a word reverses its meaning. English words also have the weights of `polarity`. */
export const PRAISE = wordList(
  // English
  'best, well done, good job, great job, nice job, nailed it, spot on, on point, top notch, five stars, 5 stars, 10 out of 10, 10 10, thumbs up, cant recommend enough',
  'highly recommend, recommend*, saved my, made my day, made my week, blown away, keep it up, keep going, keep up the, thank you, thanks, thx, ty for, much appreciated, appreciate',
  'yum, yummy, delicious, tasty, mouthwatering, so good, so pretty, so cute, so cool, so fresh, so soft, gorgeous, stunning, beautiful*, lovely, adorable, fabulous, wonderful*',
  'amazing*, awesome, fantastic, brilliant, incredible, superb, excellent, perfect*, flawless, impressive, inspiring, insightful, informative, so helpful, very helpful',
  'really helpful, super helpful, easy to follow, masterpiece, goals, obsessed, in love, love it, love this, love your, love the, love these, loved, my favourite, my favorite',
  'cant stop smiling, cant stop watching, cant stop eating, will ~ be back, well be back, will order again, will buy again, ordering again, came back for more, worth every',
  'worth the, exceeded, better than expected, better than i expected, better than in the, so happy with, very happy with, really happy with, happy with, pleased with, proud of',
  'congrats, congratulations, bravo, kudos, hats off, you rock, you guys rock, legend, fire, slay, chefs kiss, glad i, so glad, good vibes, beautifully, arrived early, day early',
  'fast delivery, quick delivery, fast shipping, quick shipping, works perfectly, works great, works like a charm, great quality, good quality, great service, good service',
  'keep it coming, keep them coming, well made, well explained, explains it properly, finally someone, speechless, talent, talented, genius, wow, need this, need one, want one, must have, take my money, where have you been, you made my, makes me happy, makes me smile, cheers me up, so satisfying, mesmerizing, lucky, hilarious, so funny, made me laugh, laughing, cozy, cosy, dreamy, heavenly, sick beat, banger, underrated, more of this, please more, so true, respect, cheers',
  'got me through, wears ~ every day, uses it every day, use it every day, every day since, wont take ~ off, wont take it off, lives in it, cannot live without, cant live without, life changing, game changer, in ten minutes what',
  // German
  'toll, tolle, toller, tolles, tollen, wunderschön*, wunderbar*, schön*, hübsch*, lecker*, köstlich*, beste, bestes, bester, besten, danke, dankeschön, vielen dank, dank euch, super, liebe',
  'liebs, ich liebe, verliebt, freue mich, freu mich, freuen uns, glückwunsch*, gratuliere, großartig*, grandios*, genial*, fantastisch*, phantastisch*, perfekt*, empfehl*, empfehlenswert*, gefallen',
  'gefällt, prima, spitze, spitzenmäßig, hervorragend*, ausgezeichnet*, erstklassig*, gut, gute, guter, gutes, klasse, hammer, mega, bombe, der wahnsinn, wahnsinnig gut, traumhaft*, ein traum',
  'göttlich*, ein gedicht, himmlisch*, hat geschmeckt, schmeckt so, so hilfreich, sehr hilfreich, hilfreich*, geholfen, begeistert*, beeindruckt*, beeindruckend*, zufrieden, glücklich, gerne wieder',
  'immer wieder gerne, immer gerne, jederzeit wieder, gern wieder, top, eins a, daumen hoch, weiter so, macht weiter so, respekt, chapeau, hut ab, liebevoll*, freundlich*, herzlich*, süß, niedlich*',
  'schnelle lieferung, schnell geliefert, schneller versand, gut verpackt, sorgfältig verpackt, jeden cent wert, lieblings*, mein liebling, geschwärmt, schwärm*, ihr seid die, schöner als, besser als erwartet',
  'favorit*, talent, talentiert*, wahnsinn, wow, endlich mal jemand, endlich jemand, gut erklärt, sprachlos, gänsehaut, will ich auch, brauche ich auch, haben will, muss ich haben, lust bekommen, macht hunger, macht lust, zum anbeißen, zum dahinschmelzen, tränen gelacht, gelacht, witzig, lustig, stark, starke, ganz stark, gelungen*, schick*, stilvoll, gemütlich*, einmalig*, einzigartig*, unschlagbar*, vorbildlich*, chapeau, juhu, hurra',
  'hin und weg, jeden tag an, zieht ~ nicht mehr aus, nicht mehr hergeben, nicht mehr missen, bester kurs, kinnlade',
  // French
  "adore*, j'aime, j'adore, aime beaucoup, aimé, magnifique*, superbe*, splendide*, merci*, meilleur*, délicieu*, délice*, succulent*, savoureu*, régal*, régalé*, gourmand*, beau, belle*, beaux",
  'joli, jolie, jolis, jolies, mignon*, félicitations, félicite, bravo*, chapeau, génial*, géniaux, parfait*, impeccable*, nickel, recommande, excellent*, bon, bonne, bons, top, au top, formidable*',
  'sublime*, ravie, ravi, ravis, enchanté*, contente, content, très contente, très content, satisfait*, satisfaction, fantastique*, incroyable*, extraordinaire*, exceptionnel*, merveill*, waouh, wahou',
  'coup de cœur, coup de coeur, hâte de, trop bien, trop beau, trop belle, trop bon, trop bonne, trop mignon*, de toute beauté, un plaisir, quel plaisir, que du bonheur, un bonheur, une merveille',
  'livraison rapide, rapide et, emballage soigné, bien emballé*, soigné*, qualité au rendez, bonne qualité, très bonne qualité, utile, très utile, bien expliqué*, clair et, je valide, validé, continuez',
  'continue comme, je reviendrai, reviendrai, on reviendra, je recommanderai, les yeux fermés, accueil chaleureux, chaleureu*, adorable*, gentil*, talent, talentueu*, inspirant*, tellement beau',
  'donne envie, donne faim, ça donne, quel talent, wow, whaou, trop drôle, trop fort*, canon, une tuerie, tuerie, pépite, une pépite, un régal, bluffant*, bluffé*, époustoufl*, unique*, élégant*, raffiné*, que j aime, à tomber, à croquer, hilarant*, mort de rire, j ai ri, bien joué, joli travail, beau travail, respect, total respect, touchant*, ému, émue, frissons',
  'petits oignons, ne quitte plus, ne le quitte plus, ne la quitte plus, ne peux plus m en passer, comme un gant',
  // Spanish
  'encanta*, me gusta, me gustan, gustó, gustaron, precios*, mejor, mejores, gracias, ganas de volver, bonit*, delicios*, riquísim*, exquisit*, sabros*, felicidades, enhorabuena, quiero mucho',
  'os quiero, bella*, buen, bueno, buena, buenos, buenas, buenísim*, genial*, hermos*, recomiendo, recomendable*, recomendad*, rico, rica, ricos, ricas, perfecto, perfecta, perfectos, maravill*',
  'excelente*, guap*, estupend*, fantástic*, espectacular*, increíble*, impresionante*, magnífic*, fenomenal, brutal, una pasada, qué pasada, chulo, chula, chulísim*, mono, monísim*, lind*',
  'divin*, crack, cracks, máquina, olé, de diez, diez puntos, un diez, 10 puntos, lo máximo, top, me flipa, flipante, contentísim*, muy contenta, muy content*, feliz con, satisfech*, encantad*',
  'agradecid*, te felicito, les felicito, repetiré, repetiremos, volveré, volveremos, sin duda volver*, vale la pena, merece la pena, vale cada, gran trabajo, buen trabajo, qué arte, amor, me ayud*',
  'muy útil, útil, ayudó mucho, muy bien, todo bien, bien explicado, se entiende todo, llegó perfecto, llegó rápido, envío rápido, rapidísim*, muy rápido, bien empaquetad*, amable*, atent*, superad*',
  'qué ganas, eres un artista, eres una artista, eres un genio, artistaza, artista, joya, una joya, talento, talentazo, wow, guau, quiero uno, quiero una, lo quiero, lo necesito, antojo, se me hace la boca, qué risa, me reí, divertid*, gracios*, emocion*, me emocion*, piel de gallina, único, única, elegante, con gusto, ole, bravo, brav*, ídolo, ídola, te amo, los amo, te quiero',
  'copa de un pino, no se lo quita, no se la quita, como anillo al dedo, de lujo, unos profesionales, grandes profesionales',
  // Portuguese
  'amei, amo, amamos, adoro, adorei, adoramos, maravilh*, melhor, melhores, obrigad*, lindo, linda, lindos, lindas, lindíssim*, delícia*, delicios*, gostos*, saboros*, parabéns, ótim*, recomendo',
  'recomendad*, gostei, gostamos, mal posso esperar, perfeit*, incríve*, bom, boa, bons, boas, show de bola, show, gosto muito, saudades, espetacular*, excelente*, fantástic*, sensaciona*, top',
  'nota 10, nota mil, nota dez, arrasou, arrasaram, arrasa, mandou bem, mandaram bem, sucesso, feliz com, muito feliz, satisfeit*, encantad*, apaixonad*, impecáve*, impressionante*, divin*, fofo',
  'fofa, fofos, fofinh*, caprichad*, capricho, bem embalad*, chegou rápido, chegou super, super rápido, muito rápido, antes do prazo, entrega rápida, superou, vale a pena, vale cada, volto sempre',
  'voltarei, com certeza volt*, compro sempre, comprarei, me ajudou, ajudou muito, ajuda muito, ajudou demais, muito útil, bem explicad*, atencios*, simpátic*, carinho, carinhos*, valeu, gratidão',
  'demais ~ parabéns, muito bem, que orgulho, inspirador*, talentos*, aprovad*, sou fã, fã de vocês, viciad*, bom demais, boa demais, lindo demais, repetiu, quero mais, que sonho',
  'que vontade, quero um, quero uma, quero muito, preciso disso, preciso de um, são demais, é demais, foi demais, vocês são, talento, artista, gênio, genial, uau, wow, dei risada, ri muito, engraçad*, divertid*, emocionante, emocionei, arrepiei, arrepiad*, único, única, elegante, bravo, ídolo, ídola, te amo, amo vocês, quero voltar, coisa linda, coisa boa, água na boca',
  'não tira do, não larga, profissionais nota, caiu como uma luva, de primeira, grandes profissionais',
  // Italian
  'adoro, amo, amato, bellissim*, bello, bella, belle, belli, miglior*, grazie, buonissim*, buono, buona, buoni, buone, complimenti, bravo, bravi, brava, bravissim*, ottim*, stupend*, meravigli*',
  'fantastic*, perfett*, consiglio, consigliatissim*, consigliat*, piaciuto, piaciuta, piace, piacciono, splendid*, delizios*, squisit*, gustos*, congratulazioni, auguri, eccellent*, eccezional*, favolos*',
  'incredibil*, spettacol*, spettacolar*, magnific*, super, top, numeri uno, numero uno, il massimo, che bontà, bontà, che meraviglia, che bell*, carinissim*, carin*, tener*, innamorat*, contentissim*',
  'molto content*, felicissim*, soddisfatt*, entusiast*, impeccabil*, impressionat*, gentilissim*, gentil*, cordial*, disponibil*, professionali e, arrivato subito, spedizione veloce, velocissim*',
  'veloci, ben imballat*, imballato bene, imballaggio curato, curatissim*, ricomprer*, riordiner*, tornerò, torneremo, ci torno, promoss*, vale ogni, vale la pena, ne vale, utilissim*, molto utile',
  'spiegato bene, spieghi ben*, mi hai aiutat*, ispirazione, talento, genial*, evviva, chapeau, tanta roba, da provare, sei un mito, siete un mito, mitic*, grandi, grande lavoro, ottimo lavoro',
  'che voglia, lo voglio, la voglio, ne voglio, mi serve, sei un artista, siete artisti, artista, genio, wow, uao, che risate, divertent*, simpatic*, emozionant*, emozionat*, commoss*, pelle d oca, brividi, unico, unica, elegant*, raffinat*, chic, curat*, acquolina, da leccarsi, da sogno, un sogno, idolo, vi amo, ti amo, viva, evviva, super brav*, bell*',
  'con la p maiuscola, non se la toglie, non se lo toglie, calza a pennello, grandi professionisti, veri professionisti',
  // Dutch
  'prachtig*, mooi*, beste, bedankt, dank je, dank jullie, dankjewel, dank u, heerlijk*, lekker*, smakelijk, gefeliciteerd, goed gedaan, goed bezig, geweldig*, leuk*, hou van, hou hiervan, dol op',
  'fantastisch*, perfect*, aanrader, aan te raden, raad het aan, raad ik aan, aanbevolen, top, topper*, toppie, tof, toffe, gaaf, gave, vet, blij, blij mee, super, complimenten, compliment, schitterend*',
  'fijn, fijne, fijner, goed, goede, uitstekend*, uitmuntend*, voortreffelijk*, indrukwekkend*, ongelooflijk, bijzonder mooi, magnifiek*, snoezig*, schattig*, lief, lieve, liefste, vriendelijk*, behulpzaam',
  'tevreden, dik tevreden, gelukkig mee, verliefd, genoten, genieten, smullen, gesmuld, om te smullen, duim omhoog, petje af, hulde, chapeau, ga zo door, kippenvel, droom van een, plaatje, snel geleverd',
  'snelle levering, snel bezorgd, goed verpakt, netjes verpakt, mooi verpakt, precies zoals, elke cent waard, waard, komen zeker terug, kom zeker terug, kom graag terug, komen graag terug, zeker terug',
  'bestel zeker weer, bestel weer, werkt perfect, werkt super, werkt goed, handig*, nuttig*, leerzaam, inspirerend*, knap, knap gedaan, trots, lievelings*, favoriet*, vers, overheerlijk*, zalig*',
  'wil er nog een, wil er een, wil ik ook, ik wil dit, moet ik hebben, nodig dit, wat een talent, talent, kunstwerk, wauw, wow, om van te watertanden, water in de mond, grappig*, hilarisch, gelachen, lachen, ontroerend*, ontroerd, uniek*, stijlvol*, elegant*, knus, gezellig*, sfeervol*, klasse, respect, chapeau, hoera, joepie, bravo, held, helden, koning, koningin',
  'vakmensen, vakwerk, vakmanschap, niet meer uitdoen, niet meer uit, als gegoten, klasse apart, puik',
  // Japanese
  '大好き, 好き, 素晴らし, すばらし, 美味し, おいし, ありがとう, 有難う, ありがたい, 感謝, 楽しみ, 楽しかった, 楽しい, きれい, 綺麗, キレイ, おめでとう, 最高, すごい, 凄い, 素敵, すてき, ステキ, かわいい, 可愛い',
  'カワイイ, 嬉しい, うれしい, 嬉しかった, うまい, 旨い, 絶品, 感動, 感激, おすすめです, お勧めです, オススメ, 応援して, 完璧, 満足, 大満足, 気に入り, 気に入って, 気に入りました, お気に入り, 助かりました, 助かります',
  '助かった, 役に立, 参考になり, 勉強になり, わかりやす, 分かりやす, 癒され, 癒やされ, 幸せ, しあわせ, 丁寧, 親切, 優しい, 早くて, 早かった, 迅速, 期待以上, 想像以上, 思った以上, また行き, また買い, また来ます',
  'また食べ, また利用, また注文, また頼, リピート, リピします, 天才, 神, 尊い, かっこいい, カッコいい, カッコよ, お見事, さすが, 良かった, よかった, 良いです, いいですね, いいね, 使いやす, 重宝, 愛用, 笑顔, おしゃれ',
  '鳥肌, 泣け, 笑った, 笑いました, 面白, おもしろ, 欲しい, ほしい, 食べたい, 行きたい, 買いたい, 憧れ, 尊敬, センスが, センスい, 上手, お上手, 見事, 贅沢, 極上, 至福, ほっこり, 元気が出, 元気をもら, 励み, 拍手, ブラボー, 推し, 可愛すぎ, かわいすぎ, 美しい, 美しく, 美人',
  'プロの, さすがプロ, 毎日使っ, 毎日着, 手放せな, 欠かせな, 重宝し, ぴったり',
);

/** Phrases of praise whose single words sound like a complaint. */
export const KIND_PHRASES = wordList(
  "can't wait, cannot wait, never disappoint*, doesn't disappoint, didn't disappoint, not disappointed, wasn't disappointed, not disappointing, not bad, no complaints",
  "nothing to complain, can't complain, can't get enough, can't stop, made my day, no problem, no regrets, don't regret, zero regrets, not too sweet, not too salty, torn between",
  'broke my record, broke ~ record, hate how, never broke, never breaks, hate how much i love, hate that i love, too sweet of you, youre too sweet, sick of how good, killer, insanely good, stupidly good, ridiculously good',
  'ridiculously tasty, ridiculously cute, ridiculously beautiful, want ~ so bad, need ~ so bad, too good, too cute, too pretty, shut up and take',
  'nicht schlecht, nicht enttäuscht, kein problem, keine beschwerden, nichts zu meckern, nicht zu süß, geht nicht besser, besser geht nicht, besser gehts nicht, besser geht es nicht, nie enttäuscht',
  'nie enttäuschend, unfassbar gut, schrecklich schön, alles andere als schlecht, kann ~ nicht erwarten, kaum erwarten, nicht bereut, bereue nichts, bereue es nicht',
  'pas mal, pas déçu*, jamais déçu*, pas mauvais*, hâte de, rien à redire, aucun regret, ne regrette pas, regrette pas, sans problème, aucun problème, pas trop sucré, pas trop cher, trop fort, trop forte',
  'nada mal, no decepciona*, nunca decepciona*, sin problema, sin problemas, ningún problema, no me arrepiento, ninguna queja, sin quejas, no puedo esperar, no está mal, nada que reprochar, no falla, nunca falla',
  'não decepciona*, nunca decepciona*, sem problema, sem problemas, nenhum problema, nada a reclamar, sem reclamações, não me arrependo, mal posso esperar, nada mau, absurdo de bom, absurdo de boa, absurdo de linda',
  "non vedo l'ora, niente male, non delude, non deludono, mai delus*, non delusa, non deluso, nessun problema, nessun reclamo, non mi pento, niente da dire, da paura, mica male, non è male, per niente male",
  'kan niet wachten, niet slecht, niet teleurgesteld, nooit teleurgesteld, stelt nooit teleur, stelt niet teleur, stelde niet teleur, geen klachten, niks te klagen, niets te klagen, geen probleem, geen spijt, niet verkeerd, niet te zoet',
  '悪くない, たまらない, 文句なし, 文句のつけよう, 嘘みたい, 信じられないくらい, 信じられないほど, 待ちきれない, 待ちきれません, やばい美味, ヤバい美味, 期待を裏切らない, 間違いない, 後悔はない, 後悔してない, 後悔していません, 問題なし, 問題ありません',
);

/** Emoji of joy or praise. For some emoji, `polarity` has no weight or too small a weight. */
export const KIND_EMOJI =
  '😍 🥰 😘 😻 ❤ 🧡 💛 💚 💙 💜 🤎 🖤 🤍 💖 💗 💓 💕 💞 💘 💝 ♥ 🔥 👏 🙌 💯 🤩 😋 😊 ☺ 😁 😀 😃 😄 🙂 👍 💪 ✨ 🎉 🥳 🫶 🤗 ⭐ 🌟 🏆 👌 🤤 🙏 💐 🌹 😎 😇 🤌'.split(
    ' ',
  );
/** Emoji of anger, disgust or disappointment. */
export const HARD_EMOJI =
  '🙄 😒 😤 🤬 😠 😡 👿 💩 🤢 🤮 👎 😞 😔 😟 😕 🙁 ☹ 😣 😖 😫 😩 💔 🤦 🖕 😾 🤡 😑 🥴 🚮'.split(' ');
