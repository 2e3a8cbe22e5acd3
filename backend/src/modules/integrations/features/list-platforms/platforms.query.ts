import { reasonSaid } from '@posthorn/contracts/integrations/platform-reasons';
import type { PlatformView } from '@posthorn/contracts/integrations/platforms.http';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { APP_VARIABLES } from '#infrastructure/config/platform-apps.ts';
import type { OAuthConnection } from '#connectors/contract/oauth-connection.ts';
import { consentPath } from '#connectors/kit/oauth/consent-paths.ts';
import { Connectors } from '#connectors/connectors.ts';
import { SUBSTACK } from '#connectors/substack/limits.ts';

/** Every platform, including those without keys on this server. */
export class ListPlatforms extends Query<readonly PlatformView[]> {}

@QueryHandler(ListPlatforms)
export class ListPlatformsHandler implements IQueryHandler<ListPlatforms> {
  constructor(private readonly connectors: Connectors) {}

  execute(): Promise<readonly PlatformView[]> {
    const views = this.connectors.all.map(({ descriptor }): PlatformView => {
      const { platform, name, capabilities, limits, options, hint, comingSoon } = descriptor;
      const connections = this.connectors.connectionsFor(platform);
      const [firstConfigured, ...others] = connections.filter(({ configured }) => configured);
      const missing = connections[0] && !firstConfigured ? missingKeys(connections[0]) : { reason: null };
      const connectPath = this.connectors.connectPath(platform);
      const alsoBy = others.map(({ name: app, label }) => ({
        ...(label === undefined ? { name } : { name: label, code: app }),
        path: consentPath(app),
      }));
      const notes = { ...(hint && { hint }), ...(comingSoon && { comingSoon }) };
      const view = { platform, name, connectPath, capabilities, limits, options, ...notes };
      const alternatives = alsoBy.length > 0 && { alsoBy };
      return { ...view, ...alternatives, configured: missing.reason === null, ...missing };
    });
    return Promise.resolve([...views, SUBSTACK]);
  }
}

function missingKeys({ name: app }: OAuthConnection) {
  const { id, secret } = APP_VARIABLES[app];
  return reasonSaid({ code: 'keys-missing', values: { id, secret, app } });
}
