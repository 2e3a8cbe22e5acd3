import { Injectable } from '@nestjs/common';
import { forTerminal } from '#infrastructure/observability/terminal-text.ts';

type LinkKind = 'Sign-in' | 'Confirmation';

/** Matches printed lines with a link. A search for remaining personal data skips them. */
export const LINK_LINES = /^(?:Sign-in|Confirmation) link for .*$/gmu;
export const linkLine = (kind: LinkKind, address: string, link: string): string =>
  `${kind} link for ${address}: ${link}`;

/** Writes to the terminal of the person who started the product. Never part of the logs: it may hold a sign-in link. */
@Injectable()
export class Terminal {
  print(line: string): void {
    process.stdout.write(`${forTerminal(line)}\n`);
  }
}
