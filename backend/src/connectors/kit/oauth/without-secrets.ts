const SECRET_FIELD = /token|secret|code|verifier/iu;
/** In characters. A shorter secret may equal a common word. */
const SECRET_LENGTH_MIN = 8;

/** Posthorn stores and shows a platform's error message, so the message must not repeat the secrets of the request. */
export function withoutSecrets(words: string | null, sent: Readonly<Record<string, string>>): string | null {
  const secrets = Object.entries(sent).flatMap(([name, value]) =>
    SECRET_FIELD.test(name) && value.length >= SECRET_LENGTH_MIN ? [value] : [],
  );
  return secrets.reduce<string | null>((text, secret) => text?.replaceAll(secret, '…') ?? null, words);
}
