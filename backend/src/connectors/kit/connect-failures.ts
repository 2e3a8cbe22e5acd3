import { refusal } from '@posthorn/contracts/shared/refusal';

/** The platform refused what the user typed; the message says what to do. */
export class CredentialsRefused extends refusal(
  'integrations.credentials-refused',
  (message: string) => message,
) {}

export class TooManySignIns extends refusal('integrations.rate-limited', (message: string) => message) {}

/** The server gave no usable answer, so nothing is known about the credentials. */
export class ServerUnreachable extends refusal(
  'integrations.server-unreachable',
  (message: string) => message,
) {}
