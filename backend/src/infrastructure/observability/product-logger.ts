import type { LoggerService } from '@nestjs/common';
import { pino, stdSerializers, type Logger as Pino } from 'pino';
import type { Configuration } from '../config/configuration.ts';
import { readableLines } from './readable-lines.ts';
import { forTerminal } from './terminal-text.ts';

const HIDDEN = [
  'password',
  'appPassword',
  'token',
  'accessToken',
  'access_token',
  'accessJwt',
  'refreshToken',
  'refresh_token',
  'refreshJwt',
  'credentials',
  'clientSecret',
  'client_secret',
  'code_verifier',
  'verifier',
  'keys',
  'authorization',
  'cookie',
  'secret',
  'apiKey',
  'key',
];
const REDACTED = HIDDEN.flatMap((name) => [name, `*.${name}`, `*.*.${name}`, `*.*.*.${name}`]);

type Level = 'info' | 'warn' | 'error' | 'debug' | 'fatal';

/** Nest’s logger on pino: one JSON object a line, or readable lines at a terminal. Fields with names of secrets are removed. */
export class ProductLogger implements LoggerService {
  readonly #pino: Pino;

  constructor(
    { logLevel, version }: Pick<Configuration, 'logLevel' | 'version'>,
    out: { isTTY?: boolean; write(line: string): unknown } = process.stdout,
  ) {
    const options = {
      level: logLevel,
      // A person at a terminal knows which version was started.
      base: out.isTTY ? null : { version },
      redact: { paths: REDACTED, censor: '[hidden]' },
      serializers: { err: stdSerializers.err },
    };
    const lines = out.isTTY ? readableLines(out) : out;
    this.#pino = pino(options, {
      write: (line: string) => {
        // The line end is the only control character that a line may contain.
        lines.write(`${forTerminal(hide(line).trimEnd())}\n`);
      },
    });
  }

  log(message: unknown, ...rest: unknown[]): void {
    this.#write('info', message, rest);
  }

  warn(message: unknown, ...rest: unknown[]): void {
    this.#write('warn', message, rest);
  }

  error(message: unknown, ...rest: unknown[]): void {
    this.#write('error', message, rest);
  }

  fatal(message: unknown, ...rest: unknown[]): void {
    this.#write('fatal', message, rest);
  }

  debug(message: unknown, ...rest: unknown[]): void {
    this.#write('debug', message, rest);
  }

  verbose(message: unknown, ...rest: unknown[]): void {
    this.#write('debug', message, rest);
  }

  /** Nest passes the context last, and before it an error, or the stack of an error. */
  #write(level: Level, message: unknown, rest: readonly unknown[]): void {
    const texts = rest.filter((item) => typeof item === 'string');
    const context = texts.at(-1);
    const err = rest.find((item) => item instanceof Error);
    const stack = level === 'error' && texts.length > 1 ? { stack: texts[0] } : {};
    // Nest’s messages about each module and route are of no use to an operator.
    if (level === 'info' && context !== undefined && NEST_CHATTER.has(context)) return;
    if (message instanceof Error) this.#pino[level]({ context, err: message }, message.message);
    else if (typeof message === 'object' && message !== null)
      this.#pino[level]({ context, ...stack, ...message });
    else this.#pino[level]({ context, ...stack, ...(err && { err }) }, String(message));
  }
}

/** The URL of a call may contain a code or a token in its query string. So may the message of a failed call. */
const hide = (line: string): string => line.replace(QUERY, '?[hidden]').replace(SCHEME, '$1 [hidden]');
const QUERY = /(?<=https?:\/\/[^\s?"'<>\\]*)\?[^\s"'<>\\]+/giu;
const SCHEME = /\b(Bearer|Basic|OAuth) [\w.~+/=-]{8,}/giu;

const NEST_CHATTER = new Set([
  'InstanceLoader',
  'RoutesResolver',
  'RouterExplorer',
  'NestFactory',
  'NestApplication',
]);
