import type { FieldSentences } from '../shared/field-sentences.ts';
import { CHOICE_TEXT } from './choices.http.ts';
import { CONNECT_TEXT } from './connect-text.ts';
import { LINK_PREVIEW_TEXT } from './link-card.http.ts';

/** Messages for refused fields of forms that connect accounts, and of links, by code. */
export const INTEGRATIONS_FIELDS = {
  'integrations.accounts-not-chosen': CHOICE_TEXT.noneChosen,
  'integrations.handle-missing': CONNECT_TEXT.handleRequired,
  'integrations.app-password-missing': CONNECT_TEXT.appPasswordRequired,
  'integrations.access-token-missing': CONNECT_TEXT.accessTokenRequired,
  'integrations.instance-missing': CONNECT_TEXT.instanceRequired,
  'integrations.instance-not-valid': CONNECT_TEXT.instanceNotValid,
  'integrations.link-not-valid': LINK_PREVIEW_TEXT.urlNotValid,
} as const satisfies FieldSentences<'integrations'>;
