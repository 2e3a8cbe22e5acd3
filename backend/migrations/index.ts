import type { Migration } from '@mikro-orm/migrations';
import type { Constructor } from '@mikro-orm/core';
import { InfrastructureGround } from './000-infrastructure-ground.ts';
import { InfrastructureOAuthFlows } from './001-infrastructure-oauth-flows.ts';
import { InfrastructureVersionsApart } from './020-infrastructure-versions-apart.ts';
import { InfrastructureLogSeen } from './030-infrastructure-log-seen.ts';
import { InfrastructureInstallation } from './031-infrastructure-installation.ts';
import { IdentitySignIn } from './100-identity-sign-in.ts';
import { IdentityProviderIdentities } from './101-identity-provider-identities.ts';
import { IdentityHandleRevisions } from './104-identity-handle-revisions.ts';
import { IntegrationsAccounts } from './200-integrations-accounts.ts';
import { IntegrationsOAuth } from './201-integrations-oauth.ts';
import { IntegrationsIntakes } from './202-integrations-intakes.ts';
import { IntegrationsCredentialLeases } from './204-integrations-credential-leases.ts';
import { IntegrationsServerApps } from './205-integrations-server-apps.ts';
import { SchedulingPostsMedia } from './300-scheduling-posts-media.ts';
import { SchedulingZoneData } from './301-scheduling-zone-data.ts';
import { SchedulingIncomingUploads } from './303-scheduling-incoming-uploads.ts';
import { PublishingHold } from './350-publishing-hold.ts';
import { PublishingAtScale } from './352-publishing-at-scale.ts';
import { Effects } from './353-effects.ts';
import { Renewals } from './354-renewals.ts';
import { LimitsReadings } from './355-limits-readings.ts';

/** In the order of their numbers. A released migration is never edited, renamed or taken out. */
export const migrations: readonly Readonly<{ name: string; class: Constructor<Migration> }>[] = [
  { name: '000-infrastructure-ground', class: InfrastructureGround },
  { name: '001-infrastructure-oauth-flows', class: InfrastructureOAuthFlows },
  { name: '020-infrastructure-versions-apart', class: InfrastructureVersionsApart },
  { name: '030-infrastructure-log-seen', class: InfrastructureLogSeen },
  { name: '031-infrastructure-installation', class: InfrastructureInstallation },
  { name: '100-identity-sign-in', class: IdentitySignIn },
  { name: '101-identity-provider-identities', class: IdentityProviderIdentities },
  { name: '104-identity-handle-revisions', class: IdentityHandleRevisions },
  { name: '200-integrations-accounts', class: IntegrationsAccounts },
  { name: '201-integrations-oauth', class: IntegrationsOAuth },
  { name: '202-integrations-intakes', class: IntegrationsIntakes },
  { name: '204-integrations-credential-leases', class: IntegrationsCredentialLeases },
  { name: '205-integrations-server-apps', class: IntegrationsServerApps },
  { name: '300-scheduling-posts-media', class: SchedulingPostsMedia },
  { name: '301-scheduling-zone-data', class: SchedulingZoneData },
  { name: '303-scheduling-incoming-uploads', class: SchedulingIncomingUploads },
  { name: '350-publishing-hold', class: PublishingHold },
  { name: '352-publishing-at-scale', class: PublishingAtScale },
  { name: '353-effects', class: Effects },
  { name: '354-renewals', class: Renewals },
  { name: '355-limits-readings', class: LimitsReadings },
];
