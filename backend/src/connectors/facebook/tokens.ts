import type { JsonObject, JsonValue } from '@posthorn/event-sourcing/event-store';
import { INSTAGRAM_LIMITS } from '../instagram/limits.ts';
import { at, idIn, listOf, textOf } from '../kit/json.ts';
import { edgePages } from '../meta/client/edge-pages.ts';
import type { GraphClient } from '../meta/client/graph-client.ts';
import { GraphError } from '../meta/errors/graph-error.ts';
import { lacksPermission, saysMissing } from '../meta/errors/graph-outcomes.ts';
import { pictureAddress } from '../kit/picture-address.ts';
import { TokenRefused } from '../kit/oauth/with-token.ts';
import type { RemoteAccount } from '../contract/connector.ts';
import { FACEBOOK_LIMITS } from './limits.ts';

const PAGE = 100;
const PAGES_MAX = 50;
const FIELDS =
  'id,name,username,access_token,picture.type(large),instagram_business_account{id,username,name,profile_picture_url}';
/** The permission for listing the Pages of Business portfolios. Without this permission, Posthorn still finds other Pages. */
export const PORTFOLIO_SCOPE = 'business_management';
/** Pages that a portfolio owns, and Pages that it manages for its clients. */
const PORTFOLIO_EDGES = ['owned_pages', 'client_pages'] as const;
/** The Graph API also returns this code if a permission is missing. */
const INVALID = 100;
/** Without this task, a person can manage a Page but cannot publish on the Page. */
const PUBLISHING_TASK = 'CREATE_CONTENT';

/** One Page on which the person may publish. `token`: the token of the Page. */
export type ManagedPage = Readonly<{
  id: string;
  name: string;
  username: string | null;
  token: string;
  picture?: string;
  instagram: Readonly<{ id: string; username: string; name: string | null; picture?: string }> | null;
}>;

/**
 * Returns all Pages on which the person may publish, without duplicates. `GET /me/accounts` leaves out Pages of a Business
 * portfolio, so this also reads each portfolio. Skips portfolio lists that Meta refuses.
 * @throws GraphError, TokenRefused, OutgoingError, BreakerOpen
 */
export async function managedPages(
  graph: GraphClient,
  userToken: string,
  scopes: readonly string[],
): Promise<readonly ManagedPage[]> {
  const own = await readList(graph, userToken, { path: 'me/accounts', fields: `${FIELDS},tasks` });
  const portfolio = hasScopes(scopes, [PORTFOLIO_SCOPE]) ? await portfolioPages(graph, userToken) : NOTHING;
  // The person's own list comes first: only this list contains their tasks.
  const byId = new Map<string | null, JsonValue>();
  for (const page of [...own, ...portfolio.pages]) if (!byId.has(idOf(page))) byId.set(idOf(page), page);
  const pages = [...byId.values()].flatMap(pageIn);
  const [failure] = portfolio.failures;
  if (pages.length === 0 && failure) throw failure;
  return pages;
}

type PortfolioPages = Readonly<{
  pages: readonly JsonValue[];
  /** Failures of Meta itself, without refused lists. */
  failures: readonly GraphError[];
}>;
const NOTHING: PortfolioPages = { pages: [], failures: [] };

/** Reads the Pages of all portfolios (docs/marketing-api/reference/business). @throws OutgoingError, BreakerOpen */
async function portfolioPages(graph: GraphClient, token: string): Promise<PortfolioPages> {
  const businesses = await nothingIfRefused(() =>
    readList(graph, token, { path: 'me/businesses', fields: 'id' }),
  );
  const found = [businesses];
  for (const id of businesses.pages.map(idOf))
    for (const edge of PORTFOLIO_EDGES)
      found.push(
        await nothingIfRefused(() => readList(graph, token, { path: `${id ?? ''}/${edge}`, fields: FIELDS })),
      );
  return {
    pages: found.slice(1).flatMap(({ pages }) => pages),
    failures: found.flatMap(({ failures }) => failures),
  };
}

