import { hasCodedWord } from './odd-characters.ts';
import { plainText } from './plain-text.ts';

/** Phrases that address a model and not a person. They find only a part of all attacks, so the other checks do not rely on them. */
const INSTRUCTIONS = [
  /(?:ignore|disregard|forget|override|bypass) (?:all |any |every |the |your |my |these |those |above |of )*(?:previous|prior|above|earlier|former|instruction|rule|prompt|guideline|polic|filter|safety|what you were|everything)/u,
  /(?:system|developer|hidden|initial|original) (?:prompt|message|instruction|rules)|your (?:instructions|prompt|guidelines|rules|canary)|prompt injection|jailbreak/u,
  /you are now|from now on you|act as (?:a|an|if|the|my)|pretend (?:to be|you|that)|role ?play|developer mode|dan mode|do anything now/u,
  /(?:reply|respond|answer|say|write|post|repeat|print|output|tell (?:them|everyone|everybody|people)) (?:only |exactly |with |just |back |this |verbatim |the following|the words|the text|the phrase|after me|in base64|:)/u,
  /(?:^|[\s"'{[(<*#])(?:system|assistant|developer|instruction|instructions|user|human|ai|admin)\s*["']?\s*[:>\]]/u,
  /<\|?(?:im_start|im_end|system|endoftext|assistant)|\[\/?inst\]|"(?:action|role|text|reply|content)"\s*:/u,
  /(?:as an|dear|hey|hello|attention) (?:ai|assistant|language model|llm|bot|chatbot|chatgpt|gpt)|language model|chatgpt/u,
  /(?:ignoriere|vergiss|missachte) .{0,30}(?:anweisung|regel|vorgabe|alles|prompt)|du bist (?:jetzt|nun|ab sofort)|antworte (?:nur|genau|mit|auf)|schreib(?:e)? (?:nur|genau|folgend|als)|wiederhole/u,
  /(?:ignore[zr]?|oublie[zr]?) .{0,30}(?:instruction|consigne|regle|precedent|tout)|tu es maintenant|vous etes maintenant|repond[sez]* (?:seulement|uniquement|exactement|par)|ecri[svtez]+ (?:seulement|exactement)|repete[zr]?/u,
  /(?:ignora|olvida|olvide|ignore) .{0,30}(?:instruccion|regla|anterior|todo)|ahora eres|a partir de ahora eres|responde (?:solo|exactamente|con|unicamente)|escribe (?:solo|exactamente)|repite/u,
  /(?:ignore|esqueca|esquece) .{0,30}(?:instruc|regra|anterior|tudo)|agora voce e|responda (?:apenas|somente|exatamente|com)|escreva (?:apenas|exatamente)|repita/u,
  /(?:ignora|dimentica) .{0,30}(?:istruzion|regol|precedent|tutto)|ora sei|adesso sei|rispondi (?:solo|esattamente|con|soltanto)|scrivi (?:solo|esattamente)|ripeti/u,
  /(?:negeer|vergeet) .{0,30}(?:instructie|regel|vorige|eerdere|alles)|je bent nu|antwoord (?:alleen|precies|met)|schrijf (?:alleen|precies)|herhaal/u,
  /(?:zignoruj|ignoruj|zapomnij) .{0,30}(?:instrukcj|polecen|zasad|poprzedni|wszystk)|jestes teraz|odpowiedz (?:tylko|dok[lł]adnie)|napisz (?:tylko|dok[lł]adnie)|powtorz/u,
  /(?:игнорируи|забудь|проигнорируи) .{0,30}(?:инструкци|правил|предыдущ|все)|ты теперь|теперь ты|ответь (?:только|ровно|точно)|напиши (?:только|ровно|точно)|повтори/u,
  /(?:yoksay|gormezden gel|unut).{0,30}|onceki talimat|art[ıi]k sen|sen art[ıi]k|(?:sadece|yaln[ıi]zca|aynen) (?:sunu|su|bunu) .{0,20}(?:yaz|soyle)|tekrarla/u,
  /(?:تجاهل|انس|انسى) .{0,30}(?:تعليمات|التعليمات|السابقة|القواعد)|انت الان|أنت الآن|(?:أجب|اكتب|رد|قل|كرر) (?:فقط|بالضبط|ب)/u,
  /(?:निर्देश|नियम)\S* (?:को )?(?:भूल|अनदेखा|नज़रअंदाज)|पिछले (?:सभी )?निर्देश|अब (?:तुम|आप)|(?:केवल|सिर्फ|बस) (?:यह|ये) (?:लिख|जवाब|कह)|दोहरा/u,
  /(?:指示|命令|ルール|プロンプト)(?:を|は)(?:すべて|全て)?(?:無視|忘れ)|あなたは今|今からあなたは|(?:と|だけ)(?:返信|返事|書いて|答えて|言って|繰り返し)/u,
  /(?:忽略|忘记|忘記|无视|無視)(?:之前|以上|所有|前面|你).{0,10}(?:指令|指示|规则|規則|提示|内容)|你现在是|你現在是|(?:只|请|請)(?:回复|回覆|回答|输出|說|说|写)|重复(?:以下|这)/u,
  /(?:이전|위의|모든) ?(?:지시|명령|규칙|프롬프트)\S* ?(?:무시|잊)|너는 이제|당신은 이제|(?:라고만|이라고|라고) ?(?:답|대답|말|써)|반복해/u,
];

/** Returns true if the comment addresses a model, or contains encoded text that only a machine reads. */
export function hasInstructions(comment: string): boolean {
  const plain = plainText(comment);
  return hasCodedWord(comment) || INSTRUCTIONS.some((pattern) => pattern.test(plain));
}
