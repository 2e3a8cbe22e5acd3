import { SIGN_IN_TEXT } from '@posthorn/contracts/identity/session.http';
import { refusal } from '@posthorn/contracts/shared/refusal';

export class SessionNotFound extends refusal('identity.session-not-found', SIGN_IN_TEXT.sessionNotFound) {}
