import {
  AUDIENCE_OPTIONS,
  isForEveryone,
  PUBLIC_AUDIENCES,
  WARNING_OPTION,
} from '@posthorn/contracts/integrations/audience';
import { expect, it } from '@jest/globals';
import { Breaker } from '#infrastructure/outgoing/breaker.ts';
import { Clock } from '#infrastructure/clock.ts';
import { SafeHttp } from '#infrastructure/outgoing/safe-http.ts';
import { testConfiguration } from '#infrastructure/testing/test-configuration.ts';
import { allConnectors } from '../all-connectors.ts';
import { LinkCards } from './link-cards/link-cards.ts';
import { PlatformHttp } from './platform-http.ts';

const safeHttp = new SafeHttp();
const connectors = allConnectors({
  http: new PlatformHttp(safeHttp, new Breaker()),
  clock: new Clock(),
  configuration: testConfiguration({ SANDBOX: 'off' }),
  media: { create: () => Promise.reject(new Error('This spec creates no media URL.')) },
  cards: new LinkCards(safeHttp),
});

it('knows for each platform with an option for who can see a post which choices are public', () => {
  const offered = connectors.flatMap(({ platform, descriptor: { options } }) =>
    options.flatMap((field) =>
      AUDIENCE_OPTIONS.some((name) => name === field.name) && field.kind === 'choice'
        ? [[platform, field.choices.map(({ value }) => value)] as const]
        : [],
    ),
  );
  expect(offered.map(([platform]) => platform).sort()).toEqual(Object.keys(PUBLIC_AUDIENCES).sort());
  for (const [platform, choices] of offered)
    expect(choices.filter((choice) => isForEveryone(platform, choice))).toEqual(
      Object.entries(PUBLIC_AUDIENCES).find(([name]) => name === platform)?.[1],
    );
});

it('knows the option for a content warning', () => {
  const offering = connectors.filter(({ descriptor: { options } }) =>
    options.some(({ name }) => name === WARNING_OPTION),
  );
  expect(offering.map(({ platform }) => platform)).toEqual(['mastodon']);
});
