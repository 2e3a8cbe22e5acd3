import { checkSaid } from '@posthorn/contracts/scheduling/check-sentences';
import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { Clock } from '#infrastructure/clock.ts';
import type { Configuration } from '#infrastructure/config/configuration.ts';
import type { Budget } from '../contract/budget.ts';
import type { Connector } from '../contract/connector.ts';
import type { CallOutcome, LookUpOutcome, PrepareOutcome } from '../contract/outcome.ts';
import type { OutgoingPublication, PublishRefs } from '../contract/publication.ts';
import type { AccountAccess } from '../contract/account-access.ts';
import type { TemporaryMediaUrls } from '../contract/temporary-media-urls.ts';
import { idIn } from '../kit/json.ts';
import { AccountCalls } from '../kit/account-calls.ts';
import { asAccount, tokenOf } from '../kit/as-account.ts';
import { isTransient } from '../kit/platform-error.ts';
import { published, refused, refusedBy, unknown } from '../kit/outcomes.ts';
import { firstClaimed } from '../kit/own-post-search.ts';
import type { PlatformHttp } from '../kit/platform-http.ts';
import { realPause, retryWithBackoff, type Pause } from '../kit/retry-with-backoff.ts';
import { boardsOf, findBoard } from './publish/boards.ts';
import { PinterestClient } from './client.ts';
import { BOARD_FIELD, PINTEREST } from './limits.ts';
import { isMissing, OUTCOMES } from './errors.ts';
import { pinterestMetrics } from './metrics.ts';
import { ownPins } from './look-up.ts';
import { PinPreparation } from './publish/preparation.ts';
import { pinProblems } from './publish/pin-rules.ts';
import { boardIn, isRecognizable, pinOf, type PinFiles } from './publish/pin.ts';
import { emptyRefs, refsOf } from './publish/refs.ts';
import { pinterestApp, renewCredentials } from './tokens.ts';
import { PinterestVideoUpload } from './media.ts';

/**
 * developers.pinterest.com/docs/reference/rate-limits: with Standard access, 100 requests per second for a user and app. A pin
 * needs up to twenty requests. The limits per category are not published; for these, Posthorn reacts to status 429.
 */
const PINTEREST_BUDGETS: readonly Budget[] = [
  { name: 'requests', scope: 'account', capacity: 5, perSeconds: 1 },
];

const CALL_MS = 30_000;

/** Pinterest. The preparation uploads files; then one call makes a pin on a board. */
export function pinterestConnector(
  http: PlatformHttp,
  clock: Clock,
  configuration: Pick<Configuration, 'platformApps'>,
  media: TemporaryMediaUrls,
  pause: Pause = realPause,
) {
  const oauth = pinterestApp(http, clock, configuration);
  const client = new PinterestClient(http, oauth.app.apiUrl);
  const video = new PinterestVideoUpload(client, pause);
  const refresh = (stored: JsonObject) => renewCredentials(oauth, client, stored);
  const as = asAccount(tokenOf, refresh, clock);
  const calls = new AccountCalls(as, OUTCOMES, clock, isMissing);
  return {
    platform: 'pinterest',
    descriptor: PINTEREST,
    repeatRule: 'after-negative-look-up',
    budgets: PINTEREST_BUDGETS,
    metrics: pinterestMetrics(client, calls),
    refresh,
    /** The platform has no call that revokes a token. People remove apps in their settings. */
    disconnect: () => Promise.resolve(false),
    readLimits: () => Promise.resolve(null),
    precheck: (publication) => [...pinProblems(publication)],

    async publishFields(access) {
      const choices = await as(access, (token) => boardsOf(client, token));
      return PINTEREST.options.map((field) =>
        field.name === BOARD_FIELD.name ? { ...BOARD_FIELD, choices } : field,
      );
    },

    prepare(access, publication, refs, save, signal) {
      const own = refsOf(refs, publication.contentHash);
      const preparation = new PinPreparation({ video, media, clock }, { access, publication, save, signal });
      return calls.step(access, async (token): Promise<PrepareOutcome> => {
        // Before the upload, checks that the board exists.
        if (own) return preparation.finish(token, own);
        const readBoard = () => findBoard(client, token, boardIn(publication));
        const board = await retryWithBackoff(readBoard, isTransient, pause);
        if (!board) return refusedBy(checkSaid('not-found/board', { platform: PINTEREST.name }));
        return preparation.finish(token, emptyRefs(publication.contentHash, board.isLimited));
      });
    },

    async call(access, publication, refs, signal) {
      const files = await filesFor(access, publication, refs);
      if (!files) return refused('not-prepared', null, true);
      const json = pinOf(publication, files);
      return calls.call(access, async (token): Promise<CallOutcome> => {
        const request = { signal, timeoutMs: CALL_MS, newConnection: true };
        const body = await client.send({ method: 'POST', path: '/pins', token, json, request });
        const id = idIn(body?.['id']);
        if (id === null) return unknown('unreadable', 'The platform answered and named no pin.');
        return publishedOn(refs, id, publication);
      });
    },

    /** If the board was deleted, the look-up fails: the pin may have been deleted together with the board. */
    lookUp: (access, publication, refs, attemptStartedAt) =>
      calls.lookUp(access, async (token): Promise<LookUpOutcome> => {
        const search = await ownPins(client, token, publication, attemptStartedAt);
        // Such a pin may also be one that the owner has saved. Only a person can decide.
        if (search.found.length > 0 && !isRecognizable(publication)) return { kind: 'cannot-tell' };
        const id = await firstClaimed(access, search, (pin) => pin);
        return id === null ? { kind: 'absent' } : publishedOn(refs, id, publication);
      }),

    async readiness(access) {
      await as(access, (token) => client.send({ path: '/user_account', token }));
      return [];
    },

    deletePost(access, { remoteId }, signal) {
      const path = `/pins/${encodeURIComponent(remoteId)}`;
      const request = { signal, timeoutMs: CALL_MS };
      return calls.delete(access, (token) => client.send({ method: 'DELETE', path, token, request }));
    },
  } satisfies Connector;
}

const publishedOn = (refs: PublishRefs, id: string, { contentHash }: OutgoingPublication) =>
  published(id, permalinkOf(id), { isLimited: refsOf(refs, contentHash)?.limited === true });

const permalinkOf = (id: string): string => `https://www.pinterest.com/pin/${encodeURIComponent(id)}/`;

/** The files for the pin; null if some are missing: the next preparation uploads them. */
async function filesFor(
  access: AccountAccess,
  { contentHash, media }: OutgoingPublication,
  refs: PublishRefs,
): Promise<PinFiles | null> {
  const own = refsOf(refs, contentHash);
  if (!own) return null;
  const pictures = await Promise.all(own.pictures.map((name) => access.uploads.open(name)));
  const stillStored = pictures.filter((address) => address !== null);
  const expected = media.filter(({ kind }) => kind === 'image').length;
  const isVideoComplete = expected === media.length || (own.mediaId !== null && own.isUploaded);
  return stillStored.length === expected && isVideoComplete
    ? { pictures: stillStored, mediaId: own.mediaId }
    : null;
}
