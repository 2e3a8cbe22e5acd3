import type { JsonValue } from '@posthorn/event-sourcing/event-store';
import { exactJson } from './exact-json.ts';

/** What a server answered, read to its end. */
export class OutgoingReply {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;

  constructor(status: number, headers: Readonly<Record<string, string>>, body: Buffer) {
    this.status = status;
    this.headers = headers;
    this.body = body;
  }

  get ok(): boolean {
    return this.status >= 200 && this.status < 300;
  }

  text(): string {
    return this.body.toString('utf8');
  }

  /** Undefined when the body is no JSON (or deeper than any), whatever its type says. Numbers past 2^53 are text: ids. */
  json(): JsonValue | undefined {
    return exactJson(this.text());
  }
}
