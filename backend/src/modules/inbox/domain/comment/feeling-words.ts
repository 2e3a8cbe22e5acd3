import { wordList } from '../judging/plain-text.ts';

/** Words by which a customer complains. A word beside them never makes such a comment friendly. */
export const COMPLAINTS = wordList(
  'scam*, refund*, rip off, ripoff, money back, fraud*, overcharg*, overpriced, disappoint*, broken, damaged, awful, terrible',
  'horrible, worst, disgust*, rude, stale, useless, ignored, ignoring, never arrived, nothing has arrived, not arrived, still waiting',
  'nobody answers, no one answers, answer your emails, complaint*, complain, hate, hated, wrong order, never again, not worth, shame on',
  "don't buy, do not buy, late again, unacceptable, ruined, waste of, misleading, poor quality, cold food, missing items, cheated",
  'betrüger*, betrug, geld zurück, rückerstattung, erstattung, abzocke, enttäusch*, kaputt, furchtbar, schrecklich, schlecht*',
  'frechheit, unverschämt*, nie wieder, warte ich, warte seit, warten seit, niemand geht ans, zu teuer, beschwer*, mangelhaft, ekelhaft',
  'nicht angekommen, falsche bestellung, bestellung war falsch, beschädigt, reklamation, trocken und, unfreundlich*, katastroph*',
  'arnaque*, arnaqueur*, rembours*, déçu*, décevant*, horrible*, pire, cassé*, vol pur, voleurs, inadmissible, honte, plus jamais',
  "trop cher, personne ne répond, j'attends ma commande, j'attends mon colis, toujours pas reçu, jamais reçu, incomplète, nul, nulle",
  'mauvais*, scandaleux, affreux, dégoût*, abîmé*, plainte',
  'estafa*, reembols*, devolución del dinero, devuelvan, decepcion*, peor, roto, rota, robo, vergüenza, nunca más, pésim*',
  'esperando mi pedido, nadie contesta, nadie responde, demasiado caro, no ha llegado, engañ*, mala calidad, malísim*, queja*, fatal',
  'golpista*, golpe, dinheiro de volta, decepcionad*, pior, quebrad*, roubo, vergonha, nunca mais, péssim*, horríve*',
  'esperando meu pedido, ninguém atende, ninguém responde, caro demais, não chegou, enganad*, reclama*, veio errado, tudo errado, ruim',
  'truffa*, truffator*, rimbors*, delus*, peggior*, rotto, rotta, furto, vergogna, mai più, pessim*, orribil*, schifo*, scadente',
  'aspetto il mio ordine, aspetto ancora, nessuno risponde, troppo caro, mai arrivato, ordine sbagliato, danneggiat*, reclamo, terribile',
  'oplicht*, geld terug, terugbetal*, teleurgesteld, teleurstell*, slecht*, kapot, schandalig, schande, nooit meer, verschrikkelijk',
  'wacht al, nog niet ontvangen, niemand neemt, te duur, afzet*, verkeerde bestelling, klacht*, waardeloos, vreselijk, beschadigd',
  '詐欺, 返金, 最悪, 残念, ひどい, 酷い, 壊れて, 届きません, 届かない, ぼったくり, 二度と, 高すぎ, がっかり, まずい, 不味い, 最低, 美味しくない',
  'おいしくない, おすすめできません, おすすめしません, 好きじゃない, 好きではない, 嫌い, 腐って, 対応が悪い, パサパサ, クレーム, 電話に出ない, 良くない',
);

/** Words of praise of the languages that have no weights. A "not" before them turns them round. */
export const PRAISE = wordList(
  'toll*, wunderschön*, wunderbar*, schön*, lecker*, köstlich*, beste, bestes, bester, danke, vielen dank, super, liebe, freue mich',
  'freuen uns, glückwunsch*, großartig*, fantastisch*, perfekt*, empfehl*, gefallen, gefällt, prima, spitze, hervorragend*, gut, klasse',
  "adore*, j'aime, magnifique*, superbe*, merci, meilleur*, délicieu*, beau, belle*, félicitations, bravo*, génial*, parfait*",
  'recommande, excellent*, bon, bonne, top, formidable*, sublime*, ravie, ravi',
  'encanta*, me gusta, gustó, precios*, mejor, gracias, ganas de volver, bonit*, delicios*, felicidades, quiero mucho, os quiero, bella*',
  'buen, bueno, buena, buenísim*, genial*, hermos*, recomiendo, rico, rica, riquísim*, perfecto, maravillos*, excelente*, guap*',
  'amei, amo, adoro, adorei, maravilh*, melhor, obrigad*, lindo, linda, lindos, lindas, delícia*, parabéns, ótim*, recomendo, gostei',
  'mal posso esperar, perfeit*, incríve*, bom, boa, show de bola, gosto muito, saudades',
  'adoro, amo, bellissim*, bello, bella, belle, miglior*, grazie, buonissim*, buono, buona, complimenti, bravo, bravi, brava, ottim*',
  'stupend*, meravigli*, fantastic*, perfett*, consiglio, piaciuto, piace, splendid*, delizios*, congratulazioni, auguri, eccellente',
  'prachtig*, mooi*, beste, bedankt, dank je, heerlijk*, lekker*, gefeliciteerd, goed gedaan, geweldig*, leuk*, hou van, hou hiervan',
  'fantastisch*, perfect*, aanrader, aan te raden, top, blij, super, complimenten, schitterend*, fijn',
  '大好き, 好き, 素晴らし, すばらし, 美味し, おいし, ありがとう, 楽しみ, きれい, 綺麗, おめでとう, 最高, すごい, 素敵, すてき, かわいい, 可愛い, 嬉しい, うれしい',
  'うまい, 感動, おすすめです, 応援して, 完璧',
);

/** Praise that sounds like a complaint, word by word. */
export const KIND_PHRASES = wordList(
  "can't wait, cannot wait, never disappoint*, not disappointed, not bad, no complaints, can't get enough, can't stop, made my day",
  'no problem, nicht schlecht, nicht enttäuscht, kein problem, pas mal, pas déçu*, hâte de, nada mal, no decepciona, não decepciona',
  "non vedo l'ora, niente male, mal posso esperar, kan niet wachten, niet slecht, niet teleurgesteld, 悪くない, たまらない",
);

/** A "not" of any of the languages. It turns the few words after it. */
export const NOT = wordList(
  "not, never, no, cannot, *n't, nicht, kein*, nie, niemals, ne, pas, jamais, nunca, jamás, não, nem, non, mai, niet, geen, nooit",
);

/** How questions begin that were written without a question mark. */
export const ASKING = wordList(
  'do you, can you, can i, could you, when do, when are, where is, where are, where can, where do, how much, how long, what time, what is',
  'is there, are there, are you, is this, why do, wann, wo, wie viel, was kostet, habt ihr, gibt es, kann ich, kann man, warum, wie lange',
  "vous avez, est-ce que, c'est où, où, quand, combien, pourquoi, avez-vous, quel est, dónde, cuándo, cuánto, a qué hora, tenéis, por qué",
  'onde, quando, quanto, que horas, vocês têm, qual, dove, a che ora, avete, quale, perché, waar, wanneer, hoeveel, hoe laat, hebben jullie',
  'is er, kan ik, welke, waarom, wat kost',
);
