import { Injectable } from '@nestjs/common';
import { forTerminal } from '#infrastructure/observability/terminal-text.ts';

/** What the person who started the product sees. Never part of the logs: it may hold a sign-in link. */
@Injectable()
export class Terminal {
  say(line: string): void {
    process.stdout.write(`${forTerminal(line)}\n`);
  }
}
