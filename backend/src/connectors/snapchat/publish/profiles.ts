import type { JsonObject, JsonValue } from '@posthorn/event-sourcing/event-store';
import { at, idIn, listOf, textOf } from '../../kit/json.ts';
import { pictureAddress } from '../../kit/picture-address.ts';
import type { SnapchatClient } from '../client.ts';

export type PublicProfile = Readonly<{
  id: string;
  username: string | null;
  displayName: string | null;
  picture?: string;
}>;

/**
 * The Public Profiles of the person who gave the consent: the person's own, and the visible ones of the organization.
 * @throws TokenRefused, SnapchatError, OutgoingError, BreakerOpen
 */
export async function profilesOf(client: SnapchatClient, token: string): Promise<readonly PublicProfile[]> {
  const own = await client.send({ token, path: '/v1/public_profiles/my_profile' });
  const organization = profilesIn(own)
    .map((profile) => idIn(at(profile, 'organization_id')))
    .find((id) => id !== null);
  const others = organization ? await profilesOfOrganization(client, token, organization) : [];
  const all = [...profilesIn(own), ...others].flatMap(profileIn);
  return [...new Map(all.map((profile) => [profile.id, profile])).values()];
}

/** The profiles of an organization; empty after an error, because some people with a profile have no role in its organization. */
async function profilesOfOrganization(
  client: SnapchatClient,
  token: string,
  organization: string,
): Promise<readonly JsonValue[]> {
  const path = `/v1/organizations/${encodeURIComponent(organization)}/public_profiles`;
  return client.send({ token, path }).then(profilesIn, () => []);
}

/** The profiles in a response: a single profile is a field, several profiles are a list. */
function profilesIn(response: JsonObject): readonly JsonValue[] {
  const single = response['public_profile'];
  const listed = listOf(response['public_profiles']).map((item) => at(item, 'public_profile') ?? item);
  return single === undefined ? listed : [single, ...listed];
}

function profileIn(profile: JsonValue): PublicProfile[] {
  const id = idIn(at(profile, 'id'));
  const username = textOf(at(profile, 'snap_user_name'));
  const displayName = textOf(at(profile, 'display_name'));
  const picture = pictureAddress(at(profile, 'logo_urls', 'original_logo_url'));
  return id === null ? [] : [{ id, username, displayName, ...picture }];
}
