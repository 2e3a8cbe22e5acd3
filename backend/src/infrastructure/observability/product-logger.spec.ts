import { expect, it } from '@jest/globals';
import { ProductLogger } from './product-logger.ts';

const CANARY = 'canary-7f3a-0123456789';

function logLines(write: (logger: ProductLogger) => void): string {
  const lines: string[] = [];
  write(
    new ProductLogger({ logLevel: 'debug', version: '1.0.0' }, { write: (line: string) => lines.push(line) }),
  );
  return lines.join('');
}

it.each([
  'accessToken',
  'refresh_token',
  'accessJwt',
  'clientSecret',
  'verifier',
  'credentials',
  'authorization',
])('removes %s from its lines at any depth', (name) => {
  const secret = { [name]: CANARY };
  const line = logLines((logger) => {
    logger.warn({ msg: 'not renewed', ...secret });
    logger.warn({ msg: 'not renewed', call: { request: { ...secret, inner: secret } } });
    logger.warn({ msg: 'not renewed', err: Object.assign(new Error('refused'), secret, { call: secret }) });
  });
  expect(line).not.toContain(CANARY);
  expect(line).toContain('[hidden]');
});
it.each([
  `https://graph.example/oauth/access_token?client_secret=${CANARY}&code=1`,
  `the call of https://api.example/a/b?access_token=${CANARY} failed`,
  `sent "Authorization: Bearer ${CANARY}"`,
  `Basic ${CANARY}==`,
])('writes "%s" without its secret', (message) => {
  const line = logLines((logger) => {
    logger.error(new Error(message, { cause: new Error(message) }));
    logger.warn({ msg: message, why: message, err: new Error(message) });
    logger.debug(message);
  });
  expect(line).not.toContain(CANARY);
  for (const one of line.trim().split('\n')) expect(() => JSON.parse(one) as unknown).not.toThrow();
});
it('does not change a question mark in a text, or a URL without a query', () => {
  const text = 'Set PUBLIC_URL to https://posts.example/a? Is a key missing in ENCRYPTION_KEYS?';
  expect(
    logLines((logger) => {
      logger.log(text);
    }),
  ).toContain(text);
});
it('includes an error that is passed together with a message', () => {
  const line = logLines((logger) => {
    logger.error('Attempt 7 broke off', new RangeError('too deep'), 'Publishing');
  });
  expect(JSON.parse(line)).toMatchObject({
    msg: 'Attempt 7 broke off',
    context: 'Publishing',
    err: { type: 'RangeError', message: 'too deep', stack: expect.stringContaining('product-logger.spec') },
  });
});
it('logs errors with values that JSON cannot contain', () => {
  const error = Object.assign(new Error('conflict'), { actual: 7n });
  const circular: Record<string, unknown> = { error };
  circular['self'] = circular;
  expect(
    logLines((logger) => {
      logger.warn({ msg: 'odd', err: error, circular });
    }),
  ).toContain('conflict');
});

const HOSTILE = 'refused\r\n12:00:00.000 info  sign-in: forged\u001b[2J\u009b2J\u202e';
it('writes no control characters to a terminal, and no forged line', () => {
  const lines: string[] = [];
  const out = { isTTY: true, write: (line: string) => lines.push(line) };
  const logger = new ProductLogger({ logLevel: 'debug', version: '1.0.0' }, out);
  logger.warn({ msg: HOSTILE, words: HOSTILE, err: new Error(HOSTILE) }, 'sign-in');
  const text = lines.join('');
  expect(text).toContain('forged\\u001b[2J\\u009b2J\\u202e');
  expect(text.replace(/\n/g, '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  // An error has more lines, all of them indented.
  expect(text.trimEnd().split('\n').slice(1)).not.toContainEqual(expect.stringMatching(/^\S/));
});
it('writes no control characters into JSON, and loses no text', () => {
  const line = logLines((logger) => {
    logger.warn({ msg: HOSTILE });
  });
  expect(line.trimEnd()).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  expect(JSON.parse(line)).toMatchObject({ msg: HOSTILE });
});
