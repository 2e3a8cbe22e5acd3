import { at, listOf, textOf } from '../json.ts';
import { LinkedInError, type LinkedInClient } from './client.ts';
import { organizationUrn } from './session.ts';

/** Somebody or something that can be the author of a post. */
export type Author = Readonly<{ urn: string; name: string; displayName: string | null }>;

/** Roles that may post for an organization (learn.microsoft.com/…/shares/posts-api#permissions). */
const POSTING_ROLES = [
  'ADMINISTRATOR',
  'CONTENT_ADMINISTRATOR',
  'CONTENT_ADMIN',
  'DIRECT_SPONSORED_CONTENT_POSTER',
];
const PAGE = 100;
const PAGES_MAX = 10;

/** The member behind the token. Which call tells depends on the product of the app. @throws as `LinkedInClient.read` */
export async function ownMember(
  client: LinkedInClient,
  token: string,
  scopes: readonly string[],
): Promise<Author | null> {
  const isOpenId = scopes.includes('openid');
  const body = await client.read({ token, path: isOpenId ? '/v2/userinfo' : '/v2/me' });
  const id = textOf(body[isOpenId ? 'sub' : 'id']);
  if (id === null) return null;
  const names = isOpenId ? [body['name']] : [body['localizedFirstName'], body['localizedLastName']];
  const name = names.flatMap((part) => textOf(part) ?? []).join(' ');
  return {
    urn: `urn:li:person:${id}`,
    name: name === '' ? id : name,
    displayName: name === '' ? null : name,
  };
}

/** The organizations that the member may post for. @throws as `LinkedInClient.read` */
export async function ownOrganizations(client: LinkedInClient, token: string): Promise<readonly Author[]> {
  const ids = new Set<string>();
  for (let page = 0; page < PAGES_MAX; page++) {
    const query = `q=roleAssignee&state=APPROVED&start=${String(page * PAGE)}&count=${String(PAGE)}`;
    const path = `/rest/organizationAcls?${query}`;
    const elements = listOf((await client.read({ token, path, restliMethod: 'FINDER' }))['elements']);
    for (const element of elements) {
      const urn = textOf(at(element, 'organization')) ?? textOf(at(element, 'organizationTarget'));
      const [, id] = /^urn:li:organization(?:Brand)?:(\d+)$/u.exec(urn ?? '') ?? [];
      if (id !== undefined && POSTING_ROLES.includes(textOf(at(element, 'role')) ?? '')) ids.add(id);
    }
    if (elements.length < PAGE) break;
  }
  const organizations: Author[] = [];
  for (const id of ids) organizations.push(await organization(client, token, id));
  return organizations;
}

async function organization(client: LinkedInClient, token: string, id: string): Promise<Author> {
  const urn = organizationUrn(id);
  try {
    const body = await client.read({ token, path: `/rest/organizations/${id}` });
    const displayName = textOf(body['localizedName']);
    return { urn, name: textOf(body['vanityName']) ?? displayName ?? id, displayName };
  } catch (error) {
    // Some roles may post and not read the page: it can be chosen all the same.
    if (error instanceof LinkedInError && error.status < 500) return { urn, name: id, displayName: null };
    throw error;
  }
}