async function nothingIfRefused(ask: () => Promise<readonly JsonValue[]>): Promise<PortfolioPages> {
  try {
    return { pages: await ask(), failures: [] };
  } catch (error) {
    // Meta just accepted this token for the person's own list, so only this list is not allowed.
    if (error instanceof TokenRefused) return NOTHING;
    if (!(error instanceof GraphError)) throw error;
    const isRefused = lacksPermission(error.code) || error.code === INVALID || saysMissing(error);
    return { pages: [], failures: isRefused ? [] : [error] };
  }
}

async function readList(
  graph: GraphClient,
  token: string,
  { path, fields }: Readonly<{ path: string; fields: string }>,
): Promise<readonly JsonValue[]> {
  const items: JsonValue[] = [];
  const call = { path, token, fields: { fields, limit: String(PAGE) } };
  for await (const page of edgePages(graph, call, PAGES_MAX)) items.push(...page.items);
  return items;
}

const idOf = (item: JsonValue): string | null => idIn(at(item, 'id'));

/** An empty `granted` means that the platform did not list the scopes. In this case, the first call shows whether a scope is missing. */
export const hasScopes = (granted: readonly string[], needed: readonly string[]): boolean =>
  granted.length === 0 || needed.every((scope) => granted.includes(scope));

function pageIn(value: JsonValue): ManagedPage[] {
  const [id, token] = [idOf(value), textOf(at(value, 'access_token'))];
  const tasks = at(value, 'tasks');
  const mayPublish = tasks === undefined || listOf(tasks).includes(PUBLISHING_TASK);
  if (id === null || token === null || !mayPublish) return [];
  const linked = at(value, 'instagram_business_account');
  const picture = at(value, 'picture', 'data');
  const [linkedId, linkedName] = [idIn(at(linked, 'id')), textOf(at(linked, 'name'))];
  return [
    {
      id,
      name: textOf(at(value, 'name')) ?? id,
      username: textOf(at(value, 'username')),
      token,
      // A silhouette is Meta's default picture for a Page without a picture.
      ...(at(picture, 'is_silhouette') !== true && pictureAddress(at(picture, 'url'))),
      instagram:
        linkedId !== null
          ? {
              id: linkedId,
              username: textOf(at(linked, 'username')) ?? linkedName ?? linkedId,
              name: linkedName,
              ...pictureAddress(at(linked, 'profile_picture_url')),
            }
          : null,
    },
  ];
}

/** The Page as an account. Some Pages have no username. */
export function pageAccount(page: ManagedPage, scopes: readonly string[]): RemoteAccount {
  return {
    platform: 'facebook',
    remoteId: page.id,
    accountName: page.username ?? page.name,
    displayName: page.name,
    server: null,
    limits: FACEBOOK_LIMITS,
    credentials: credentialsOf(page, page.id, scopes),
    ...(page.picture !== undefined && { picture: page.picture }),
  };
}

/** The Instagram account that is linked to a Page; empty if there is none. This account publishes with the token of the Page. */
export function instagramAccount(page: ManagedPage, scopes: readonly string[]): RemoteAccount[] {
  const { instagram } = page;
  if (instagram === null) return [];
  return [
    {
      platform: 'instagram',
      remoteId: instagram.id,
      accountName: instagram.username,
      displayName: instagram.name ?? instagram.username,
      server: null,
      limits: INSTAGRAM_LIMITS,
      // Replaces an earlier connection through Instagram Login.
      credentials: { ...credentialsOf(page, instagram.id, scopes), route: 'page' },
      ...(instagram.picture !== undefined && { picture: instagram.picture }),
    },
  ];
}

/** A Page's token from a long-lived token of a person does not expire. */
const credentialsOf = ({ token }: ManagedPage, ownerId: string, scopes: readonly string[]): JsonObject => ({
  accessToken: token,
  refreshToken: null,
  expiresAt: null,
  refreshExpiresAt: null,
  scopes,
  ownerId,
});
