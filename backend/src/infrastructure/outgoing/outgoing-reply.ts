import type { JsonValue } from '@posthorn/event-sourcing/event-store';
import { exactJson } from './exact-json.ts';
import { storable } from './storable-text.ts';

/** What a server answered, read to its end. */
export class ServerReply {
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

  /** As it can be stored; the bytes as they came are in `body`. */
  text(): string {
    return storable(this.body.toString('utf8'));
  }

  /** Undefined when the body is no JSON (or deeper than any), whatever its type says. Numbers past 2^53 are text: ids. */
  json(): JsonValue | undefined {
    return exactJson(this.body.toString('utf8'));
  }
}
