import type { JsonValue } from '@posthorn/event-sourcing/event-store';
import { exactJson } from './exact-json.ts';
import { storable } from './storable-text.ts';

/** The complete response of a server. */
export class ServerReply {
  readonly status: number;
  /** Names are in lower case. */
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

  /** The body as storable text; `body` has the original bytes. */
  text(): string {
    return storable(this.body.toString('utf8'));
  }

  /** Undefined when the body is not JSON or is nested too deep, whatever its content type. Numbers past 2^53 become text, because they are ids. */
  json(): JsonValue | undefined {
    return exactJson(this.body.toString('utf8'));
  }
}
