import type { JsonValue } from '@posthorn/event-sourcing/event-store';
import { amountOf, at, listOf, textOf } from '../../kit/json.ts';
import { pictureAddress } from '../../kit/picture-address.ts';
import { LinkedInError, type LinkedInClient } from '../client.ts';
import { isUnreadable } from '../errors.ts';
import { organizationUrn } from '../tokens.ts';

/** A member or an organization that can be the author of a post. */
export type Author = Readonly<{ urn: string; name: string; displayName: string | null; picture?: string }>;

const MEMBER = 'urn:li:person:';
const ADMIN = 'rw_organization_admin';
const ROLES = '/rest/organizationAcls?q=roleAssignee&state=APPROVED';
/** The roles of people who may post for an organization (learn.microsoft.com/…/shares/posts-api#permissions). */
const POSTING_ROLES = [
  'ADMINISTRATOR',
  'CONTENT_ADMINISTRATOR',
  'CONTENT_ADMIN',
  'DIRECT_SPONSORED_CONTENT_POSTER',
];
const PAGE = 100;
const PAGES_MAX = 10;

/**
 * Reads the member who owns the token. Which call works depends on the LinkedIn product that the app has; `scopes` only suggest
 * the product. @throws the errors of `LinkedInClient.read`
 */
export async function ownMember(
  client: LinkedInClient,
  token: string,
  scopes: readonly string[],
): Promise<Author | null> {
  const [usual, other] = scopes.includes('openid')
    ? [readByOpenId, readByProfile]
    : [readByProfile, readByOpenId];
  const calls = [usual, other, ...(scopes.includes(ADMIN) ? [readByRole] : [])];
  let refusal: unknown;
  for (const call of calls) {
    try {
      return await call(client, token);
    } catch (error) {
      if (!isNotAvailable(error)) throw error;
      refusal ??= error;
    }
  }
  throw refusal;
}

type MemberCall = (client: LinkedInClient, token: string) => Promise<Author | null>;
const readByOpenId: MemberCall = async (client, token) => {
  const { sub, name, picture } = await client.read({ token, path: '/v2/userinfo' });
  const found = member(textOf(sub), [name]);
  return found && { ...found, ...pictureAddress(picture) };
};
const readByProfile: MemberCall = async (client, token) => {
  const { id, localizedFirstName, localizedLastName } = await client.read({ token, path: '/v2/me' });
  return member(textOf(id), [localizedFirstName, localizedLastName]);
};
/** Finds the member through their roles. The id then serves as the name, because a role contains no name. */
const readByRole: MemberCall = async (client, token) => {
  const [role] = listOf((await client.read({ token, path: ROLES, restliMethod: 'FINDER' }))['elements']);
  const urn = textOf(at(role, 'roleAssignee')) ?? '';
  return urn.startsWith(MEMBER) ? member(urn.slice(MEMBER.length), []) : null;
};

function member(id: string | null, names: readonly (JsonValue | undefined)[]): Author | null {
  if (id === null) return null;
  const name = names.flatMap((part) => textOf(part) ?? []).join(' ');
  return {
    urn: `${MEMBER}${id}`,
    name: name === '' ? id : name,
    displayName: name === '' ? null : name,
  };
}

/** The token may lack the permission for this call, so `ownMember` tries the next one. */
const isNotAvailable = (error: unknown): boolean =>
  isUnreadable(error) || (error instanceof LinkedInError && error.status === 403);

/** Reads the organizations for which the member may post. @throws the errors of `LinkedInClient.read` */
export async function ownOrganizations(client: LinkedInClient, token: string): Promise<readonly Author[]> {
  const ids = new Set<string>();
  let start = 0;
  for (let page = 0; page < PAGES_MAX; page++) {
    const path = `${ROLES}&start=${String(start)}&count=${String(PAGE)}`;
    const body = await client.read({ token, path, restliMethod: 'FINDER' });
    const elements = listOf(body['elements']);
    for (const element of elements) {
      const urn = textOf(at(element, 'organization')) ?? textOf(at(element, 'organizationTarget'));
      const [, id] = /^urn:li:organization(?:Brand)?:([\w-]+)$/u.exec(urn ?? '') ?? [];
      // If LinkedIn omits the role, only a refused post shows that the role may not post.
      const role = textOf(at(element, 'role'));
      if (id !== undefined && (role === null || POSTING_ROLES.includes(role))) ids.add(id);
    }
    start += elements.length;
    // A page may be shorter than requested although more pages follow.
    const total = amountOf(at(body, 'paging', 'total'));
    if (elements.length === 0 || (total === null ? elements.length < PAGE : start >= total)) break;
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
    // People with some roles may post but not read the page. They can still choose this organization.
    if (error instanceof LinkedInError && error.status < 500) return { urn, name: id, displayName: null };
    throw error;
  }
}
