import { refusal } from '@posthorn/contracts/shared/refusal';
import type { SaidValues } from '@posthorn/contracts/shared/said';

/** `values`: the names and figures in the message. */
const said: (message: string, values?: SaidValues) => string = (message) => message;
const valuesOf = (_message: string, values: SaidValues = {}) => values;

/** The platform refused what the user typed; the message says what to do. */
export class CredentialsRefused extends refusal(
  'integrations.credentials-refused',
  said,
  undefined,
  valuesOf,
) {}

export class TooManySignIns extends refusal('integrations.rate-limited', said, undefined, valuesOf) {}

/** The server gave no usable answer, so nothing is known about the credentials. */
export class ServerUnreachable extends refusal(
  'integrations.server-unreachable',
  said,
  undefined,
  valuesOf,
) {}
