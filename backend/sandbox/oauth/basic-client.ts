import type { Exchange } from '../http/exchange.ts';

/** The keys of an application in `Authorization: Basic` (RFC 6749 section 2.3.1); empty where there are none. */
export function basicClient(exchange: Exchange): Readonly<{ clientId: string; clientSecret: string }> {
  const [, encoded = ''] = /^Basic (\S+)$/i.exec(exchange.header('authorization') ?? '') ?? [];
  const [id = '', secret = ''] = Buffer.from(encoded, 'base64').toString().split(':');
  return { clientId: decoded(id), clientSecret: decoded(secret) };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
