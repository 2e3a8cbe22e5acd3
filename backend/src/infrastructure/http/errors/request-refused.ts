import { ERROR_CODES, type ErrorCode } from '@posthorn/contracts/shared/error-codes';
import type { SaidValues } from '@posthorn/contracts/shared/said';
import { SERVER_TEXT } from '@posthorn/contracts/shared/server-text';
import { HttpException } from '@nestjs/common';

/** A refusal about the request, not about a business rule. It may carry headers. */
export class RequestRefused extends HttpException {
  /** Further fields of the response body. */
  readonly members: Readonly<Record<string, string | null>> = {};
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly headers: Readonly<Record<string, string>> = {},
    /** The names and figures in the message. */
    readonly values?: SaidValues,
  ) {
    super(message, ERROR_CODES[code][0]);
  }
}

/** The body of the request breaks the rules of its DTO. One sentence per field; the first is the message. */
export class RequestNotValid extends RequestRefused {
  constructor(readonly fields: Readonly<Record<string, string>>) {
    super('request.not-valid', Object.values(fields)[0] ?? SERVER_TEXT.notValid);
  }
}
