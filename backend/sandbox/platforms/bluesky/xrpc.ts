import type { FaultWords } from '../../faults/final-call.ts';
import type { Exchange } from '../../http/exchange.ts';
import { Refusal } from '../../http/refusal.ts';
import type { JsonRecord } from '../../http/json.ts';

/** An XRPC error body. */
export const refusal = (
  status: number,
  error: string,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Refusal => new Refusal(status, { error, message }, headers);

export const invalid = (message: string): Refusal => refusal(400, 'InvalidRequest', message);

/** A required query parameter. @throws Refusal */
export function param({ query }: Exchange, name: string): string {
  const value = query.get(name);
  if (!value) throw invalid(`Error: Params must have the property "${name}"`);
  return value;
}

/** A whole number within its range. @throws Refusal */
export function countParam({ query }: Exchange, name: string, defaultValue: number, max: number): number {
  const given = query.get(name);
  if (given === null) return defaultValue;
  const value = Number(given);
  if (!Number.isInteger(value) || value < 0) throw invalid(`Error: ${name} must be an integer`);
  if (value > max) throw invalid(`Error: ${name} can not be greater than ${String(max)}`);
  return value;
}

/** The JSON input of a procedure. @throws Refusal */
export async function input(exchange: Exchange): Promise<JsonRecord> {
  if (exchange.contentType !== 'application/json')
    throw invalid(
      exchange.contentType
        ? `Wrong request encoding (Content-Type): ${exchange.contentType}`
        : 'Request encoding (Content-Type) required but not provided',
    );
  const body = await exchange.json();
  if (!body) throw invalid('Error: Input must be an object');
  return body;
}

/** A required text of an input. @throws Refusal */
export function field(body: JsonRecord, name: string): string {
  const value = body[name];
  if (typeof value !== 'string' || value === '')
    throw invalid(`Error: Input must have the property "${name}"`);
  return value;
}

export const faultWords = (now: () => number): FaultWords => ({
  serverError: () => refusal(500, 'InternalServerError', 'Internal Server Error'),
  tooMany: (seconds) =>
    refusal(429, 'RateLimitExceeded', 'Rate Limit Exceeded', {
      'Retry-After': String(seconds),
      'RateLimit-Remaining': '0',
      'RateLimit-Reset': String(Math.ceil(now() / 1000) + seconds),
    }),
});
