import { expect, it } from '@jest/globals';
import { Clock } from '#infrastructure/clock.ts';
import { SafeHttp } from '#infrastructure/outgoing/safe-http.ts';
import { testConfiguration } from '#infrastructure/testing/test-configuration.ts';
import { allConnectors } from '../../all-connectors.ts';
import { Breaker } from '#infrastructure/outgoing/breaker.ts';
import { ReconnectNeeded } from '../outcomes.ts';
import { LinkCards } from '../link-cards/link-cards.ts';
import { PlatformHttp } from '../platform-http.ts';

const configuration = testConfiguration({ SANDBOX: 'off' });
const safeHttp = new SafeHttp();
const http = new PlatformHttp(safeHttp, new Breaker());
const cards = new LinkCards(safeHttp);
const media = { create: () => Promise.reject(new Error('This spec creates no media URL.')) };
const connectors = allConnectors({ http, clock: new Clock(), configuration, media, cards });
const expiredCredentials = {
  accessToken: 'a',
  refreshToken: 'r',
  expiresAt: '2020-01-01T00:00:00.000Z',
  refreshExpiresAt: null,
  scopes: [],
};

it.each(['twitter', 'linkedin', 'youtube', 'pinterest', 'snapchat'] as const)(
  'does not require a new login on %s after the operator has removed the keys',
  async (name) => {
    const connector = connectors.find(({ platform }) => platform === name);
    const failure: unknown = await connector?.refresh?.(expiredCredentials).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Error);
    expect(failure).not.toBeInstanceOf(ReconnectNeeded);
  },
);
