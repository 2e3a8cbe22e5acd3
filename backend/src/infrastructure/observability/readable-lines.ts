import type { DestinationStream } from 'pino';
import { forTerminal } from './terminal-text.ts';

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

/** Turns log lines into text for a person at a terminal: time, level, context, message, and the rest as JSON. */
export function readableLines(out: { write(line: string): unknown }): DestinationStream {
  return {
    write: (json) => {
      const { time, level, msg = '', context = '', err, ...rest } = JSON.parse(json) as Line;
      const clock = new Date(time).toISOString().slice(11, 23);
      const more = Object.keys(rest).length > 0 ? ` ${JSON.stringify(rest)}` : '';
      const line = `${clock} ${(NAMES[level] ?? '').padEnd(5)} ${context}: ${msg}${more}`;
      out.write(`${forTerminal(line)}\n`);
      // Indented, because the text of an error may contain lines that look like ours.
      const stack = err?.stack?.split('\n') ?? [];
      for (const stackLine of stack) out.write(`  ${forTerminal(stackLine)}\n`);
    },
  };
}
