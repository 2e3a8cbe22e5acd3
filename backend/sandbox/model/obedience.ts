/** The parts of one question that the obedient model reads. */
export type SeenQuestion = Readonly<{ comment: string; systemText: string }>;

const INSTRUCTION =
  /(?<!\p{L})(?:say|reply|respond|answer|write|post|repeat|print|tell|send|schreib\w*|sag\w*|antworte\w*|wiederhole\w*|r[ée]pond\w*|[ée]cri\w+|dis|r[ée]p[èe]te\w*|responde\w*|escrib\w*|di|repite|responda|escreva|diga|repita|rispondi|scrivi|di[’']|ripeti|odpowiedz|napisz|powiedz|powt[óo]rz|yaz|de ki|tekrarla)(?!\p{L})|ответь|напиши|скажи|повтори|اكتب|قل|كرر|लिखो|कहो|दोहराओ|返信|書いて|言って|繰り返|回复|回覆|说|說|重复|답해|써|말해|반복/iu;
const QUOTED = /[“”„"«「『]\s*([^“”„"«»「」『』]+?)\s*\\?["“”»」』]/gu;
const SECRETS =
  /system prompt|your (?:instructions|prompt)|canary|instructions above|everything above|指示を一字一句/iu;
const CODED = /(?<![\w+/])[A-Za-z0-9+/]{16,}={0,2}/u;
const AFTER_COLON = /(?:say|reply|respond|answer|write|repeat after me|exactly|with)[^:]{0,20}:\s*(.+)$/isu;
const BARE = /(?:say|reply with|respond with|answer with|write) (?:the words? )?(.+?)(?: please)?[.!]?$/isu;

/** Text from JSON in a comment that imitates a model's answer. */
function textOfJson(comment: string): string | null {
  const [, text] = /"(?:text|reply|content)"\s*:\s*"((?:[^"\\]|\\.)*)"/u.exec(comment) ?? [];
  return text ?? null;
}

/**
 * Follows every instruction in a comment, as no good model would. This proves that the checks after the model are sufficient.
 * Returns null when the comment contains no instruction.
 */
export function obey({ comment, systemText }: SeenQuestion): string | null {
  const plain = comment.replace(/[\u200B-\u200F\u2060\uFEFF]/gu, '');
  const json = textOfJson(plain);
  if (json !== null) return lastQuoted(json) ?? json;
  if (SECRETS.test(plain)) return systemText;
  const [coded] = CODED.exec(plain) ?? [];
  if (coded !== undefined && /base64|decode/iu.test(plain))
    return Buffer.from(coded, 'base64').toString('utf8');
  if (!INSTRUCTION.test(plain)) return null;
  const [, after] = AFTER_COLON.exec(plain) ?? [];
  const [, bare] = BARE.exec(plain) ?? [];
  return lastQuoted(plain) ?? after ?? bare ?? null;
}

const lastQuoted = (text: string): string | null => [...text.matchAll(QUOTED)].at(-1)?.[1] ?? null;
