import { wordList } from '../judging/plain-text.ts';

/** Negations in all languages. A negation reverses the meaning of the few words after it. */
export const NOT = wordList(
  "not, never, no, cannot, don't, doesn't, didn't, isn't, wasn't, aren't, weren't, won't, wouldn't, can't, couldn't, shouldn't, hasn't, haven't, hadn't, ain't, without",
  'nicht, kein, keine, keinen, keiner, keinem, nie, niemals, ohne, kaum, weder, ne, pas, jamais, sans, aucun, aucune, jamás, nunca, sin, ningún, ninguna, tampoco',
  'não, nem, sem, nenhum, nenhuma, non, mai, senza, nessun, nessuna, neanche, niet, geen, nooit, zonder, nauwelijks, nada, niente, rien',
);

/** Phrases whose negation reverses nothing: "not only", "nicht nur". */
export const NOT_ONLY = wordList(
  'not only, not just, nicht nur, pas seulement, ne ~ que, no solo, no sólo, não só, não apenas, non solo, niet alleen, no more, never mind, no wonder, no doubt, sin duda, sem dúvida, sans doute',
);

/** Greetings, whose kind words say nothing about the writer's mood. */
export const GREETINGS = wordList(
  'good morning, good afternoon, good evening, good night, good day, have a good, have a nice, happy birthday, guten morgen, guten tag, guten abend, gute nacht, bonjour, bonsoir, bonne journée, bonne soirée, bonne nuit',
  'bon week end, bonne année, buenos días, buen día, buenas tardes, buenas noches, buenas, buen fin de, bom dia, boa tarde, boa noite, bom fim de, boa semana, buongiorno, buon giorno, buonasera, buona sera, buona giornata, buona serata',
  'buona notte, buon weekend, goedemorgen, goede morgen, goedemiddag, goedenavond, goede middag, goedenacht, fijne dag, fijn weekend, fijne avond, thanks in advance, danke im voraus, danke schon mal, merci d avance, gracias de antemano',
  'desde já obrigad*, grazie in anticipo, alvast bedankt, おはよう, こんにちは, こんばんは',
);

/** The first words of questions that people write without a question mark. */
export const ASKING = wordList(
  'do you, can you, can i, could you, when do, when are, when is, where is, where are, where can, where do, how much, how long, how do, how many, what time, what is, what size, what kind',
  'which, who makes, who is, is there, are there, are you, is this, is it, does it, does this, will you, will there, have you got, anyone know, why do, where did, wann, wo, woher, wie viel, wie lange',
  'wie oft, wie groß, was kostet, was ist, welche, welcher, welches, habt ihr, hast du, gibt es, gibts, kann ich, kann man, kannst du, könnt ihr, warum, ist das, sind das, seid ihr, liefert ihr',
  "vous avez, est-ce que, est ce que, qu'est-ce que, c'est où, c'est quoi, où, quand, combien, pourquoi, comment, avez-vous, quel est, quelle est, quels sont, livrez-vous, faites-vous, peut-on",
  'dónde, cuándo, cuánto, cuántos, cuál, qué talla, a qué hora, tenéis, tienen, hacéis, hacen envíos, por qué, se puede, puedo, cómo se, hay, onde, quando, quanto, quantos, que horas, vocês têm',
  'vocês entregam, vocês fazem, qual, quais, tem como, posso, como faço, dove, a che ora, avete, quale, quali, quanto, quanti, perché, come si, come fai, siete aperti, fate, si può, posso, waar, wanneer',
  'hoeveel, hoe laat, hoe lang, hoe kan, hebben jullie, is er, zijn er, zijn jullie, kan ik, kun je, kunnen jullie, welke, waarom, wat kost, wat is, leveren jullie, verkopen jullie',
);
