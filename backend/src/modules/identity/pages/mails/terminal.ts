import { Injectable } from '@nestjs/common';
import { forTerminal } from '#infrastructure/observability/terminal-text.ts';

type LinkKind = 'Sign-in' | 'Confirmation';

/** Matches printed lines with a link. A search for remaining personal data ignores these lines. */
export const LINK_LINES = /^(?:Sign-in|Confirmation) link for .*$/gmu;
export const linkLine = (kind: LinkKind, address: string, link: string): string =>
  `${kind} link for ${address}: ${link}`;

/** Writes to the terminal of the person who started the product. Lines may contain sign-in links, so they never go to the logs. */
@Injectable()
export class Terminal {
  print(line: string): void {
    process.stdout.write(`${forTerminal(line)}\n`);
  }
}
