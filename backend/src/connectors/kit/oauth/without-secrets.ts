const SECRET_FIELD = /token|secret|code|verifier/iu;
/** Shorter secrets may equal any word of a sentence. */
const SHORTEST = 8;

/** A platform's words are stored and shown, so they must not repeat the secrets of our request. */
export function withoutSecrets(words: string | null, sent: Readonly<Record<string, string>>): string | null {
  const secrets = Object.entries(sent).flatMap(([name, value]) =>
    SECRET_FIELD.test(name) && value.length >= SHORTEST ? [value] : [],
  );
  return secrets.reduce<string | null>((text, secret) => text?.replaceAll(secret, '…') ?? null, words);
}
