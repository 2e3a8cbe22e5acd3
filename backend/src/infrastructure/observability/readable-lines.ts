import type { DestinationStream } from 'pino';

const NAMES: Readonly<Record<number, string>> = {
  20: 'debug',
  30: 'info',
  40: 'warn',
  50: 'error',
  60: 'fatal',
};

type Line = Readonly<{
  time: number;
  level: number;
  msg?: string;
  context?: string;
  err?: { stack?: string };
}>;

/** For a person at a terminal: time, level, where, what, and the rest as JSON. */
export function readableLines(out: { write(line: string): unknown }): DestinationStream {
  return {
    write: (json) => {
      const { time, level, msg = '', context = '', err, ...rest } = JSON.parse(json) as Line;
      const clock = new Date(time).toISOString().slice(11, 23);
      const more = Object.keys(rest).length > 0 ? ` ${JSON.stringify(rest)}` : '';
      out.write(`${clock} ${(NAMES[level] ?? '').padEnd(5)} ${context}: ${msg}${more}\n`);
      if (err?.stack) out.write(`${err.stack}\n`);
    },
  };
}
