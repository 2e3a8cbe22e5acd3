import { allConnections, allConnectors, allGrants, allServerConsents } from '#connectors/all-connectors.ts';
import { ConnectorClock } from '#connectors/kit/connector-clock.ts';
import { Connectors } from '#connectors/connectors.ts';
import { LinkCards } from '#connectors/kit/link-cards/link-cards.ts';
import { PlatformHttp } from '#connectors/kit/platform-http.ts';
import { Clock } from '#infrastructure/clock.ts';
import { Configuration } from '#infrastructure/config/configuration.ts';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import { factoryProvider } from '#infrastructure/manifest/injected.ts';
import { TemporaryMedia } from '../stores/temporary-media/temporary-media.ts';
import { ServerAppVault } from '../stores/server-apps/server-apps.ts';

/** Provides all connectors, consents and grants, with the services of this module that they use. */
export const OPENED_CONNECTORS = factoryProvider(
  Connectors,
  [PlatformHttp, Clock, DatabaseClock, Configuration, TemporaryMedia, ServerAppVault, LinkCards],
  (http, machine, database, configuration, media, apps, cards) => {
    const clock = new ConnectorClock(database, machine);
    const context = { http, clock, configuration, media, cards };
    return new Connectors(
      allConnectors(context),
      allConnections(context),
      allServerConsents(context, apps),
      allGrants(context),
    );
  },
);
