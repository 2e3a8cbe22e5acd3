type Meaning = readonly [status: number, means: string];

/**
 * Every stable error code: its HTTP status, and what the caller can do. The names never change, so programs may rely on them. The
 * browser imports only the type.
 */
export const ERROR_CODES = {
  'request.not-valid': [
    400,
    'A part of the request is not valid; `fields` names it. Correct it and send the request again.',
  ],
  'request.malformed': [400, 'The body is not valid JSON. Correct it.'],
  'request.refused': [
    400,
    'The request cannot be read, for example because of an unknown encoding. Correct it.',
  ],
  'request.address-not-valid': [400, 'The address of the request is not spelled correctly. Correct it.'],
  'request.parameter-unknown': [
    400,
    'The call changes something, and has no such parameter in its query. Correct the name; capital letters matter.',
  ],
  'request.not-signed': [401, 'The signature of the webhook does not match its body.'],
  'request.other-site': [
    403,
    'A page of another site sent the request. Use the product’s own pages, or an API token.',
  ],
  'request.not-found': [404, 'There is nothing at this address. Check its spelling.'],
  'request.only-posts': [405, 'This address accepts only POST.'],
  'request.too-late': [
    409,
    'Another change happened at the same moment. Read the current state and send the request again.',
  ],
  'request.too-large': [413, 'The body is larger than this call accepts. Send less.'],
  'request.wrong-host': [
    421,
    'The server does not answer for this host name. Use the address of the installation.',
  ],
  'request.too-many': [
    429,
    'The limit of the token or of its network address is used up. Wait as long as `Retry-After` says.',
  ],
  'request.too-much-written': [
    429,
    'This user has written 20 MB of posts within a day, which is the limit. Wait as long as `Retry-After` says.',
  ],
  'server.bug': [
    500,
    'The server made a mistake. Report the `requestId` to the operator. With an Idempotency-Key you may repeat the request.',
  ],
  'server.no-answer': [500, 'The tool gave no answer. Try again.'],
  'server.log-unavailable': [503, 'The server cannot save at present. Try again after `Retry-After`.'],
  'server.log-busy': [503, 'The server has too much to save. Try again after `Retry-After`.'],
  'server.log-sealed': [503, 'The operator is moving the server’s data. Try again after `Retry-After`.'],
  'server.database-unavailable': [503, 'The server cannot read at present. Try again after `Retry-After`.'],
  'server.live-full': [503, 'The server has no room for another stream at present. Try again later.'],
  'server.media-unavailable': [
    503,
    'The server cannot reach its files at present. Try again after `Retry-After`.',
  ],
  'server.storage-full': [503, 'The disk of the server is full. The operator has to make room.'],
  'identity.signed-out': [401, 'The request has no session, or its session has ended. Sign in.'],
  'identity.link-not-valid': [401, 'The link was used, is too old or was changed. Ask for a new one.'],
  'identity.link-elsewhere': [
    401,
    'The link works only in the browser that asked for it. Open it there, or use the code of the same mail.',
  ],
  'identity.code-not-valid': [
    401,
    'The code is wrong, used, replaced or too old, or it was tried too often. Use the newest, or ask for a new one.',
  ],
  'identity.not-fresh': [403, 'The sign-in is too old for this step. Sign in again.'],
  'identity.other-account': [
    403,
    'The link belongs to another account than the one that is signed in. Sign in to that account.',
  ],
  'identity.being-deleted': [403, 'The account is being deleted and cannot be used.'],
  'identity.personality-needs-premium': [403, 'The personality of AI replies needs the Premium plan.'],
  'identity.api-token-not-found': [404, 'This token does not exist, or it belongs to another user.'],
  'identity.export-not-found': [
    404,
    'The link of the export was used, is too old or belongs to another user. Ask for a new export.',
  ],
  'identity.session-not-found': [404, 'This session does not exist, or it belongs to another user.'],
  'identity.user-not-found': [404, 'This user does not exist.'],
  'identity.email-taken': [409, 'Another account has this address. Choose another one.'],
  'identity.handle-reserved': [409, 'The handle is reserved. Choose another one.'],
  'identity.handle-taken': [
    409,
    'Another user has the handle, or gave it up less than 90 days ago. Choose another one.',
  ],
  'identity.other-identity-linked': [
    409,
    'Another account of this provider is connected already. Disconnect it first.',
  ],
  'identity.only-way-in': [
    409,
    'This provider is the only way to sign in, so it cannot be disconnected. Add another way first.',
  ],
  'identity.address-refused': [422, 'The mail server accepts no mail for this address. Check the address.'],
  'identity.not-confirmed': [422, 'The typed name is not the name of the account. Type it again.'],
  'identity.api-token-limit': [
    422,
    'The user has as many API tokens as one user may have. Delete one first.',
  ],
  'identity.handles-resting': [
    422,
    'The user gave up three handles in the last 90 days. Take one of them again, or wait.',
  ],
  'identity.api-tokens-too-many': [
    429,
    'Too many API tokens were made within an hour. Wait as long as `Retry-After` says.',
  ],
  'identity.mail-refused': [
    503,
    'The mail server accepts no mail from this installation. The operator has to correct its settings.',
  ],
  'identity.mail-not-sent': [503, 'The mail could not be sent. Try again after `Retry-After`.'],
  'billing.signature': [400, 'The signature of the Stripe webhook does not match its body.'],
  'billing.no-customer': [
    409,
    'There is no subscription to manage: the user has never begun a checkout, or the customer was deleted at Stripe.',
  ],
  'billing.busy': [409, 'A checkout or a change of this subscription is in progress. Try again in a moment.'],
  'billing.payment-needed': [409, 'The last payment failed. Pay the open invoice first.'],
  'billing.refused': [502, 'Stripe refused the request; the message says why.'],
  'billing.not-configured': [503, 'The installation has no Stripe keys. The operator has to add them.'],
  'billing.unavailable': [503, 'Stripe does not answer. Try again after `Retry-After`.'],
  'integrations.platform-missing': [404, 'This platform cannot be connected.'],
  'integrations.account-missing': [404, 'This account does not exist, or it belongs to another user.'],
  'integrations.choices-gone': [
    409,
    'The list of accounts was used or is too old. Connect the platform again.',
  ],
  'integrations.grant-of-another-account': [
    409,
    'The permission belongs to another account than the connected one. Sign in there with the connected account.',
  ],
  'integrations.reconnect': [
    409,
    'The platform no longer accepts the login of this account. Connect it again.',
  ],
  'integrations.account-limit-reached': [
    422,
    'The plan allows no more accounts. Disconnect one, or choose Premium.',
  ],
  'integrations.consent-failed': [422, 'The platform did not accept the consent. Connect again.'],
  'integrations.scopes-missing': [
    422,
    'The user did not grant what publishing needs. Connect again and grant all of it.',
  ],
  'integrations.no-account': [422, 'The consent gives access to no page, channel or profile.'],
  'integrations.personal-account': [
    422,
    'The platform lets programs publish only for professional accounts. Switch the account there.',
  ],
  'integrations.credentials-refused': [422, 'The platform refused the name or the password. Check both.'],
  'integrations.rate-limited': [422, 'The platform accepts no more sign-ins for now. Try again later.'],
  'integrations.server-unreachable': [
    422,
    'The server of the account gave no usable answer. Check its address, or try again later.',
  ],
  'scheduling.upload-broken': [400, 'The upload was interrupted, or is not a form. Send it again.'],
  'scheduling.post-not-found': [404, 'This post does not exist, or it belongs to another user.'],
  'scheduling.draft-not-found': [404, 'This draft does not exist, or it belongs to another user.'],
  'scheduling.target-missing': [404, 'The post does not go to this account.'],
  'scheduling.account-missing': [404, 'This account does not exist, or it belongs to another user.'],
  'scheduling.already-publishing': [409, 'Publishing has begun, so the post can no longer be changed.'],
  'scheduling.post-changed': [
    409,
    'The post is no longer at the `revision` that you sent. Read it and decide again.',
  ],
  'scheduling.draft-scheduled': [
    409,
    'The draft was scheduled with other content. `postId` names the post; null: another request schedules it right now.',
  ],
  'scheduling.target-not-retryable': [
    409,
    'Only a target that failed, was cancelled or is unknown can be sent again.',
  ],
  'scheduling.target-not-unknown': [409, 'The outcome is known, so there is nothing to check.'],
  'scheduling.account-not-connected': [
    409,
    'The account was disconnected. Its owner has to connect it again.',
  ],
  'scheduling.platform-cannot-be-asked': [
    409,
    'The platform cannot say right now whether the post is there. Try again in a few minutes.',
  ],
  'scheduling.post-not-due': [409, 'The post was deleted or moved to a later time.'],
  'scheduling.publishing-is-elsewhere': [
    409,
    'Another attempt for this target is in progress, or there is nothing to attempt.',
  ],
  'scheduling.remote-post-not-deletable': [
    409,
    'The post is not published there, or its deletion is in progress or done.',
  ],
  'scheduling.draft-changed': [
    412,
    'The draft is no longer at the revision that the request names. `draft` is what it is now. Decide which one to keep.',
  ],
  'scheduling.draft-gone': [
    412,
    'The draft was deleted, or scheduled as the post `postId`. To keep the content, save it under a new id.',
  ],
  'scheduling.too-many-files': [413, 'One upload has more than ten files. Send fewer.'],
  'scheduling.file-too-large': [413, 'A file is larger than 50 MB. Send a smaller one.'],
  'scheduling.too-many-pixels': [413, 'A picture has more than 40 megapixels. Send a smaller one.'],
  'scheduling.storage-full': [413, 'The storage of this user is full. Delete posts with media first.'],
  'scheduling.file-not-supported': [
    415,
    'A file is not JPEG, PNG, WebP, GIF, MP4 or MOV, whatever its name says. Convert it.',
  ],
  'scheduling.file-too-complex': [
    422,
    'A picture takes too long to read: more than 100 scans, 300 frames or 1 MB beside its pixels. Save it again in a picture editor.',
  ],
  'scheduling.account-unknown': [422, 'This account is not connected, or it belongs to another user.'],
  'scheduling.target-unknown': [422, '`targets` names an account that the post does not go to.'],
  'scheduling.media-unknown': [
    422,
    'There is no upload of this user at that address. Upload the file first.',
  ],
  'scheduling.target-media-unknown': [422, 'A target names a file that the post does not have.'],
  'scheduling.target-media-twice': [422, 'A target names the same file twice.'],
  'scheduling.time-is-past': [422, '`scheduledFor` is more than two minutes ago. Choose a later time.'],
  'scheduling.time-is-too-late': [422, '`scheduledFor` is after the year 9998. Choose an earlier time.'],
  'scheduling.own-texts-too-long': [
    422,
    'The texts and options of single accounts have more than 500,000 bytes together. Shorten them.',
  ],
  'scheduling.does-not-fit': [
    422,
    'At least one account would not accept the post; `fields` says which and why. A dry run reports this earlier.',
  ],
  'scheduling.draft-limit-reached': [
    422,
    'The user has 500 drafts, or drafts of 20 MB. Delete one of them first.',
  ],
  'scheduling.draft-too-large': [422, 'The draft has more than 650,000 bytes. Shorten its texts.'],
  'scheduling.post-limit-reached': [
    422,
    'The plan allows no more scheduled posts. `GET /me` states the limit.',
  ],
  'scheduling.ai-needs-premium': [422, 'Automatic replies need the Premium plan.'],
  'scheduling.idempotency-key-reused': [
    422,
    'The key was used for another request within 24 hours. Use a new key for a new post.',
  ],
  'scheduling.file-not-fetched': [
    422,
    'No file came from this address: it is not there, or its server did not answer in time. Check the address.',
  ],
  'scheduling.file-not-readable': [422, 'A file is damaged and cannot be read. Send it again.'],
  'scheduling.remote-post-unknown': [
    422,
    'Posthorn does not know which post on the platform this is. Delete it there.',
  ],
  'scheduling.platform-cannot-delete': [422, 'The platform lets programs delete no posts. Delete it there.'],
  'scheduling.deletion-not-granted': [
    422,
    'The account has not granted the deletion of posts. Connect it again and grant it.',
  ],
  'scheduling.draft-needs-revision': [
    428,
    'The draft exists already. Send its revision in the header `If-Match`, such as `"3"`.',
  ],
  'scheduling.uploads-busy': [429, 'Too many uploads of this user are in progress. Try again in a moment.'],
  'scheduling.drawing-busy': [429, 'Many pictures are waiting at present. Try again in a minute.'],
  'inbox.premium-required': [403, 'AI replies need the Premium plan.'],
  'inbox.comment-not-found': [404, 'This comment does not exist, or it belongs to another user.'],
  'inbox.post-not-found': [404, 'This post does not exist, or it belongs to another user.'],
  'inbox.already-replied': [409, 'The comment has a reply, or one is being sent.'],
  'inbox.comment-gone': [409, 'The comment was deleted on its platform.'],
  'inbox.reply-cancelled': [409, 'The reply with this key was cancelled. Use a new key.'],
  'inbox.reply-stale': [409, 'The comment was edited after this reply was written. Read it again.'],
  'inbox.reply-has-left': [409, 'The reply was sent to the platform and can no longer be cancelled.'],
  'inbox.auto-reply-was-sent': [
    409,
    'The automatic reply was sent to the platform and can no longer be stopped.',
  ],
  'inbox.reply-not-retryable': [409, 'Only a failed or an unknown reply can be sent again.'],
  'inbox.reply-not-unknown': [409, 'The outcome of the reply is known, so there is nothing to check.'],
  'inbox.account-not-connected': [409, 'The account was disconnected. Connect it again.'],
  'inbox.platform-cannot-be-asked': [
    409,
    'The platform cannot say right now whether the reply is there. Try again in a few minutes.',
  ],
  'inbox.reply-required': [422, 'The reply has no visible character. Write one.'],
  'inbox.cannot-reply': [
    422,
    'The platform accepts no reply to this comment, or its account is disconnected; the message says why.',
  ],
  'inbox.reply-too-long': [422, 'The reply is longer than the platform accepts. Shorten it.'],
  'inbox.cannot-remove': [422, 'The platform does not let programs remove this comment.'],
  'inbox.ai-budget': [
    429,
    'The AI replies of this hour or day are used up. Wait as long as `Retry-After` says.',
  ],
  'inbox.ai-not-configured': [503, 'The installation has no language model. The operator has to set one.'],
  'inbox.ai-failed': [503, 'The language model gave no usable answer. Try again.'],
  'inbox.ai-no-reply': [422, 'The language model suggests no reply to this comment.'],
  'inbox.ai-refused': [422, 'The language model refuses to answer this comment. Write the reply yourself.'],
  'inbox.ai-not-accepted': [
    503,
    'The language model refuses the key of the installation. The operator has to correct it.',
  ],
  'inbox.ai-quota': [
    503,
    'The installation has no credit left at the language model. The operator has to renew it.',
  ],
  'inbox.ai-busy': [503, 'The language model has too many requests. Wait as long as `Retry-After` says.'],
  'inbox.ai-away': [503, 'The language model does not answer. Try again later.'],
  'analytics.needs-premium': [403, 'Statistics need the Premium plan.'],
  'analytics.post-not-found': [404, 'This post does not exist, or it belongs to another user.'],
  'analytics.not-published': [409, 'The post is not published, so there are no figures.'],
  'analytics.export-runs': [409, 'An export of statistics is in progress. Wait until it has ended.'],
  'analytics.period-not-valid': [422, 'The period is not valid; the message says why.'],
  'link-tree.banner-needs-premium': [403, 'A banner needs the Premium plan.'],
  'link-tree.account-not-found': [404, 'This account is not active, or it belongs to another user.'],
  'link-tree.link-not-found': [404, 'This link does not exist, or it belongs to another user.'],
  'link-tree.post-not-found': [404, 'This post is not on a public page.'],
  'link-tree.profile-not-found': [404, 'No user has this handle.'],
  'link-tree.too-many-links': [409, 'The page has as many links as it may have. Remove one first.'],
  'link-tree.order-not-complete': [409, 'The order is of an older list. Read the list again.'],
  'link-tree.banner-not-supported': [415, 'The picture is not a JPEG, PNG or WebP picture. Convert it.'],
  'link-tree.address-not-allowed': [
    422,
    'The address of the link is not a public one that begins with http or https. Use such an address.',
  ],
  'link-tree.until-before-from': [422, 'The link ends before it begins. Correct the times.'],
  'external.cursor-not-valid': [
    400,
    'This cursor belongs to no list, or to a list with another filter. Begin without a cursor.',
  ],
  'external.token-not-valid': [
    401,
    'The request has no token, or its token is unknown, revoked or expired. Make a new token.',
  ],
  'external.scope-missing': [
    403,
    'The token lacks the scope that `message` names. Make another token that has it.',
  ],
  'external.browser': [
    403,
    'A web page of another site sent the request. Use tokens only on servers, never in a page.',
  ],
  'external.webhook-of-others': [
    403,
    'Another token or a person made this webhook, and only they may change it. Any token with `webhooks:write` may delete it.',
  ],
  'external.webhook-not-found': [404, 'This webhook does not exist, or it belongs to another user.'],
  'external.delivery-not-found': [404, 'This delivery does not exist, or is no longer kept.'],
  'external.event-not-found': [404, '`GET /events` does not have this event, or no longer has it.'],
  'external.webhook-token-ended': [
    409,
    'The webhook ended with the token that made it. Its owner can take it over in Settings.',
  ],
  'external.webhook-suspended': [409, 'The webhook is suspended. Resume it first.'],
  'external.cursor-gone': [
    410,
    'The event is unknown, or older than 90 days. Continue from `oldest`, or from `start`.',
  ],
  'external.platform-not-connected': [
    422,
    'No active account on this platform is connected; the message names the platform. Connect one.',
  ],
  'external.address-not-allowed': [
    422,
    'Webhooks and files need public https addresses. Use such an address.',
  ],
  'external.webhook-limit': [422, 'There are ten webhooks already. Delete one first.'],
  'external.streams-too-many': [429, 'Three streams of this token are open already. Close one first.'],
  'external.webhook-tests-too-many': [429, 'Too many tests of webhooks. Wait as long as `Retry-After` says.'],
  'external.feed-behind': [503, 'The newest events are not in the list yet. Try again after `Retry-After`.'],
} as const satisfies Readonly<Record<string, Meaning>>;

export type ErrorCode = keyof typeof ERROR_CODES;
