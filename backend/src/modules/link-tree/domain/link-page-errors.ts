import { LINK_PAGE_TEXT, PUBLIC_PAGE_TEXT } from '@posthorn/contracts/link-tree/link-page.http';
import { DomainError } from '@posthorn/event-sourcing';

export class AddressNotAllowed extends DomainError {
  readonly code = 'link-tree.address-not-allowed';
  override readonly fields = { url: LINK_PAGE_TEXT.addressNotAllowed };
  constructor() {
    super(LINK_PAGE_TEXT.addressNotAllowed);
  }
}

export class UntilBeforeFrom extends DomainError {
  readonly code = 'link-tree.until-before-from';
  override readonly fields = { until: LINK_PAGE_TEXT.untilBeforeFrom };
  constructor() {
    super(LINK_PAGE_TEXT.untilBeforeFrom);
  }
}

export class TooManyLinks extends DomainError {
  readonly code = 'link-tree.too-many-links';
  override readonly kind = 'conflict';
  constructor() {
    super(LINK_PAGE_TEXT.linksMax);
  }
}

export class LinkNotFound extends DomainError {
  readonly code = 'link-tree.link-not-found';
  override readonly kind = 'missing';
  constructor() {
    super(LINK_PAGE_TEXT.linkNotFound);
  }
}

export class OrderNotComplete extends DomainError {
  readonly code = 'link-tree.order-not-complete';
  override readonly kind = 'conflict';
  constructor() {
    super(LINK_PAGE_TEXT.orderNotComplete);
  }
}

/** Also a post of somebody else, and one that is not public. */
export class PostNotOnPage extends DomainError {
  readonly code = 'link-tree.post-not-found';
  override readonly kind = 'missing';
  constructor() {
    super(LINK_PAGE_TEXT.postNotFound);
  }
}

export class BannerNeedsPremium extends DomainError {
  readonly code = 'link-tree.banner-needs-premium';
  override readonly kind = 'forbidden';
  constructor() {
    super(LINK_PAGE_TEXT.bannerNeedsPremium);
  }
}

/** Nobody has this handle. */
export class ProfileNotFound extends DomainError {
  readonly code = 'link-tree.profile-not-found';
  override readonly kind = 'missing';
  constructor() {
    super(PUBLIC_PAGE_TEXT.notFound);
  }
}
