import { LINK_PAGE_TEXT, PUBLIC_PAGE_TEXT } from '@posthorn/contracts/link-tree/link-page.http';
import { refusal } from '@posthorn/contracts/shared/refusal';

export class LinkAddressNotAllowed extends refusal(
  'link-tree.address-not-allowed',
  LINK_PAGE_TEXT.addressNotAllowed,
  { url: LINK_PAGE_TEXT.addressNotAllowed },
) {}

export class UntilBeforeFrom extends refusal('link-tree.until-before-from', LINK_PAGE_TEXT.untilBeforeFrom, {
  until: LINK_PAGE_TEXT.untilBeforeFrom,
}) {}

export class TooManyLinks extends refusal('link-tree.too-many-links', LINK_PAGE_TEXT.linksMax) {}

export class LinkNotFound extends refusal('link-tree.link-not-found', LINK_PAGE_TEXT.linkNotFound) {}

export class OrderNotComplete extends refusal(
  'link-tree.order-not-complete',
  LINK_PAGE_TEXT.orderNotComplete,
) {}

/** Also thrown for a post of another user, and for a post that is not public. */
export class PostNotOnPage extends refusal('link-tree.post-not-found', LINK_PAGE_TEXT.postNotFound) {}

/** Also thrown for an account of another user, and for an account that is not active. */
export class AccountNotOnPage extends refusal(
  'link-tree.account-not-found',
  LINK_PAGE_TEXT.accountNotFound,
) {}

export class BannerNeedsPremium extends refusal(
  'link-tree.banner-needs-premium',
  LINK_PAGE_TEXT.bannerNeedsPremium,
) {}

/** No user has this handle. */
export class ProfileNotFound extends refusal('link-tree.profile-not-found', PUBLIC_PAGE_TEXT.notFound) {}
