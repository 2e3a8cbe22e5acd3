import type { FieldLimits, FieldSentences } from '../shared/field-sentences.ts';
import { LINK_PAGE, LINK_PAGE_TEXT } from './link-page.http.ts';

/** Messages for refused fields of the link page, by code. */
export const LINK_TREE_FIELDS = {
  'link-tree.title-missing': LINK_PAGE_TEXT.titleRequired,
  'link-tree.title-too-long': LINK_PAGE_TEXT.titleMax,
  'link-tree.address-missing': LINK_PAGE_TEXT.urlRequired,
  'link-tree.icon-unknown': LINK_PAGE_TEXT.iconUnknown,
  'link-tree.theme-unknown': LINK_PAGE_TEXT.themeUnknown,
  'link-tree.time-not-valid': LINK_PAGE_TEXT.instantNotValid,
  'link-tree.sentence-too-long': LINK_PAGE_TEXT.sentenceMax,
  'link-tree.picture-missing': LINK_PAGE_TEXT.bannerRequired,
} as const satisfies FieldSentences<'link-tree'>;

export const LINK_TREE_FIELD_LIMITS: FieldLimits<typeof LINK_TREE_FIELDS> = {
  'link-tree.title-too-long': { max: LINK_PAGE.titleMax },
  'link-tree.sentence-too-long': { max: LINK_PAGE.sentenceMax },
};
