import { DomainError } from '@posthorn/event-sourcing';

/** The platform refused what the user typed; the message says what to do. */
export class CredentialsRefused extends DomainError {
  readonly code = 'integrations.credentials-refused';
}

export class TooManySignIns extends DomainError {
  readonly code = 'integrations.rate-limited';
}

/** No usable answer: nothing is known about the credentials. */
export class ServerUnreachable extends DomainError {
  readonly code = 'integrations.server-unreachable';
}
