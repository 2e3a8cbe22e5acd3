import type { JsonObject, JsonValue } from '@posthorn/event-sourcing/event-store';
import { INSTAGRAM_LIMITS } from '../instagram/descriptor.ts';
import { at, idIn, listOf, textOf } from '../json.ts';
import { edgePages } from '../meta/edge-pages.ts';
import type { GraphClient } from '../meta/graph-client.ts';
import type { RemoteAccount } from '../contract/connector.ts';
import { FACEBOOK_LIMITS } from './descriptor.ts';

const PAGE = 100;
const PAGES_MAX = 50;
const FIELDS = 'id,name,username,access_token,tasks,instagram_business_account{id,username,name}';
/** Without this task a person looks after a Page and writes nothing on it. */
const PUBLISHING_TASK = 'CREATE_CONTENT';

/** One Page on which the person may publish, with its own token. */
export type ManagedPage = Readonly<{
  id: string;
  name: string;
  username: string | null;
  token: string;
  instagram: Readonly<{ id: string; username: string; name: string | null }> | null;
}>;

/** `GET /me/accounts` to its end. @throws GraphError, TokenRefused, OutgoingError, BreakerOpen */
export async function managedPages(graph: GraphClient, userToken: string): Promise<readonly ManagedPage[]> {
  const call = { path: 'me/accounts', token: userToken, fields: { fields: FIELDS, limit: String(PAGE) } };
  const pages: ManagedPage[] = [];
  for await (const { items } of edgePages(graph, call, PAGES_MAX)) pages.push(...items.flatMap(pageIn));
  return pages;
}

function pageIn(value: JsonValue): ManagedPage[] {
  const [id, token] = [idIn(at(value, 'id')), textOf(at(value, 'access_token'))];
  const tasks = at(value, 'tasks');
  const mayPublish = tasks === undefined || listOf(tasks).includes(PUBLISHING_TASK);
  if (id === null || token === null || !mayPublish) return [];
  const linked = at(value, 'instagram_business_account');
  const [linkedId, linkedName] = [idIn(at(linked, 'id')), textOf(at(linked, 'name'))];
  return [
    {
      id,
      name: textOf(at(value, 'name')) ?? id,
      username: textOf(at(value, 'username')),
      token,
      instagram:
        linkedId !== null
          ? {
              id: linkedId,
              username: textOf(at(linked, 'username')) ?? linkedName ?? linkedId,
              name: linkedName,
            }
          : null,
    },
  ];
}

/** The Page as an account. Not every Page has a name of its own in addresses. */
export function pageAccount(page: ManagedPage, scopes: readonly string[]): RemoteAccount {
  return {
    platform: 'facebook',
    remoteId: page.id,
    accountName: page.username ?? page.name,
    displayName: page.name,
    server: null,
    limits: FACEBOOK_LIMITS,
    credentials: credentialsOf(page, page.id, scopes),
  };
}

/** The Instagram account behind a Page, which publishes with the token of that Page. */
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
      credentials: credentialsOf(page, instagram.id, scopes),
    },
  ];
}

/** The token of a Page, got with a long-lived one of its owner, does not end by time. */
const credentialsOf = ({ token }: ManagedPage, ownerId: string, scopes: readonly string[]): JsonObject => ({
  accessToken: token,
  refreshToken: null,
  expiresAt: null,
  refreshExpiresAt: null,
  scopes,
  ownerId,
});
