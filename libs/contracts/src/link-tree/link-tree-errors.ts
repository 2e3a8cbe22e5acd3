import type { ErrorSentences } from '../shared/error-sentences.ts';
import { LINK_PAGE_TEXT, PUBLIC_PAGE_TEXT } from './link-page.http.ts';

/** Error messages about link pages, by error code. */
export const LINK_TREE_ERRORS = {
  'link-tree.banner-needs-premium': LINK_PAGE_TEXT.bannerNeedsPremium,
  'link-tree.account-not-found': LINK_PAGE_TEXT.accountNotFound,
  'link-tree.link-not-found': LINK_PAGE_TEXT.linkNotFound,
  'link-tree.post-not-found': LINK_PAGE_TEXT.postNotFound,
  'link-tree.profile-not-found': PUBLIC_PAGE_TEXT.notFound,
  'link-tree.too-many-links': LINK_PAGE_TEXT.linksMax,
  'link-tree.order-not-complete': LINK_PAGE_TEXT.orderNotComplete,
  'link-tree.banner-not-supported': LINK_PAGE_TEXT.bannerNotSupported,
  'link-tree.address-not-allowed': LINK_PAGE_TEXT.addressNotAllowed,
  'link-tree.until-before-from': LINK_PAGE_TEXT.untilBeforeFrom,
} as const satisfies ErrorSentences<'link-tree'>;
