import { SERVER_TEXT } from '@posthorn/contracts/shared/server-text';
import { HttpException } from '@nestjs/common';

/** A refusal that is about the request, not about a rule of the business: it has its own status and stable code. */
export class RequestRefused extends HttpException {
  readonly code: string;
  readonly headers: Readonly<Record<string, string>>;
  /** What its body says besides. */
  readonly members: Readonly<Record<string, string | null>> = {};
  constructor(status: number, code: string, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message, status);
    this.code = code;
    this.headers = headers;
  }
}

/** The body breaks the rules of its DTO. One sentence per field; the first of them is the message. */
export class RequestNotValid extends RequestRefused {
  constructor(readonly fields: Readonly<Record<string, string>>) {
    super(400, 'request.not-valid', Object.values(fields)[0] ?? SERVER_TEXT.notValid);
  }
}
