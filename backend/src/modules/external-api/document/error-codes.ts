type Refusal = Readonly<{ status: number; means: string }>;

/** What refusals are called, and what to do. Names are for ever, so programs may rely on them. */
export const ERROR_CODES = {
  'request.not-valid': {
    status: 400,
    means:
      'Something in the request is not as this page says; `fields` names what. Mend it and send it again.',
  },
  'request.malformed': { status: 400, means: 'The body is no JSON.' },
  'request.refused': {
    status: 400,
    means: 'The request cannot be read, as with an encoding that nobody knows.',
  },
  'request.address-not-valid': { status: 400, means: 'The address of the request is spelled wrongly.' },
  'external.cursor-not-valid': {
    status: 400,
    means: 'This cursor belongs to no list, or to one with another filter. Begin without a cursor.',
  },
  'scheduling.upload-broken': { status: 400, means: 'The upload broke off or is no form. Send it again.' },
  'external.token-not-valid': {
    status: 401,
    means: 'No token came with the request, or one that is unknown, revoked or past its end date.',
  },
  'external.scope-missing': {
    status: 403,
    means: 'The token lacks the scope that `message` names. Make another token that has it.',
  },
  'external.browser': {
    status: 403,
    means: 'A web page of another site asked. Tokens belong on servers, never into a page.',
  },
  'external.webhook-of-others': {
    status: 403,
    means:
      'Another token or a person made this webhook, and only they may change it. Any token with `webhooks:write` may delete it.',
  },
  'request.not-found': { status: 404, means: 'There is nothing at this address.' },
  'scheduling.post-not-found': { status: 404, means: 'There is no such post, or it is somebody else’s.' },
  'scheduling.target-missing': { status: 404, means: 'The post does not go to this account.' },
  'inbox.comment-not-found': { status: 404, means: 'There is no such comment, or it is somebody else’s.' },
  'external.webhook-not-found': { status: 404, means: 'There is no such webhook, or it is somebody else’s.' },
  'external.delivery-not-found': {
    status: 404,
    means: 'There is no such delivery, or it is no longer kept.',
  },
  'external.event-not-found': {
    status: 404,
    means: 'This event was never sent to this webhook, or is no longer kept.',
  },
  'request.too-late': {
    status: 409,
    means: 'Something else changed the same thing at the same moment. Look at it and send the request again.',
  },
  'external.webhook-token-ended': {
    status: 409,
    means: 'The webhook ended with the token that made it. Its owner can take it over in Settings.',
  },
  'scheduling.already-publishing': {
    status: 409,
    means: 'Publishing has begun, so the post can no longer be changed.',
  },
  'scheduling.post-changed': {
    status: 409,
    means: 'The post is no longer at the `revision` that you sent. Read it and decide again.',
  },
  'scheduling.target-not-retryable': {
    status: 409,
    means: 'Only what failed, was cancelled or is unknown can be sent again.',
  },
  'scheduling.target-not-unknown': {
    status: 409,
    means: 'The outcome is known, so there is nothing to check.',
  },
  'scheduling.account-not-connected': {
    status: 409,
    means: 'The account was disconnected. Its owner has to connect it again.',
  },
  'scheduling.platform-cannot-be-asked': {
    status: 409,
    means: 'The platform does not say right now whether the post is there. Try again in a few minutes.',
  },
  'inbox.already-replied': { status: 409, means: 'The comment has a reply, or one is on its way.' },
  'inbox.comment-gone': { status: 409, means: 'The comment was deleted on its platform.' },
  'inbox.reply-cancelled': { status: 409, means: 'The reply of this key was taken back. Use a new key.' },
  'external.webhook-suspended': { status: 409, means: 'The webhook is suspended. Resume it first.' },
  'external.cursor-gone': {
    status: 410,
    means: 'The event is not known, or older than 90 days. Go on from `oldest`, or from `start`.',
  },
  'request.too-large': { status: 413, means: 'The body is larger than this call takes.' },
  'scheduling.too-many-files': { status: 413, means: 'There are more than ten files in one upload.' },
  'scheduling.file-too-large': { status: 413, means: 'A file is larger than 50 MB.' },
  'scheduling.too-many-pixels': { status: 413, means: 'A picture has more than 40 megapixels.' },
  'scheduling.file-too-complex': {
    status: 422,
    means: 'A picture takes too long to read: more than 100 scans, 300 frames or 1 MB beside its pixels.',
  },
  'scheduling.storage-full': { status: 413, means: 'The storage of this user is full.' },
  'scheduling.file-not-supported': {
    status: 415,
    means: 'Files are JPEG, PNG, WebP, GIF, MP4 or MOV, whatever their names say.',
  },
  'request.wrong-host': { status: 421, means: 'The server does not answer by this host name.' },
  'external.platform-not-connected': {
    status: 422,
    means: 'No active account on this platform is connected; the message names it.',
  },
  'scheduling.account-unknown': {
    status: 422,
    means: 'No such account is connected, or it is somebody else’s.',
  },
  'scheduling.target-unknown': {
    status: 422,
    means: 'The post does not have the account that `targets` names.',
  },
  'scheduling.media-unknown': {
    status: 422,
    means: 'No upload of this user is at that address. Upload the file first.',
  },
  'scheduling.target-media-unknown': {
    status: 422,
    means: 'An account was to get a file that the post does not have.',
  },
  'scheduling.target-media-twice': { status: 422, means: 'An account was to get the same file twice.' },
  'scheduling.time-is-past': { status: 422, means: '`scheduledFor` is more than two minutes ago.' },
  'scheduling.time-is-too-late': { status: 422, means: '`scheduledFor` is after the year 9998.' },
  'scheduling.own-texts-too-long': {
    status: 422,
    means: 'What single accounts get for themselves is more than 500,000 bytes together.',
  },
  'scheduling.does-not-fit': {
    status: 422,
    means:
      'At least one account would not take the post; `fields` says which and why. A dry run tells it before.',
  },
  'scheduling.post-limit-reached': {
    status: 422,
    means: 'The plan allows no further scheduled post at present. `GET /me` says how many there may be.',
  },
  'scheduling.ai-needs-premium': { status: 422, means: 'Automatic replies need the plan Premium.' },
  'scheduling.idempotency-key-reused': {
    status: 422,
    means: 'The key was used for another request within 24 hours. Use a new key for a new post.',
  },
  'inbox.reply-required': { status: 422, means: 'The reply has no words.' },
  'inbox.cannot-reply': {
    status: 422,
    means:
      'The platform takes no reply to this comment, or its account is disconnected; the message says why.',
  },
  'inbox.reply-too-long': { status: 422, means: 'The reply is longer than the platform takes.' },
  'external.address-not-allowed': {
    status: 422,
    means: 'Webhooks go to public https addresses only, and files come from such.',
  },
  'external.webhook-limit': { status: 422, means: 'There are ten webhooks already.' },
  'scheduling.file-not-fetched': {
    status: 422,
    means: 'No file came from this address: it is not there, or its server did not answer in time.',
  },
  'scheduling.file-not-readable': { status: 422, means: 'A file is damaged.' },
  'request.too-many': {
    status: 429,
    means: 'The limit of the token, or of the address it came from, is used up. Wait as `Retry-After` says.',
  },
  'request.too-much-written': {
    status: 429,
    means:
      'This user has written 20 MB of posts within a day, which is the limit. Wait as `Retry-After` says.',
  },
  'external.streams-too-many': { status: 429, means: 'Three streams of this token are open already.' },
  'external.webhook-tests-too-many': {
    status: 429,
    means: 'Too many tests of webhooks. Wait as `Retry-After` says.',
  },
  'scheduling.uploads-busy': { status: 429, means: 'Too many uploads of this user are under way.' },
  'scheduling.drawing-busy': { status: 429, means: 'Many pictures are waiting at present.' },
  'server.bug': {
    status: 500,
    means:
      'A mistake of ours. Tell the operator the `requestId`; with an Idempotency-Key the request may be repeated.',
  },
  'server.log-unavailable': {
    status: 503,
    means: 'Nothing can be written at present. Try again after `Retry-After`.',
  },
  'server.log-sealed': { status: 503, means: 'The server is being moved. Try again after `Retry-After`.' },
  'server.database-unavailable': {
    status: 503,
    means: 'Nothing can be read at present. Try again after `Retry-After`.',
  },
  'external.feed-behind': {
    status: 503,
    means: 'The newest events are not in the list yet. Try again after `Retry-After`.',
  },
  'server.live-full': { status: 503, means: 'The server has no room for another stream at present.' },
  'server.media-unavailable': {
    status: 503,
    means: 'Files cannot be reached at present. Try again after `Retry-After`.',
  },
  'server.storage-full': { status: 503, means: 'The disk of the server is full.' },
} as const satisfies Readonly<Record<string, Refusal>>;

export type ErrorCode = keyof typeof ERROR_CODES;

/** Any call may end with one of these. */
export const REFUSALS_OF_ALL: readonly ErrorCode[] = [
  ...(['request.not-valid', 'request.malformed', 'request.refused', 'request.address-not-valid'] as const),
  ...(['external.token-not-valid', 'external.scope-missing', 'external.browser'] as const),
  ...(['request.too-large', 'request.wrong-host', 'request.too-many', 'server.bug'] as const),
  ...(['server.log-unavailable', 'server.log-sealed', 'server.database-unavailable'] as const),
  'server.storage-full',
];
/** What needs no token may end with these. */
export const REFUSALS_OF_OPEN: readonly ErrorCode[] = [
  'external.browser',
  'request.wrong-host',
  'request.too-many',
  'server.bug',
];
