import { specify } from '@posthorn/event-sourcing/testing';
import { it } from '@jest/globals';
import {
  clicksEvent,
  countClicks,
  endClicks,
  linkClicksStream,
  type ClicksCounted,
  type ClicksEnded,
} from './link-clicks.ts';

const given = specify(linkClicksStream);
const links = [{ linkId: 'a', clicks: 3, visitors: 2 }];
const counted = (hour: string): ClicksCounted => clicksEvent('ClicksCounted', { userId: 'ana', hour, links });
const ended: ClicksEnded = clicksEvent('ClicksEnded', { userId: 'ana', endedAt: '2030-01-01T12:30:00.000Z' });
const [eleven, noon] = ['2030-01-01T11:00:00.000Z', '2030-01-01T12:00:00.000Z'] as const;

it('counts each hour once', () => {
  given(counted(eleven))
    .when((state) => countClicks(state, 'ana', noon, links))
    .then(counted(noon));
  given(counted(noon))
    .when((state) => countClicks(state, 'ana', noon, links))
    .then();
  given(counted(noon))
    .when((state) => countClicks(state, 'ana', eleven, links))
    .then();
});
it('adds no event for an hour without clicks', () => {
  given()
    .when((state) => countClicks(state, 'ana', noon, []))
    .then();
});
it('ends the counting once, and counts no later clicks', () => {
  given(counted(eleven))
    .when((state) => endClicks(state, 'ana', ended.data.endedAt))
    .then(ended);
  given(ended)
    .when((state) => endClicks(state, 'ana', noon))
    .then();
  given(counted(eleven), ended)
    .when((state) => countClicks(state, 'ana', noon, links))
    .then();
});
