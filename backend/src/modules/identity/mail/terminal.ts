import { Injectable } from '@nestjs/common';

/** What the person who started the product sees. Never part of the logs: it may hold a sign-in link. */
@Injectable()
export class Terminal {
  say(line: string): void {
    process.stdout.write(`${line}\n`);
  }
}
