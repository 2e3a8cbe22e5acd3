import { Injectable } from '@nestjs/common';
import { forTerminal } from '#infrastructure/observability/terminal-text.ts';

type LinkKind = 'Sign-in' | 'Confirmation';

/** Lines with a link in them, in what was printed: a search for what is left of a person leaves them out. */
export const LINK_LINES = /^(?:Sign-in|Confirmation) link for .*$/gmu;
export const linkLine = (kind: LinkKind, address: string, link: string): string =>
  `${kind} link for ${address}: ${link}`;

/** What the person who started the product sees. Never part of the logs: it may hold a sign-in link. */
@Injectable()
export class Terminal {
  say(line: string): void {
    process.stdout.write(`${forTerminal(line)}\n`);
  }
}
