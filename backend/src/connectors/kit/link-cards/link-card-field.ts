import { OPTION_SENTENCES as WORDS } from '@posthorn/contracts/integrations/option-sentences';
import { LINK_CARD } from '@posthorn/contracts/integrations/link-card';
import type { OptionField } from '@posthorn/contracts/integrations/publish-options';

/** For platforms that make no link card themselves. Only Posthorn's card appears. */
export const LINK_CARD_FIELD = {
  kind: 'flag',
  name: LINK_CARD,
  label: WORDS.linkCard,
  help: WORDS['linkCard/help'],
  forMedia: 'none',
  required: false,
  initial: true,
} as const satisfies OptionField;
