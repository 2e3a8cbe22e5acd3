import { refusal } from '@posthorn/contracts/shared/refusal';
import type { SaidValues } from '@posthorn/contracts/shared/said';

/** `values`: the names and figures in the message. */
const givenMessage: (message: string, values?: SaidValues) => string = (message) => message;
const valuesOf = (_message: string, values: SaidValues = {}) => values;

/** The platform refused what the user typed; the message says what to do. */
export class CredentialsRefused extends refusal(
  'integrations.credentials-refused',
  givenMessage,
  undefined,
  valuesOf,
) {}

export class TooManySignIns extends refusal('integrations.rate-limited', givenMessage, undefined, valuesOf) {}

/** The server sent no usable response, so Posthorn knows nothing about the credentials. */
export class ServerUnreachable extends refusal(
  'integrations.server-unreachable',
  givenMessage,
  undefined,
  valuesOf,
) {}
